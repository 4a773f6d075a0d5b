/**
 * A requester: `clipboard`, `view`, `lm-tools`, `live:<thread>`, `mcp:<session>`, or an extension's
 * id (`extension` if it gives none).
 */
export type Consumer = string;

/** The developer at the commands that copy, and in the view. */
export const clipboard: Consumer = 'clipboard';

/** The tools that VS Code offers to its own chat models, which cannot tell two chats apart. */
export const editorTools: Consumer = 'lm-tools';

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
