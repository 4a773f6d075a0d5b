import { ChangeSet } from '../../text/changeSet.ts';
import type { SourceText } from '../../text/sourceText.ts';
import { EditLog } from './editLog.ts';
import { type EditLabel, VersionColumns } from './versionColumns.ts';
import type { Version } from './versionId.ts';

/**
 * A version older than the ring that is retained, with the changes to the next retained version.
 */
interface Retained {
  readonly version: Version;
  readonly text: SourceText;
  label: EditLabel;
  toNext: ChangeSet;
}

/**
 * Bounds of the ring, whichever is reached first: its edits, and their memory besides the text
 * itself.
 */
export interface RingLimits {
  readonly edits: number;
  readonly bytes: number;
}

/**
 * Share of the ring that is folded at once beyond a limit, so that folding costs little per edit.
 */
const foldedShare = 1 / 8;
/** The newest edits stay in the ring however large they are: this number of them. */
const leastEdits = 4;

/**
 * The retained versions of a document, old to new, with the exact changes between them: those
 * retained beyond the ring, then the ring.
 *
 * Law: for retained versions a ≤ b, `between(a, b).apply(textOf(a))` is `textOf(b)`.
 */
export class VersionChain {
  readonly #retained: Retained[] = [];
  readonly #log: EditLog;
  /**
   * Version `i` of the ring is the one after `#log.first + i` edits; the first precedes the ring's
   * first edit.
   */
  readonly #ring = new VersionColumns();
  /** Gaps: the retained number before one (0 before the oldest) → the first folded number. */
  readonly #folded = new Map<number, number>();
  #newest: Version;

  /**
   * `folded` is the number of the first version before this one that is no longer kept, or null.
   */
  constructor(version: Version, text: SourceText, folded: number | null) {
    this.#log = new EditLog(text);
    this.#ring.push(version, { origin: 'unknown' });
    this.#newest = version;
    if (folded !== null) this.#folded.set(0, folded);
  }

  get oldest(): Version {
    return this.#retained[0]?.version ?? this.#ring.at(0);
  }

  get newest(): Version {
    return this.#newest;
  }

  /** The text of the newest version. */
  get text(): SourceText {
    return this.#log.newest;
  }

  /** The number of versions in the ring; the first precedes the ring's first edit. */
  get ringLength(): number {
    return this.#ring.length;
  }

  /** A version of the ring, 0 the oldest. */
  ringVersion(index: number): Version {
    return this.#ring.at(index);
  }

  /** Counts the versions of the ring that are newer than a number. */
  ringAfter(number: number): number {
    return this.#ring.length - 1 - this.#ring.lastUpTo(number);
  }

  ringLabel(index: number): EditLabel {
    return this.#ring.label(index);
  }

