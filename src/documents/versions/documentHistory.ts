import { Emitter } from '../../base/event.ts';
import { LruMap } from '../../base/lruMap.ts';
import type { CheckpointKind, Origin } from '../../protocol/prompt/liveContext.ts';
import type { ChangeSet } from '../../text/changeSet.ts';
import type { SourceText } from '../../text/sourceText.ts';
import { type Checkpoint, Checkpoints } from './checkpoint.ts';
import { Intent } from './intent.ts';
import { type RingLimits, VersionChain } from './versionChain.ts';
import type { EditLabel } from './versionColumns.ts';
import { parseVersionId, type Version, type VersionSequence } from './versionId.ts';

/** Maximum pause between keystrokes of one version, and maximum duration of a version, ms. */
export const joinMs = 1000;
const longestMs = 10_000;

/** The edit that keystrokes still join. It has no version id yet: handing one out seals it. */
interface OpenEdit {
  /** Composed, in coordinates of the text before the edit. */
  readonly changes: ChangeSet;
  /** When it was typed into first and last, ms since the epoch. */
  readonly first: number;
  readonly last: number;
  readonly label: EditLabel;
}

/** A sealed edit of the ring, from the text of `base` to the text of `version`. */
export interface Edit extends EditLabel {
  readonly base: Version;
  readonly version: Version;
}

/** An event of a history. Its records rebuild a history from its first text. */
export type HistoryRecord =
  | {
      readonly kind: 'edit';
      readonly version: Version;
      readonly changes: ChangeSet;
      readonly label: EditLabel;
      /** The first version that the changes jump over because it was folded away. */
      readonly folded?: number;
    }
  | { readonly kind: 'label'; readonly number: number; readonly label: EditLabel }
  | { readonly kind: 'checkpoint'; readonly checkpoint: Checkpoint }
  /** Lets go of the checkpoints of a kind. */
  | { readonly kind: 'unpin'; readonly as: CheckpointKind }
  | { readonly kind: 'watermark'; readonly consumer: string; readonly number: number }
  | { readonly kind: 'forget'; readonly consumer: string };

/**
 * Bounds of a history: its ring, its named checkpoints, and the consumers whose watermarks it
 * keeps.
 */
export interface HistoryLimits extends RingLimits {
  readonly named: number;
  readonly consumers: number;
}

/** Deep enough for days of work on one document. */
export const defaultLimits: HistoryLimits = { edits: 50_000, bytes: 16 * 1024 * 1024, named: 16, consumers: 32 };

/**
 * Every retained version of a document: a base, a ring of edits, the open edit that keystrokes
 * join, and the versions that checkpoints and watermarks retain. A delivered version id names the
 * same text forever.
 */
export class DocumentHistory {
  readonly #sequence: VersionSequence;
  readonly #limits: HistoryLimits;
  readonly #chain: VersionChain;
  readonly #checkpoints: Checkpoints;
  readonly #watermarks: LruMap<string, number>;
  readonly #recorded = new Emitter<HistoryRecord>();
  #open: OpenEdit | null = null;
  #intent: Intent | null = null;
  #text: SourceText;

  /** Tells what happened, in order, after it happened. */
  readonly onDidRecord = this.#recorded.event;

  /**
   * `folded` is the first version before `base` that is no longer kept; null if `base` was the
   * first ever.
   */
  constructor(
    base: Version,
    text: SourceText,
    sequence: VersionSequence,
    limits: HistoryLimits = defaultLimits,
    folded: number | null = null,
  ) {
    this.#text = text;
    this.#sequence = sequence;
    this.#limits = limits;
    this.#chain = new VersionChain(base, text, folded);
    this.#checkpoints = new Checkpoints(limits.named);
    this.#watermarks = new LruMap(limits.consumers);
  }

  /** The text now, the open edit included. */
  get text(): SourceText {
    return this.#text;
  }

  /** The newest sealed version; the text now is newer while an edit is open. */
  get newest(): Version {
    return this.#chain.newest;
  }

  get oldest(): Version {
    return this.#chain.oldest;
  }

  /** Every version that can still be read, old to new. */
  get versions(): readonly Version[] {
    return this.#chain.all;
  }

  get checkpoints(): readonly Checkpoint[] {
    return this.#checkpoints.all;
  }

  get watermarks(): ReadonlyMap<string, number> {
    return this.#watermarks;
  }

  /** When the open edit was last typed into, ms; null when none is open. */
  get openSince(): number | null {
    return this.#open?.last ?? null;
  }

  /** Approximate memory in bytes. */
  get byteSize(): number {
    return this.#chain.byteSize + this.#checkpoints.byteSize;
  }

