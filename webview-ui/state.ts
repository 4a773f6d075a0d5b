import type { Value } from '../src/protocol/channels.ts';
import type { Failure, Result } from '../src/protocol/result.ts';
import type { ViewHead, ViewSnapshot } from '../src/protocol/viewMessages.ts';

export type Timeline = Value<'live:timeline'>;
export type BudgetReply = Value<'context:budget:get'>;
export type Constraints = Value<'constraints:list'>;
export type PinList = Value<'pins:list'>;
export type Redactions = Value<'redactions:list'>;
export type Preferences = Value<'preferences:list'>;
export type UntrackedDocument = Extract<NonNullable<ViewHead['document']>, { tracked: false }>;

/**
 * Something that fails by itself: the last good value (null if there was none), and what has gone
 * wrong since.
 */
export interface Loaded<T> {
  readonly value: T | null;
  readonly problem: Failure | null;
}

type LoadedOf<R> = R extends { readonly ok: true; readonly value: infer T } ? Loaded<T> : never;
type SnapshotDetail = NonNullable<ViewSnapshot['detail']>;
export type Details = { readonly [K in keyof SnapshotDetail]: LoadedOf<SnapshotDetail[K]> };

/** The state of the view. */
export interface ViewState extends Pick<ViewSnapshot, 'head' | 'consumer' | 'consumers'> {
  readonly status: LoadedOf<ViewSnapshot['status']>;
  readonly deliveries: LoadedOf<ViewSnapshot['deliveries']>;
  /**
   * Details of the document in the head; null if it is not followed, and until its first snapshot.
   */
  readonly details: Details | null;
}

/**
 * The state after a snapshot; of what failed or is to come, the last good value of the same document
 * and consumer stays.
 */
export function withSnapshot(before: ViewState | null, snapshot: ViewSnapshot): ViewState {
  const { head, consumer, consumers, detail } = snapshot;
  const isSame = before !== null && isSameDocument(before.head, head) && before.consumer === consumer;
  const known = isSame ? before.details : null;
  const entries = Object.entries(detail ?? {}) as [keyof SnapshotDetail, Result<unknown>][];
  const details = Object.fromEntries(entries.map(([key, result]) => [key, loaded(known?.[key], result)]));
  return {
    ...{ head, consumer, consumers },
    status: loaded(before?.status, snapshot.status),
    deliveries: loaded(before?.deliveries, snapshot.deliveries),
    details: detail === null ? known : (details as Details),
  };
}

function isSameDocument(one: ViewHead, other: ViewHead): boolean {
  return one.document?.documentId === other.document?.documentId && one.document?.tracked === other.document?.tracked;
}

function loaded<T>(before: Loaded<T> | undefined, result: Result<T>): Loaded<T> {
  return result.ok ? { value: result.value, problem: null } : { value: before?.value ?? null, problem: result.error };
}
