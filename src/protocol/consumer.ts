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

/** Short name of an agent by the name that its client gives itself: `claude-code` is `claude`. */
export function agentName(name: string): string {
  return name.replace(/-(?:code|cli|mcp)\b.*$/s, '');
}

/** Puts a text into the user's language and fills in its values. */
type Translate = (text: string, ...values: string[]) => string;

/** The name of a client for people. `name` is its own name, or the beginning of its thread. */
export function clientName(consumer: Consumer, t: Translate, name?: string): string {
  if (consumer === 'clipboard') return t('clipboard');
  if (consumer === editorTools) return 'Copilot';
  if (consumer === 'live') return '@live';
  if (consumer === 'extension') return t('another extension');
  // A thread is named by its beginning; one of an earlier window by its id.
  if (consumer.startsWith('live:')) return name === undefined ? `@live (${consumer.slice(5, 9)})` : `@live: ${name}`;
  if (!consumer.startsWith('mcp:')) return consumer;
  const session = consumer.slice('mcp:'.length);
  const isRandom = /^[0-9a-f-]{16,}$/i.test(session);
  const [, agent = session, process = session] = /^([a-z]+)-(\d+)-\w+$/.exec(session) ?? [];
  const short = isRandom ? session.slice(0, 4) : process;
  if (name === undefined && isRandom) return t('MCP client {0}', short);
  const own = name === undefined ? agent : agentName(name);
  // Clients of one name need a distinction.
  const whole = own.replace(/[^\w.-]+/g, '-') === session ? own : `${own} (${short})`;
  const reserved = ['copilot', '@', t('clipboard'), t('the developer'), t('shared by all')];
  const plain = whole.normalize('NFKC').trim().toLowerCase();
  return reserved.some((one) => plain.startsWith(one)) ? t('MCP client {0}', whole) : whole;
}
