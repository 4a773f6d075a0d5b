import type { Channel, Value } from '../src/protocol/channels.ts';
import type { Failure, Result } from '../src/protocol/result.ts';
import type { ViewHead, ViewPrompt, ViewSnapshot } from '../src/protocol/viewMessages.ts';

export type Timeline = Value<'live:timeline'>;
export type BudgetReply = Value<'context:budget:get'>;
export type Constraints = Value<'constraints:list'>;
export type PinList = Value<'pins:list'>;
export type Redactions = Value<'redactions:list'>;
export type Preferences = Value<'preferences:list'>;
export type Windows = Value<'windows:list'>;
export type UntrackedDocument = Extract<NonNullable<ViewHead['document']>, { tracked: false }>;

/** Something that fails for itself alone: the last good value (null when there was none), and what went wrong since. */
export interface Loaded<T> {
  readonly value: T | null;
  readonly problem: Failure | null;
}

export interface Details {
  readonly prompt: Loaded<ViewPrompt>;
  readonly windows: Loaded<Windows>;
  readonly timeline: Loaded<Timeline>;
  readonly budget: Loaded<BudgetReply>;
  readonly constraints: Loaded<Constraints>;
  readonly pins: Loaded<PinList>;
  readonly preferences: Loaded<Preferences>;
  readonly redactions: Loaded<Redactions>;
}

/** What the view shows. */
export interface ViewState {
  readonly head: ViewHead;
  readonly status: Loaded<Value<'live:status'>>;
  readonly consumer: string;
  readonly consumers: ViewSnapshot['consumers'];
  readonly deliveries: Loaded<Value<'deliveries:list'>>;
  /** Of the document in the head; null while it is not followed, and until its first snapshot came. */
  readonly details: Details | null;
}

/** Another document is in front: what is known of the one before is not shown under its name. */
export function withHead(before: ViewState | null, head: ViewHead): ViewState {
  const fresh: ViewState = {
    head,
    status: before?.status ?? { value: null, problem: null },
    consumer: before?.consumer ?? 'clipboard',
    consumers: before?.consumers ?? [],
    deliveries: before?.deliveries ?? { value: null, problem: null },
    details: null,
  };
  return before !== null && isSameDocument(before.head, head) ? { ...fresh, details: before.details } : fresh;
}

/** The state after a snapshot. */
export function withSnapshot(before: ViewState | null, snapshot: ViewSnapshot): ViewState {
  const { head, status, consumer, consumers, detail } = snapshot;
  const same =
    before !== null && isSameDocument(before.head, head) && before.consumer === consumer ? before.details : null;
  return {
    ...{ head, consumer, consumers },
    status: loadedFrom(before?.status, status),
    deliveries: loadedFrom(before?.deliveries, snapshot.deliveries),
    details: detail === null ? null : detailsOf(same, detail),
  };
}

function detailsOf(before: Details | null, detail: NonNullable<ViewSnapshot['detail']>): Details {
  return {
    prompt: loadedFrom(before?.prompt, detail.prompt),
    windows: loadedFrom(before?.windows, detail.windows),
    timeline: loadedFrom(before?.timeline, detail.timeline),
    budget: newerBudget(before?.budget, loadedFrom(before?.budget, detail.budget)),
    constraints: loadedFrom(before?.constraints, detail.constraints),
    pins: loadedFrom(before?.pins, detail.pins),
    preferences: loadedFrom(before?.preferences, detail.preferences),
    redactions: loadedFrom(before?.redactions, detail.redactions),
  };
}

/** A snapshot that was begun before a change takes nothing back. */
function newerBudget(before: Loaded<BudgetReply> | undefined, next: Loaded<BudgetReply>): Loaded<BudgetReply> {
  return (before?.value?.version ?? 0) > (next.value?.version ?? 0) ? { ...next, value: before?.value ?? null } : next;
}

type Answers = { readonly [C in Channel]?: (details: Details, value: Value<C>) => Partial<Details> };

/** What changes of these channels answer of the details. */
const answers: Answers = {
  'context:budget:update': (_, budget) => ({ budget: { value: budget, problem: null } }),
  'preferences:decide': (_, preferences) => ({ preferences: { value: preferences, problem: null } }),
  'constraints:update': ({ constraints: { value, problem } }, { projectId, constraint }) => {
    if (value?.projectId !== projectId) return {};
    const constraints = value.constraints.map((one) => (one.id === constraint.id ? constraint : one));
    return { constraints: { value: { projectId, constraints }, problem } };
  },
};

/** The state after a change: what it has answered is shown before the next snapshot tells of it, so that nobody goes on with what was. */
export function withAnswer<C extends Channel>(before: ViewState | null, channel: C, value: Value<C>): ViewState | null {
  const { details } = before ?? {};
  const change = answers[channel];
  if (before === null || !details || change === undefined) return before;
  return { ...before, details: { ...details, ...change(details, value) } };
}

function isSameDocument(one: ViewHead, other: ViewHead): boolean {
  return one.document?.documentId === other.document?.documentId && one.document?.tracked === other.document?.tracked;
}

function loadedFrom<T>(before: Loaded<T> | undefined, result: Result<T>): Loaded<T> {
  return result.ok ? { value: result.value, problem: null } : { value: before?.value ?? null, problem: result.error };
}
