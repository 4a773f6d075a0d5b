/**
 * A requester: `clipboard`, `view`, `lm-tools`, `live:<thread>`, `mcp:<session>`, or an extension's
 * id (`extension` if it gives none).
 */
export type Consumer = string;

/** The developer at the commands that copy, and in the view. */
export const clipboard: Consumer = 'clipboard';

/** The tools that VS Code offers to its own chat models. */
export const editorTools: Consumer = 'lm-tools';

/**
 * Names one reader of a consumer's replies: a chat, a thread, a subagent. Readers have their own
 * watermarks; conversation, files and counters are the consumer's.
 */
export function readerIn(consumer: Consumer, name: string): Consumer {
  return `${consumer}#${name.replace(/[^\w.-]+/g, '-').slice(-64)}`;
}

/** The name of readers that nothing tells apart. */
export const severalReaders = 'several';

/** The consumer that a reader belongs to; a consumer without readers is its own. */
export function consumerOfReader(reader: Consumer): Consumer {
  return reader.replace(/#.*/, '');
}

/**
 * True if another extension may use the name. Ids of extensions cannot clash with other consumers.
 */
export function isExtension(consumer: Consumer): boolean {
  return consumer === 'extension' || /^[a-z0-9][a-z0-9-]*\.[a-z0-9][\w.-]*$/i.test(consumer);
}

/** Consumers that act for the developer. They may change what tools and agents may only read. */
export const trustedConsumers: ReadonlySet<Consumer> = new Set(['clipboard', 'view']);

/**
 * Consumers whose words are the developer's: the trusted ones and the chat threads. Other consumers
 * may send guesses.
 */
export const developerConsumers = {
  has: (consumer: Consumer): boolean => trustedConsumers.has(consumer) || /^live(?::|$)/.test(consumer),
};
