import type { Event } from '../base/event.ts';
import type { Channel } from '../protocol/channels.ts';
import type { Result } from '../protocol/result.ts';

/** What may have changed: what `live:get` would say, or which context files there are. */
export type SessionChange = 'context' | 'files';

/** The session's client as agents reach it, in this process or in another one. Every request settles. */
export interface SessionClient {
  request(channel: Channel, params: unknown, consumer: string): Promise<Result<unknown>>;
  readonly onDidChange: Event<SessionChange>;
}
