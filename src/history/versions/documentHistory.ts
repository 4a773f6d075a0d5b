import { Emitter } from '../../base/event.ts';
import type { Origin } from '../../protocol/liveContext.ts';
import type { ChangeSet } from '../../text/changeSet.ts';
import type { SourceText } from '../../text/sourceText.ts';
import type { Checkpoint, CheckpointKind } from './checkpoint.ts';
import { Checkpoints } from './checkpoint.ts';
import { OpenEdit } from './openEdit.ts';
import { VersionChain } from './versionChain.ts';
import type { Version, VersionSequence } from './versionId.ts';

/** A sealed edit of the ring: `changes` lead from the text of `base` to the text of `version`. */
export interface Edit {
  readonly base: Version;
  readonly version: Version;
  readonly origin: Origin;
  /** Present when the edit is told as one event, not as a diff (a branch switch). */
  readonly reason?: string;
}

/** What happened to a history, enough to build it again from its first text. */
export type HistoryRecord =
  | {
      readonly kind: 'edit';
      readonly version: Version;
      readonly origin: Origin;
      readonly changes: ChangeSet;
      readonly reason?: string;
      /** The first version that the changes jump over because it was folded away. */
      readonly folded?: number;
    }
  | { readonly kind: 'label'; readonly number: number; readonly origin: Origin; readonly reason?: string }
  | { readonly kind: 'checkpoint'; readonly checkpoint: Checkpoint }
  /** Lets go of the checkpoints of a kind. */
  | { readonly kind: 'unpin'; readonly as: CheckpointKind }
  | { readonly kind: 'watermark'; readonly consumer: string; readonly number: number }
  | { readonly kind: 'forget'; readonly consumer: string };

/** Bounds of a history; `edits` is the setting `liveContext.historyEdits`. */
export interface HistoryLimits {
  readonly edits: number;
  readonly checkpoints: number;
  readonly consumers: number;
}

export const defaultLimits: HistoryLimits = { edits: 64, checkpoints: 16, consumers: 32 };

interface Label {
  readonly origin: Origin;
  readonly reason?: string;
}

/**
 * Every retained version of one document (design H): a base, a ring of edits, the open edit that keystrokes join, and
 * the versions that checkpoints and watermarks hold. A version id that was handed out names the same text for ever.
 */
export class DocumentHistory {
  readonly #sequence: VersionSequence;
  readonly #limits: HistoryLimits;
  readonly #chain: VersionChain;
  readonly #labels = new Map<number, Label>();
  readonly #checkpoints: Checkpoints;
  readonly #watermarks = new Map<string, number>();
  readonly #recorded = new Emitter<HistoryRecord>();
  #open: OpenEdit | null = null;
  #text: SourceText;

  /** Tells what happened, in order, after it happened. */
  readonly onDidRecord = this.#recorded.event;

  /** `folded` is the first version before `base` that is no longer kept; null when `base` was the first ever. */
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
    this.#checkpoints = new Checkpoints(limits.checkpoints);
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

