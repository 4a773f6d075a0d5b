import type { Origin } from '../../protocol/liveContext.ts';
import type { ChangeSet } from '../../text/changeSet.ts';
import type { SourceText } from '../../text/sourceText.ts';

/** How near keystrokes must be to join into one edit (design H). */
const joinLines = 8;
export const joinMs = 1000;

/** What has been joined so far, in coordinates of the text before the edit. */
interface Joined {
  readonly changes: ChangeSet;
  /** When it was last typed into, ms since the epoch. */
  readonly last: number;
  /** The touched part of the present text, UTF-16 units. */
  readonly span: Span;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The edit that keystrokes still join. It has no version id yet: handing one out seals it. */
export class OpenEdit {
  readonly origin: Origin;
  readonly reason: string | undefined;
  #joined: Joined;

  constructor(changes: ChangeSet, origin: Origin, timestamp: number, reason?: string) {
    this.origin = origin;
    this.reason = reason;
    this.#joined = { changes, last: timestamp, span: spanAfter(changes) };
  }

  /** The composed changes, in coordinates of the text before the edit. */
  get changes(): ChangeSet {
    return this.#joined.changes;
  }

  get last(): number {
    return this.#joined.last;
  }

  /** Whether further changes belong to this edit; `newer` is the text after them. */
  joins(changes: ChangeSet, origin: Origin, timestamp: number, newer: SourceText): boolean {
    const joinable = origin === 'typing' || origin === 'undo' || origin === 'redo';
    if (!joinable || origin !== this.origin || this.reason !== undefined) return false;
    if (timestamp - this.last > joinMs || timestamp < this.last) return false;
    const { start, end } = this.#spanWith(changes);
    return newer.lineIndexOf(end) - newer.lineIndexOf(start) < joinLines;
  }

  join(changes: ChangeSet, timestamp: number): void {
    this.#joined = { changes: this.changes.compose(changes), last: timestamp, span: this.#spanWith(changes) };
  }

  #spanWith(changes: ChangeSet): Span {
    const added = spanAfter(changes);
    const { start, end } = this.#joined.span;
    return {
      start: Math.min(changes.mapOffset(start, -1), added.start),
      end: Math.max(changes.mapOffset(end, 1), added.end),
    };
  }
}

function spanAfter(changes: ChangeSet): Span {
  const first = changes.changes[0];
  const last = changes.changes.at(-1);
  if (first === undefined || last === undefined) return { start: 0, end: 0 };
  return { start: first.start, end: last.end + changes.lengthAfter - changes.lengthBefore };
}
