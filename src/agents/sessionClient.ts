import type { Event } from '../base/event.ts';
import type { Channel } from '../protocol/channels.ts';
import type { Result } from '../protocol/result.ts';

/** What may have changed: what `live:get` would say, which context files there are, or whether there is a window at all. */
export type SessionChange = 'context' | 'files' | 'window';

/** The session's client as agents reach it, in this process or in another one. Every request settles. */
export interface SessionClient {
  request(channel: Channel, params: unknown, consumer: string): Promise<Result<unknown>>;
  readonly onDidChange: Event<SessionChange>;
}

/** A client whose window may be missing. */
export interface DistantClient extends SessionClient {
  /** Whether there is a window, or one that is reloading. */
  isPresent(): Promise<boolean>;
  /** Why this window is taken for the agent's, where no folder of it holds the agent's; null when one does. */
  readonly guess: string | null;
}