  /** The sealed edits of the ring, old to new. */
  get edits(): readonly Edit[] {
    const { ring } = this.#chain;
    return ring.slice(1).map((version, index) => this.#editAt(ring[index] as Version, version));
  }

  /** The newest sealed edits, new to old, at most `count`. */
  recentEdits(count: number): readonly Edit[] {
    const { ring } = this.#chain;
    const edits: Edit[] = [];
    for (let index = ring.length - 1; index > 0 && edits.length < count; index--) {
      edits.push(this.#editAt(ring[index - 1] as Version, ring[index] as Version));
    }
    return edits;
  }

  /**
   * Follows one change of the document. Keystrokes near each other join into one edit. `reason` makes it an event.
   * Throws `RangeError` when the changes are not made for the present text.
   */
  record(changes: ChangeSet, origin: Origin, timestamp: number, reason?: string): void {
    if (changes.lengthBefore !== this.#text.length) {
      throw new RangeError(
        `Changes for a text of ${changes.lengthBefore} units do not fit one of ${this.#text.length}`,
      );
    }
    if (changes.isEmpty) return;
    const newer = changes.apply(this.#text);
    if (this.#open?.joins(changes, origin, timestamp, newer) && reason === undefined)
      this.#open.join(changes, timestamp);
    else {
      this.seal();
      this.#open = new OpenEdit(changes, origin, timestamp, reason);
    }
    this.#text = newer;
  }

  /**
   * Corrects the origin of the newest edits once it is known better (a change on disk is seen as such only afterwards): of
   * as many as are meant, new to old. Seals the open edit; returns the version of the text now.
   */
  relabel(origin: Origin, isMeant: (edit: Edit) => boolean): Version {
    const version = this.seal();
    for (const edit of this.recentEdits(this.#limits.edits)) {
      if (!isMeant(edit)) break;
      this.label(edit.version.number, origin);
    }
    return version;
  }

  /** Corrects the label of a sealed edit; with a reason it is told as one event. */
  label(number: number, origin: Origin, reason?: string): void {
    this.#label(number, origin, reason);
    this.#recorded.fire({ kind: 'label', number, ...labelOf(origin, reason) });
  }

  /** The version of the text now. Seals the open edit, so the id names this text for ever. */
  seal(): Version {
    const open = this.#open;
    if (open === null) return this.#chain.newest;
    this.#open = null;
    return this.#sealEdit(open);
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

  /** The version that stood when `number` was the newest one: `gone` when folded, null when the document came later. */
  versionAt(number: number): Version | 'gone' | null {
    return this.#chain.versionAt(number);
  }

  /**
   * The version that what happened after `number` starts from: the one that stood then, or the document's first one when it came
   * later; `gone` when that one is no longer kept.
   */
  startAfter(number: number): Version | 'gone' {
    return this.versionAt(number) ?? (this.folded === null ? this.oldest : 'gone');
  }

  /** The first version before the oldest that is no longer kept; null when the oldest was the first ever. */
  get folded(): number | null {
    return this.#chain.foldedAfter(0);
  }

  /** Pins the text now. A checkpoint of the same kind and name on the same version is not made twice. */
  checkpoint(kind: CheckpointKind, timestamp: number, name?: string): Checkpoint {
    const version = this.seal();
    const same = this.#checkpoints.find(kind, version.number, name);
    if (same !== null) return same;
    const checkpoint = { kind, version, timestamp, ...(name === undefined ? {} : { name }) };
    this.#addCheckpoint(checkpoint);
    return checkpoint;
  }

  /** Pins a text that is not of this lineage (git's HEAD): `changes` lead from it to the text now. */
  detachedCheckpoint(kind: CheckpointKind, text: SourceText, changes: ChangeSet, timestamp: number): Checkpoint {
    const base = this.seal().number;
    const version = this.#sequence.next(timestamp);
    const checkpoint = { kind, version, timestamp, detached: { text, changes, base } };
    this.#addCheckpoint(checkpoint);
    return checkpoint;
  }

  /** Lets go of the checkpoints of a kind. */
  unpin(kind: CheckpointKind): void {
    if (!this.#checkpoints.remove(kind)) return;
    this.#release();
    this.#recorded.fire({ kind: 'unpin', as: kind });
  }

  /** Remembers the text now as what the consumer last received. */
  mark(consumer: string): Version {
    const version = this.seal();
    if (this.#watermarks.get(consumer) !== version.number) this.#setWatermark(consumer, version.number);
    return version;
  }

  /** Lets go of a consumer's watermark. */
  forget(consumer: string): void {
    if (!this.#watermarks.delete(consumer)) return;
    this.#release();
    this.#recorded.fire({ kind: 'forget', consumer });
  }

  /** Does again what a record tells: how a stored history is restored. */
  replay(record: HistoryRecord): void {
    if (record.kind === 'edit') {
      this.#text = record.changes.apply(this.#text);
      this.#append(record);
    } else if (record.kind === 'label') this.#label(record.number, record.origin, record.reason);
    else if (record.kind === 'checkpoint') this.#addCheckpoint(record.checkpoint);
    else if (record.kind === 'unpin') this.unpin(record.as);
    else if (record.kind === 'watermark') this.#setWatermark(record.consumer, record.number);
    else this.forget(record.consumer);
  }

  /** The records that build this history again from its oldest text: what is held first, then the edits, folded ones composed. */
  records(): readonly HistoryRecord[] {
    const versions = this.#chain.all;
    const edits = versions.slice(1).map((version, index): HistoryRecord => {
      const before = (versions[index] as Version).number;
      const changes = this.#chain.between(before, version.number) as ChangeSet;
      const folded = this.#chain.foldedAfter(before);
      const label = this.#labels.get(version.number) ?? { origin: 'unknown' };
      return { kind: 'edit', version, changes, ...label, ...(folded === null ? {} : { folded }) };
    });
    const checkpoints = this.checkpoints.map((checkpoint): HistoryRecord => ({ kind: 'checkpoint', checkpoint }));
    const marks = [...this.#watermarks].map(
      ([consumer, number]): HistoryRecord => ({ kind: 'watermark', consumer, number }),
    );
    return [...checkpoints, ...marks, ...edits];
  }

  #sealEdit(edit: OpenEdit): Version {
    const version = this.#sequence.next(edit.last);
    this.#append({ kind: 'edit', version, changes: edit.changes, ...labelOf(edit.origin, edit.reason) });
    return version;
  }

  #append(record: HistoryRecord & { readonly kind: 'edit' }): void {
    this.#label(record.version.number, record.origin, record.reason);
    this.#chain.append(record.version, record.changes, record.folded ?? null);
    this.#recorded.fire(record);
    this.#chain.fold(this.#limits.edits, this.#isHeld);
    this.#dropLabels();
  }

  /** Forgets the labels of versions that were folded away. */
  #dropLabels(): void {
    const inRing = this.#chain.ring[0] as Version;
    for (const number of this.#labels.keys()) {
      if (number >= inRing.number) break;
      if (!this.#isHeld(number)) this.#labels.delete(number);
    }
  }

  #label(number: number, origin: Origin, reason?: string): void {
    this.#labels.set(number, labelOf(origin, reason));
  }

  #addCheckpoint(checkpoint: Checkpoint): void {
    this.#checkpoints.add(checkpoint);
    this.#release();
    this.#recorded.fire({ kind: 'checkpoint', checkpoint });
  }

  #setWatermark(consumer: string, number: number): void {
    this.#watermarks.delete(consumer);
    this.#watermarks.set(consumer, number);
    const eldest = this.#watermarks.keys().next().value;
    if (this.#watermarks.size > this.#limits.consumers && eldest !== undefined) this.#watermarks.delete(eldest);
    this.#release();
    this.#recorded.fire({ kind: 'watermark', consumer, number });
  }

  #release(): void {
    this.#chain.release(this.#isHeld);
  }

  readonly #isHeld = (number: number): boolean => {
    if (this.#checkpoints.holds(number)) return true;
    for (const held of this.#watermarks.values()) if (held === number) return true;
    return false;
  };

  #editAt(base: Version, version: Version): Edit {
    return { base, version, ...(this.#labels.get(version.number) ?? { origin: 'unknown' }) };
  }
}

function labelOf(origin: Origin, reason: string | undefined): Label {
  return reason === undefined ? { origin } : { origin, reason };
}
