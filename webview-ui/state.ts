import type { Value } from '../src/protocol/channels.ts';
import type { Failure, Result } from '../src/protocol/result.ts';
import { share } from './share.ts';

export type Status = Value<'live:status'>;
export type Context = Value<'live:get'>;
export type Timeline = Value<'live:timeline'>;
type DocumentStatus = NonNullable<Status['document']>;
export type UntrackedDocument = Extract<DocumentStatus, { tracked: false }>;

/** Everything about a tracked document; a problem stands beside the last good data that it left in place. */
export interface Ready {
  readonly kind: 'ready';
  readonly status: Status;
  readonly context: Context;
  readonly timeline: Timeline | null;
  readonly problem: Failure | null;
  readonly timelineProblem: Failure | null;
}

export type ViewState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'empty'; readonly status: Status }
  | { readonly kind: 'untracked'; readonly status: Status; readonly document: UntrackedDocument }
  | { readonly kind: 'error'; readonly status: Status | null; readonly problem: Failure }
  | Ready;

/** The answers of one round; `detail` only when the active document is tracked. */
export interface Round {
  readonly status: Result<Status>;
  readonly detail?: { readonly context: Result<Context>; readonly timeline: Result<Timeline> };
}

/** The state after a round. What did not change keeps its identity, so that rendering can skip it. */
export function reduce(previous: ViewState, round: Round): ViewState {
  return share(previous, next(previous, round));
}

/** Whether a status speaks of something else than what is shown, so that the view must follow at once. */
export function isElsewhere(shown: ViewState, { document }: Status): boolean {
  if (shown.kind === 'ready') return !document?.tracked || document.documentId !== documentIdOf(shown);
  if (shown.kind === 'untracked')
    return document?.tracked !== false || document.documentId !== shown.document.documentId;
  return shown.kind !== 'empty' || document !== null;
}

/** The shown document; null when none is. */
export function documentIdOf(shown: ViewState): string | null {
  return shown.kind === 'ready' ? shown.context.payload.editor_state.document_id : null;
}

function next(previous: ViewState, { status, detail }: Round): ViewState {
  if (!status.ok) return withProblem(previous, null, status.error);
  const document = status.value.document;
  if (document === null) return { kind: 'empty', status: status.value };
  if (!document.tracked) return { kind: 'untracked', status: status.value, document };
  if (detail === undefined) return { kind: 'loading' };
  const before = previous.kind === 'ready' && documentIdOf(previous) === document.documentId ? previous : null;
  if (!detail.context.ok) return withProblem(before, status.value, detail.context.error);
  return {
    kind: 'ready',
    status: status.value,
    context: detail.context.value,
    timeline: detail.timeline.ok ? detail.timeline.value : (before?.timeline ?? null),
    problem: null,
    timelineProblem: detail.timeline.ok ? null : detail.timeline.error,
  };
}

function withProblem(before: ViewState | null, status: Status | null, problem: Failure): ViewState {
  if (before?.kind === 'ready') return { ...before, status: status ?? before.status, problem };
  const known = before !== null && 'status' in before ? before.status : null;
  return { kind: 'error', status: status ?? known, problem };
}
