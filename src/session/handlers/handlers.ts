import type { Channel, ParsedParams, Value } from '../../protocol/channels.ts';
import type { Consumer } from '../../protocol/consumer.ts';

/** Answers a channel. Parameters are validated. Throws an `AppError` for expected failures. */
export type Handler<C extends Channel> = (params: ParsedParams<C>, consumer: Consumer) => Promise<Value<C>>;

export type Handlers = { readonly [C in Channel]: Handler<C> };

/** The handlers of one family of channels, such as `pins`. */
export type HandlersOf<Family extends string> = Pick<Handlers, Extract<Channel, `${Family}:${string}`>>;
