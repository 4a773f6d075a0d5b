import type { Event } from '../base/event.ts';
import type { Channel } from '../protocol/channels.ts';
import type { Result } from '../protocol/result.ts';

/** What may have changed: the result of `live:get`, or the list of context files. */
export type SessionChange = 'context' | 'files';

/** The session's client as agents reach it, in this process or in another one. Every request settles. */
export interface SessionClient {
  request(channel: Channel, params: unknown, consumer: string): Promise<Result<unknown>>;
  readonly onDidChange: Event<SessionChange>;
}

/** A client whose window may be missing. */
export interface DistantClient extends SessionClient {
  /** Why this window is taken for the agent's, where no folder of it holds the agent's; null when one does. */
  readonly guess: string | null;
}
