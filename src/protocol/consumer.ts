/** Who asks: `clipboard`, `view`, `lm-tools`, `live:<thread>`, `mcp:<session>`, or an extension's id. */
export type Consumer = string;

/** The consumers that speak for the developer: what tools and agents may only read, these may change. */
export const trustedConsumers: ReadonlySet<Consumer> = new Set(['clipboard', 'view']);

/** The consumers whose words are the developer's: those, and the threads of the chat. What others send is their own, and may be a guess. */
export const developerConsumers = {
  has: (consumer: Consumer): boolean => trustedConsumers.has(consumer) || /^live(?::|$)/.test(consumer),
};
