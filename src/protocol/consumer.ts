/** Who asks: `clipboard`, `view`, `lm-tools`, `live:<thread>`, `mcp:<session>`, or an extension's id (`extension` for one that gives none). */
export type Consumer = string;

/** The developer at the commands that copy, and in the view. */
export const clipboard: Consumer = 'clipboard';

/** The tools that VS Code offers to its own chat models, which cannot tell two chats apart. */
export const editorTools: Consumer = 'lm-tools';

/** Whether another extension may ask under a name: an extension's id, which is nobody's but an extension's. */
export function isExtension(consumer: Consumer): boolean {
  return consumer === 'extension' || /^[a-z0-9][a-z0-9-]*\.[a-z0-9][\w.-]*$/i.test(consumer);
}

/** The consumers that speak for the developer: what tools and agents may only read, these may change. */
export const trustedConsumers: ReadonlySet<Consumer> = new Set(['clipboard', 'view']);

/** The consumers whose words are the developer's: those, and the threads of the chat. What others send is their own, and may be a guess. */
export const developerConsumers = {
  has: (consumer: Consumer): boolean => trustedConsumers.has(consumer) || /^live(?::|$)/.test(consumer),
};
