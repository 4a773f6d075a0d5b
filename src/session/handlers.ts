import type { Channel, ParsedParams, Value } from '../protocol/channels.ts';

/** Who asks: `clipboard`, `lm-tools`, `live`, `mcp:<session>`, or an extension's id. */
export type Consumer = string;

/** Who speaks for the developer: what tools and agents may only read, these may change. */
export const developers: ReadonlySet<Consumer> = new Set(['clipboard', 'view']);

/** Answers a channel. Parameters have been validated; expected failures are thrown as a `Problem`. */
export type Handler<C extends Channel> = (params: ParsedParams<C>, consumer: Consumer) => Promise<Value<C>>;

export type Handlers = { readonly [C in Channel]: Handler<C> };
