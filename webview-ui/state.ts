import type { Value } from '../src/protocol/channels.ts';
import type { Failure, Result } from '../src/protocol/result.ts';
import { share } from './components/share.ts';

export type Status = Value<'live:status'>;
export type Context = Value<'live:get'>;
export type Timeline = Value<'live:timeline'>;
export type BudgetState = Value<'context:budget:get'>;
export type Constraints = Value<'constraints:list'>;
export type Pins = Value<'pins:list'>;
export type Redactions = Value<'redactions:list'>;
export type Preferences = Value<'preferences:list'>;
export type Windows = Value<'windows:list'>;
/** The context files of each conversation, and how much room they take. */
export interface Files {
  readonly usage: Value<'files:usage'>;
  readonly groups: readonly Pick<Value<'files:list'>, 'conversationId' | 'items'>[];
}
type DocumentStatus = NonNullable<Status['document']>;
export type UntrackedDocument = Extract<DocumentStatus, { tracked: false }>;

/** Something that fails for itself alone: the last good value (null when there was none), and what went wrong since. */
export interface Part<T> {
  readonly value: T | null;
  readonly problem: Failure | null;
}

/** What can be read and changed though no prompt can be had. */
export interface Adjustable {
  readonly budget: Part<BudgetState>;
  readonly constraints: Part<Constraints>;
  readonly pins: Part<Pins>;
  readonly preferences: Part<Preferences>;
  readonly redactions: Part<Redactions>;
}

/** Everything about a tracked document; a problem stands beside the last good data that it left in place. */
export interface Ready extends Adjustable {
  readonly kind: 'ready';
  readonly status: Status;
  readonly context: Context;
  readonly timeline: Part<Timeline>;
  readonly windows: Part<Windows>;
  readonly problem: Failure | null;
}

export type ViewState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'empty'; readonly status: Status }
  | { readonly kind: 'untracked'; readonly status: Status; readonly document: UntrackedDocument }
  | {
      readonly kind: 'error';
      readonly status: Status | null;
      readonly problem: Failure;
      /** Known while a followed document is active: here a budget that is too small is raised, or a selection unpinned. */
      readonly adjustable: Adjustable | null;
    }
  | Ready;

/** The answers of one round; `detail` only when the active document is tracked. */
export interface Round {
  readonly status: Result<Status>;
  readonly detail?: {
    readonly context: Result<Context>;
    readonly timeline: Result<Timeline>;
    readonly budget: Result<BudgetState>;
    readonly constraints: Result<Constraints>;
    readonly pins: Result<Pins>;
    readonly preferences: Result<Preferences>;
    readonly windows: Result<Windows>;
    readonly redactions: Result<Redactions>;
  };
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
  const adjustable = {
    budget: part(before?.budget, detail.budget),
    constraints: part(before?.constraints, detail.constraints),
    pins: part(before?.pins, detail.pins),
    preferences: part(before?.preferences, detail.preferences),
    redactions: part(before?.redactions, detail.redactions),
  };
  if (!detail.context.ok) return withProblem(before, status.value, detail.context.error, adjustable);
  return {
    kind: 'ready',
    status: status.value,
    context: detail.context.value,
    timeline: part(before?.timeline, detail.timeline),
    windows: part(before?.windows, detail.windows),
    ...adjustable,
    problem: null,
  };
}

/** A part after its answer: what did not change keeps its identity. */
export function nextPart<T>(before: Part<T> | null, result: Result<T>): Part<T> {
  return share(before, part(before ?? undefined, result));
}

function part<T>(before: Part<T> | undefined, result: Result<T>): Part<T> {
  return result.ok ? { value: result.value, problem: null } : { value: before?.value ?? null, problem: result.error };
}

function withProblem(
  before: ViewState | null,
  status: Status | null,
  problem: Failure,
  adjustable: Adjustable | null = null,
): ViewState {
  if (before?.kind === 'ready') return { ...before, ...adjustable, status: status ?? before.status, problem };
  const known = before !== null && 'status' in before ? before.status : null;
  return { kind: 'error', status: status ?? known, problem, adjustable };
}