  /** Every retained version, old to new. */
  get all(): readonly Version[] {
    const ring = Array.from({ length: this.#ring.length }, (_, index) => this.#ring.at(index));
    return [...this.#retained.map(({ version }) => version), ...ring];
  }

  /** The retained version with a number, or null. */
  find(number: number): Version | null {
    const index = this.#ring.indexOf(number);
    if (index >= 0) return this.#ring.at(index);
    return this.#retained.find(({ version }) => version.number === number)?.version ?? null;
  }

  /**
   * The newest retained version at a time, ms since the epoch, not older than the version `since`,
   * or null.
   */
  lastAt(timestamp: number, since: number): Version | null {
    for (let index = this.#ring.length - 1; index >= 0 && this.#ring.number(index) >= since; index--) {
      if (this.#ring.timestamp(index) <= timestamp) return this.#ring.at(index);
    }
    const older = this.#retained.findLast(({ version }) => version.timestamp <= timestamp && version.number >= since);
    return older?.version ?? null;
  }

  /** Approximate memory in bytes. */
  get byteSize(): number {
    const retained = this.#retained.reduce((sum, { toNext }) => sum + 256 + changeBytes(toNext), 0);
    return retained + this.#ring.byteSize + this.#log.byteSize;
  }

  /** The label of the edit that led to a retained version. */
  label(number: number): EditLabel | null {
    const index = this.#ring.indexOf(number);
    if (index >= 0) return this.#ring.label(index);
    return this.#retained.find(({ version }) => version.number === number)?.label ?? null;
  }

  setLabel(number: number, label: EditLabel): void {
    const index = this.#ring.indexOf(number);
    if (index >= 0) this.#ring.setLabel(index, label);
    const retained = this.#retained.find(({ version }) => version.number === number);
    if (retained !== undefined) retained.label = label;
  }

  /**
   * The number of the first version folded away right after a retained one, or before the oldest
   * (0), or null.
   */
  foldedAfter(number: number): number | null {
    return this.#folded.get(number) ?? null;
  }

  /**
   * Appends an edit; `text` is its result. `folded` is the first version that the changes jump over,
   * if a stored history was folded there.
   */
  append(version: Version, changes: ChangeSet, label: EditLabel, folded: number | null, text?: SourceText): void {
    if (version.number <= this.newest.number)
      throw new RangeError(`Version ${version.id} is not newer than ${this.newest.id}`);
    this.#log.append(changes, text);
    if (folded !== null) this.#folded.set(this.newest.number, folded);
    this.#ring.push(version, label);
    this.#newest = version;
  }

  /** Says that versions after the newest one were lost. */
  markGap(): void {
    this.#folded.set(this.newest.number, this.newest.number + 1);
  }

  /** The text of a retained version; null when it is not retained. */
  textOf(number: number): SourceText | null {
    const index = this.#ring.indexOf(number);
    if (index >= 0) return this.#log.at(this.#log.first + index);
    return this.#retained.find(({ version }) => version.number === number)?.text ?? null;
  }

  /**
   * The composed changes from a retained version to a later or equal one; null if either is not
   * retained.
   */
  between(from: number, to: number): ChangeSet | null {
    if (from > to) throw new RangeError(`Version number ${to} is older than ${from}`);
    const first = this.#retained.findIndex(({ version }) => version.number === from);
    if (first < 0) return this.#betweenInRing(this.#ring.indexOf(from), this.#ring.indexOf(to));
    const last = this.#retained.findIndex(({ version }) => version.number === to);
    const ringPart = last < 0 ? this.#betweenInRing(0, this.#ring.indexOf(to)) : null;
    if (last < 0 && ringPart === null) return null;
    const steps = this.#retained.slice(first, last < 0 ? undefined : last).map(({ toNext }) => toNext);
    const { length } = (this.#retained[first] as Retained).text;
    return ChangeSet.composeAll(ringPart === null ? steps : [...steps, ringPart], length);
  }

  /**
   * The document's version when `number` was the newest one: `gone` if it was folded away, null if
   * the document was first seen later.
   */
  versionAt(number: number): Version | 'gone' | null {
    const index = this.#ring.lastUpTo(number);
    const found =
      index >= 0 ? this.#ring.at(index) : this.#retained.findLast(({ version }) => version.number <= number)?.version;
    const folded = this.foldedAfter(found?.number ?? 0);
    if (folded !== null && folded <= number) return 'gone';
    return found ?? null;
  }

  /**
   * Folds the oldest edits beyond a limit and a share more; held versions stay readable. Returns
   * true if any were folded.
   */
  fold(limits: RingLimits, isNeeded: (number: number) => boolean, share = foldedShare): boolean {
    const edits = this.#ring.length - 1;
    const isTooLarge = edits > leastEdits && this.#ring.byteSize + this.#log.editBytes > limits.bytes;
    if (edits <= limits.edits && !isTooLarge) return false;
    const most = Math.min(isTooLarge ? edits - 1 : limits.edits, limits.edits);
    this.#fold(edits - Math.floor(most * (1 - share)), isNeeded);
    return true;
  }

  /** Folds the oldest `count` edits of the ring away; held versions stay readable. */
  #fold(count: number, isNeeded: (number: number) => boolean): void {
    const { first } = this.#log;
    for (let index = 0; index < count; ) {
      const version = this.#ring.at(index);
      let next = index + 1;
      while (next < count && !isNeeded(this.#ring.number(next))) next++;
      const toNext = this.#log.between(first + index, first + next);
      if (index > 0 || isNeeded(version.number)) {
        const label = this.#ring.label(index);
        this.#retained.push({ version, text: this.#log.at(first + index), label, toNext });
        if (next > index + 1) this.#forget(this.#ring.number(index + 1), version.number);
      } else {
        const last = this.#retained.at(-1);
        if (last !== undefined) last.toNext = last.toNext.compose(toNext);
        this.#forget(version.number, last?.version.number ?? 0);
      }
      for (let gone = index + 1; gone < next; gone++) this.#folded.delete(this.#ring.number(gone));
      index = next;
    }
    this.#log.dropBefore(first + count);
    this.#ring.dropFirst(count);
  }

  /**
   * Drops versions beyond the ring that nothing holds any more; their changes join those before.
   * Returns true if any went.
   */
  release(isNeeded: (number: number) => boolean): boolean {
    const before = this.#retained.length;
    for (let index = this.#retained.length - 1; index >= 0; index--) {
      const { version, toNext } = this.#retained[index] as Retained;
      if (isNeeded(version.number)) continue;
      const older = this.#retained[index - 1];
      if (older !== undefined) older.toNext = older.toNext.compose(toNext);
      this.#retained.splice(index, 1);
      this.#forget(version.number, older?.version.number ?? 0);
    }
    return this.#retained.length < before;
  }

  /** Remembers that a version after the retained number `before` is gone. */
  #forget(number: number, before: number): void {
    this.#folded.set(before, Math.min(this.#folded.get(before) ?? number, number));
    this.#folded.delete(number);
  }

  #betweenInRing(from: number, to: number): ChangeSet | null {
    return from < 0 || to < 0 ? null : this.#log.between(this.#log.first + from, this.#log.first + to);
  }
}

function changeBytes(changes: ChangeSet): number {
  return changes.changes.reduce((sum, change) => sum + 48 + 2 * change.newText.length, 0);
}