  /** The sealed edits of the ring after the version with a number, old to new. */
  editsAfter(number: number): readonly Edit[] {
    return this.newestEdits(this.#chain.ringAfter(number));
  }

  /** The newest `count` of them, old to new. */
  newestEdits(count: number): readonly Edit[] {
    const length = Math.min(count, this.#chain.ringLength - 1);
    const first = this.#chain.ringLength - length;
    return Array.from({ length }, (_, index) => this.#editAt(first + index));
  }

  /**
   * The edits as they are reported, new to old: those of one intent are one edit, in however many
   * versions they are kept, with what a formatter made of them.
   */
  *recentEdits(): Generator<Edit, void> {
    for (let index = this.#chain.ringLength - 1; index > 0; index--) {
      const version = this.#chain.ringVersion(index);
      while (index > 1 && this.#continues(index)) index--;
      const { joins: _, ...first } = this.#editAt(index);
      yield { ...first, version };
    }
  }

  /**
   * Follows one change of the document. Keystrokes near each other make one version.
   * Throws `RangeError` when the changes are not made for the present text.
   */
  record(changes: ChangeSet, origin: Origin, timestamp: number): void {
    if (changes.lengthBefore !== this.#text.length) {
      throw new RangeError(
        `Changes for a text of ${changes.lengthBefore} units do not fit one of ${this.#text.length}`,
      );
    }
    if (changes.isEmpty) return;
    const newer = changes.apply(this.#text);
    const joins = this.#intent?.takes(changes, origin, timestamp, newer) ?? false;
    if (!joins) this.#intent = new Intent(changes, origin, timestamp);
    const open = joins ? this.#open : null;
    if (open !== null && timestamp - open.last <= joinMs && timestamp - open.first <= longestMs)
      this.#open = { ...open, changes: open.changes.compose(changes), last: timestamp };
    else {
      this.seal();
      this.#open = { changes, first: timestamp, last: timestamp, label: { origin, joins: joins || undefined } };
    }
    this.#text = newer;
  }

  /**
   * Corrects the origin of the newest edits, new to old, while `isMeant` holds: a change on disk is
   * recognised only afterwards. Seals the open edit; returns the current version.
   */
  relabel(origin: Origin, isMeant: (edit: Edit) => boolean): Version {
    const version = this.seal();
    for (let index = this.#chain.ringLength - 1; index > 0; index--) {
      const edit = this.#editAt(index);
      if (!isMeant(edit)) break;
      this.label(edit.version.number, origin);
    }
    return version;
  }

  /** Corrects the label of a sealed edit. With a reason it is reported as an event. */
  label(number: number, origin: Origin, reason?: string): void {
    const label = { origin, reason, joins: this.#chain.label(number)?.joins };
    this.#chain.setLabel(number, label);
    this.#recorded.fire({ kind: 'label', number, label });
  }

  /** The version of the text now. Seals the open edit, so the id names this text for ever. */
  seal(): Version {
    const open = this.#open;
    if (open === null) return this.#chain.newest;
    this.#open = null;
    const version = this.#sequence.next(open.last);
    this.#append({ kind: 'edit', version, changes: open.changes, label: open.label }, this.#text);
    return version;
  }

  /** The retained version with an id, also of another lineage; null if it is not retained. */
  find(id: string): Version | null {
    const number = parseVersionId(id)?.number ?? 0;
    const found = this.#chain.find(number) ?? this.checkpoints.find((one) => one.version.number === number)?.version;
    return found?.id === id ? found : null;
  }

  /** The newest version with a text, not older than the version `since`; null without one. */
  newestWith(text: SourceText, since: number): Version | null {
    this.seal();
    const versions = this.versions.filter(({ number }) => number >= since);
    return versions.findLast(({ number }) => this.textOf(number)?.equals(text)) ?? null;
  }

  /** The retained version with a number, or null. */
  version(number: number): Version | null {
    return this.#chain.find(number);
  }

  /** The newest version at a time, ms since the epoch, not older than the version `since`. */
  lastAt(timestamp: number, since: number): Version | null {
    return this.#chain.lastAt(timestamp, since);
  }

  /** The text of a retained version; null when it was never ours or is gone. */
  textOf(number: number): SourceText | null {
    return this.#chain.textOf(number) ?? this.#checkpoints.detached(number)?.text ?? null;
  }

  /** The exact changes from one retained version to a later one; null when either is gone. */
  between(from: number, to: number): ChangeSet | null {
    const detached = this.#checkpoints.detached(from);
    if (detached === null) return this.#chain.between(from, to);
    const rest = detached.base > to ? null : this.#chain.between(detached.base, to);
    return rest === null ? null : detached.changes.compose(rest);
  }

  /**
   * The version from which the changes after `number` start: the document's version then, or its
   * first one if it came later; `gone` if that is no longer kept.
   */
  startAfter(number: number): Version | 'gone' {
    return this.#chain.versionAt(number) ?? (this.folded === null ? this.oldest : 'gone');
  }

  /**
   * The first version before the oldest that is no longer kept; null if the oldest was the first
   * ever.
   */
  get folded(): number | null {
    return this.#chain.foldedAfter(0);
  }

  /**
   * Retains the current text. A checkpoint of the same kind and name on the same version is not
   * made twice.
   */
  checkpoint(kind: CheckpointKind, timestamp: number, name?: string): Checkpoint {
    const version = this.seal();
    const same = this.#checkpoints.all.filter((one) => one.kind === kind && one.name === name);
    const known = same.findLast((one) => one.version.number === version.number);
    if (known !== undefined) return known;
    const checkpoint = { kind, version, timestamp, name };
    this.#addCheckpoint(checkpoint);
    return checkpoint;
  }

  /** Retains git's HEAD, a text of another lineage; `changes` lead from it to the current text. */
  headCheckpoint(text: SourceText, changes: ChangeSet, timestamp: number): void {
    const base = this.seal().number;
    const version = this.#sequence.next(timestamp);
    this.#addCheckpoint({ kind: 'head', version, timestamp, detached: { text, changes, base } });
  }

  /** Lets go of the checkpoints of a kind. */
  unpin(kind: CheckpointKind): void {
    if (!this.#checkpoints.keep((one) => one.kind !== kind)) return;
    this.#release();
    this.#recorded.fire({ kind: 'unpin', as: kind });
  }

  /**
   * Remembers the version when `number` was the newest one as the last that the consumer received.
   */
  markAt(consumer: string, number: number): void {
    if (this.#watermarks.peek(consumer) === number) return;
    this.#watermarks.set(consumer, number);
    this.#release();
    this.#recorded.fire({ kind: 'watermark', consumer, number });
  }

  /** Lets go of a consumer's watermark. */
  forget(consumer: string): void {
    if (!this.#watermarks.delete(consumer)) return;
    this.#release();
    this.#recorded.fire({ kind: 'forget', consumer });
  }

  /** Gives memory back: keeps a share of the ring, the newest edits. */
  shrink(share: number): void {
    const edits = Math.floor((this.#chain.ringLength - 1) * share);
    if (this.#chain.fold({ edits, bytes: this.#limits.bytes }, this.#isNeeded)) this.#forgetGone();
  }

  /** Says that versions after the newest one were lost, and with them the checkpoints on them. */
  markGap(): void {
    this.#chain.markGap();
    this.#checkpoints.keep(({ version, detached }) => this.#chain.find(detached?.base ?? version.number) !== null);
  }

  /** Replays a record: this is how a stored history is restored. */
  replay(record: HistoryRecord): void {
    if (record.kind === 'edit') {
      this.#append(record, undefined, 0);
      this.#text = this.#chain.text;
    } else if (record.kind === 'label') this.#chain.setLabel(record.number, record.label);
    else if (record.kind === 'checkpoint') this.#addCheckpoint(record.checkpoint);
    else if (record.kind === 'unpin') this.unpin(record.as);
    else if (record.kind === 'watermark') this.markAt(record.consumer, record.number);
    else this.forget(record.consumer);
  }

  /**
   * The records that rebuild this history from its oldest text: checkpoints and watermarks, then
   * the edits, folded ones composed.
   */
  records(): readonly HistoryRecord[] {
    const versions = this.#chain.all;
    const edits = versions.slice(1).map((version, index): HistoryRecord => {
      const before = (versions[index] as Version).number;
      const changes = this.#chain.between(before, version.number) as ChangeSet;
      const folded = this.#chain.foldedAfter(before);
      const label = this.#chain.label(version.number) ?? { origin: 'unknown' };
      return { kind: 'edit', version, changes, label, ...(folded === null ? {} : { folded }) };
    });
    const checkpoints = this.checkpoints.map((checkpoint): HistoryRecord => ({ kind: 'checkpoint', checkpoint }));
    const marks = [...this.#watermarks].map(
      ([consumer, number]): HistoryRecord => ({ kind: 'watermark', consumer, number }),
    );
    return [...checkpoints, ...marks, ...edits];
  }

  #append(record: HistoryRecord & { readonly kind: 'edit' }, text?: SourceText, foldedShare?: number): void {
    this.#chain.append(record.version, record.changes, record.label, record.folded ?? null, text);
    this.#recorded.fire(record);
    if (this.#chain.fold(this.#limits, this.#isNeeded, foldedShare)) this.#forgetGone();
  }

  #addCheckpoint(checkpoint: Checkpoint): void {
    this.#checkpoints.add(checkpoint);
    this.#release();
    this.#recorded.fire({ kind: 'checkpoint', checkpoint });
  }

  #release(): void {
    if (this.#chain.release(this.#isNeeded)) this.#forgetGone();
  }

  #forgetGone(): void {
    // A save whose version is no longer retained is gone, too.
    this.#checkpoints.keep(({ kind, version }) => kind !== 'saved' || this.#chain.find(version.number) !== null);
  }

  readonly #isNeeded = (number: number): boolean => {
    if (this.#checkpoints.holds(number)) return true;
    for (const watermark of this.#watermarks.values()) if (watermark === number) return true;
    return false;
  };

  /** The edit that led to a version of the ring, which is not its first. */
  #editAt(index: number): Edit {
    const base = this.#chain.ringVersion(index - 1);
    return { base, version: this.#chain.ringVersion(index), ...this.#chain.ringLabel(index) };
  }

  /**
   * Returns true if the edit that led to a version of the ring is reported together with the one
   * before it.
   */
  #continues(index: number): boolean {
    const { origin, reason, joins } = this.#chain.ringLabel(index);
    const before = this.#chain.ringLabel(index - 1);
    const isOne = origin === 'format' || (joins === true && before.origin === origin);
    return isOne && reason === undefined && before.reason === undefined;
  }
}
