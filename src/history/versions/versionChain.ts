import { ChangeSet } from '../../text/changeSet.ts';
import type { SourceText } from '../../text/sourceText.ts';
import { EditLog } from './editLog.ts';
import type { Version } from './versionId.ts';

/** A version older than the ring that somebody still holds, with the changes to the next retained version. */
interface Pin {
  readonly version: Version;
  readonly text: SourceText;
  toNext: ChangeSet;
}

/**
 * The retained versions of one document, old to new, with the exact changes between them: first the pinned ones, then the
 * ring (design H). Law: for retained versions a ≤ b, `between(a, b).apply(textOf(a))` is `textOf(b)`.
 */
export class VersionChain {
  readonly #pins: Pin[] = [];
  readonly #log: EditLog;
  /** `#versions[i]` is the version after `#log.first + i` edits. */
  readonly #versions: Version[];
  /** Where versions were folded away: the retained number before them (0 before the oldest) → the first folded number. */
  readonly #folded = new Map<number, number>();

  /** `folded` is the number of the first version before this one that is no longer kept, or null. */
  constructor(version: Version, text: SourceText, folded: number | null = null) {
    this.#log = new EditLog(text);
    this.#versions = [version];
    if (folded !== null) this.#folded.set(0, folded);
  }

  get oldest(): Version {
    return this.#pins[0]?.version ?? (this.#versions[0] as Version);
  }

  get newest(): Version {
    return this.#versions.at(-1) as Version;
  }

  /** How many edits the ring holds. */
  get edits(): number {
    return this.#versions.length - 1;
  }

  /** The versions in the ring, old to new; the first one is the text before the ring's first edit. */
  get ring(): readonly Version[] {
    return this.#versions;
  }

  /** Every retained version, old to new. */
  get all(): readonly Version[] {
    return [...this.#pins.map((pin) => pin.version), ...this.#versions];
  }

  /** Approximate memory in bytes. */
  get byteSize(): number {
    return this.#pins.reduce((sum, pin) => sum + 256 + changeBytes(pin.toNext), this.#log.byteSize);
  }

  /** The number of the first version folded away right after a retained one, or before the oldest (0); null when none was. */
  foldedAfter(number: number): number | null {
    return this.#folded.get(number) ?? null;
  }

  /** `folded` names the first version that the changes jump over, when a stored history was folded there. */
  append(version: Version, changes: ChangeSet, folded: number | null = null): void {
    if (version.number <= this.newest.number)
      throw new RangeError(`Version ${version.id} is not newer than ${this.newest.id}`);
    if (folded !== null) this.#folded.set(this.newest.number, folded);
    this.#log.append(changes);
    this.#versions.push(version);
  }

  /** The text of a retained version; null when it is not retained. */
  textOf(number: number): SourceText | null {
    const pin = this.#pins.find((candidate) => candidate.version.number === number);
    if (pin !== undefined) return pin.text;
    const index = this.#ringIndex(number);
    return index < 0 ? null : this.#log.at(this.#log.first + index);
  }

  /** The composed changes from one retained version to a later or equal one; null when either is not retained. */
  between(from: number, to: number): ChangeSet | null {
    if (from > to) throw new RangeError(`Version number ${to} is older than ${from}`);
    const fromPin = this.#pins.findIndex((pin) => pin.version.number === from);
    if (fromPin < 0) return this.#betweenInRing(this.#ringIndex(from), this.#ringIndex(to));
    const toPin = this.#pins.findIndex((pin) => pin.version.number === to);
    const ringPart = toPin < 0 ? this.#betweenInRing(0, this.#ringIndex(to)) : null;
    if (toPin < 0 && ringPart === null) return null;
    const steps = this.#pins.slice(fromPin, toPin < 0 ? undefined : toPin).map((pin) => pin.toNext);
    const { length } = (this.#pins[fromPin] as Pin).text;
    return ChangeSet.composeAll(ringPart === null ? steps : [...steps, ringPart], length);
  }

  /**
   * The document's version at the moment when `number` was the newest one: `gone` when it was folded away, null when the
   * document was first seen later.
   */
  versionAt(number: number): Version | 'gone' | null {
    const found = this.all.findLast((version) => version.number <= number);
    const folded = this.foldedAfter(found?.number ?? 0);
    if (folded !== null && folded <= number) return 'gone';
    return found ?? null;
  }

  /** Folds the oldest edits into the base until at most `limit` are left; held versions stay readable as pins. */
  fold(limit: number, isHeld: (number: number) => boolean): void {
    while (this.edits > limit) {
      const { first } = this.#log;
      const version = this.#versions[0] as Version;
      const changes = this.#log.between(first, first + 1);
      const last = this.#pins.at(-1);
      if (isHeld(version.number)) this.#pins.push({ version, text: this.#log.at(first), toNext: changes });
      else {
        if (last !== undefined) last.toNext = last.toNext.compose(changes);
        this.#forget(version.number, last);
      }
      this.#log.dropBefore(first + 1);
      this.#versions.shift();
    }
  }

  /** Lets go of pins that nobody holds any more; their changes join those of the pin before. */
  release(isHeld: (number: number) => boolean): void {
    for (let index = this.#pins.length - 1; index >= 0; index--) {
      const pin = this.#pins[index] as Pin;
      if (isHeld(pin.version.number)) continue;
      const before = this.#pins[index - 1];
      if (before !== undefined) before.toNext = before.toNext.compose(pin.toNext);
      this.#pins.splice(index, 1);
      this.#forget(pin.version.number, before);
    }
  }

  /** Remembers that a version after `before` is gone. */
  #forget(number: number, before: Pin | undefined): void {
    const key = before?.version.number ?? 0;
    this.#folded.set(key, Math.min(this.#folded.get(key) ?? number, number));
    this.#folded.delete(number);
  }

  #ringIndex(number: number): number {
    let low = 0;
    let high = this.#versions.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = (this.#versions[middle] as Version).number;
      if (found === number) return middle;
      if (found < number) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  #betweenInRing(from: number, to: number): ChangeSet | null {
    return from < 0 || to < 0 ? null : this.#log.between(this.#log.first + from, this.#log.first + to);
  }
}

function changeBytes(changes: ChangeSet): number {
  return changes.changes.reduce((sum, change) => sum + 48 + 2 * change.newText.length, 0);
}
