import type { Channel } from '../protocol/channels.ts';
import type { Result } from '../protocol/result.ts';

/** The session as agents reach it, in this process or from another. Every request settles. */
export interface SessionClient {
  request(channel: Channel, params: unknown, consumer: string): Promise<Result<unknown>>;
}

/** A client whose window may be missing. */
export interface DistantClient extends SessionClient {
  /** Why this window was chosen if none of its folders holds the agent's; else null. */
  readonly guess: string | null;
}
