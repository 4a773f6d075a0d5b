import * as z from 'zod';
import type { Clock } from '../base/clock.ts';
import type { Sha256 } from '../base/hash.ts';
import type { Workspace } from '../base/workspace.ts';
import type { Histories } from '../history/histories.ts';
import { type Channel, channels, type Params, type Value } from '../protocol/channels.ts';
import { failure, type Result, success } from '../protocol/result.ts';
import type { SettingValues } from '../protocol/settings.ts';
import { type AuditLog, Deliveries } from './deliveries.ts';
import { Documents, type Tracking } from './documents.ts';
import type { Consumer, Handler, Handlers } from './handlers.ts';
import { LiveHandlers } from './liveHandlers.ts';
import type { Notices } from './notices.ts';
import { Problem } from './problem.ts';
import { TimelineHandlers } from './timelineHandlers.ts';

/** What the session needs from outside. */
export interface SessionParts {
  readonly clock: Clock;
  readonly sha256: Sha256;
  readonly workspace: Workspace;
  readonly histories: Histories;
  readonly notices: Notices;
  readonly tracking: Tracking;
  readonly settings: () => SettingValues;
  readonly audit: AuditLog;
  /** Whether git's HEAD can be had. */
  readonly git: () => boolean;
  /** Told of a fault inside; must not log document text. */
  readonly onFault: (error: unknown) => void;
}

/**
 * The one door (design S). Every surface asks here and nowhere below; every request settles with a `Result` and never throws.
 */
export class Session {
  readonly #handlers: Handlers;
  readonly #onFault: (error: unknown) => void;

  constructor(parts: SessionParts) {
    const { clock, sha256, workspace, histories, notices, settings } = parts;
    const documents = new Documents(workspace, histories, parts.tracking);
    const deliveries = new Deliveries(clock, sha256, histories, parts.audit, () => settings().auditText);
    const live = new LiveHandlers(clock, workspace, documents, deliveries, settings);
    const timeline = new TimelineHandlers(clock, workspace, documents);
    this.#onFault = parts.onFault;
    this.#handlers = {
      'live:get': (params, consumer) => live.get(params, consumer),
      'live:changesSince': (params, consumer) => live.changesSince(params, consumer),
      'live:version': (params) => live.version(params),
      'live:timeline': (params) => timeline.timeline(params),
      'checkpoints:create': (params) => timeline.createCheckpoint(params),
      'live:status': async () => ({
        document: documents.status(),
        git: parts.git(),
        trackedDocuments: histories.documents.length,
        notices: [...notices.all],
      }),
    };
  }

  /** Answers one request of a consumer. A channel that does not exist or parameters that do not fit are failures, too. */
  async request<C extends Channel>(channel: C, params: Params<C>, consumer: Consumer): Promise<Result<Value<C>>> {
    if (!Object.hasOwn(channels, channel)) return failure('CHANNEL_UNKNOWN', `There is no channel ${String(channel)}.`);
    const parsed = channels[channel].params.safeParse(params);
    if (!parsed.success) return failure('REQUEST_INVALID', z.prettifyError(parsed.error));
    try {
      const handler = this.#handlers[channel] as Handler<C>;
      return success(await handler(parsed.data as Parameters<Handler<C>>[0], consumer));
    } catch (error) {
      if (error instanceof Problem) return failure(error.code, error.message || undefined, error.data);
      this.#onFault(error);
      return failure('INTERNAL');
    }
  }

  /** Gives a consumer the Live Context: a request of `live:get` that is no preview. */
  deliver(consumer: Consumer, params: Omit<Params<'live:get'>, 'preview'> = {}): Promise<Result<Value<'live:get'>>> {
    return this.request('live:get', { ...params, preview: false }, consumer);
  }
}
