import type { ChangeSet } from '../../text/changeSet.ts';
import type { SourceText } from '../../text/sourceText.ts';
import type { Version } from './versionId.ts';

/** Why a version is pinned: at open, every 30 minutes of activity, at save, on demand, git's HEAD, after a branch switch. */
export const checkpointKinds = ['opened', 'periodic', 'saved', 'named', 'head', 'switched'] as const;
export type CheckpointKind = (typeof checkpointKinds)[number];

/** A pinned version (the seed's anchor snapshot). */
export interface Checkpoint {
  readonly kind: CheckpointKind;
  readonly version: Version;
  /** When it was taken, ms since the epoch. */
  readonly timestamp: number;
  readonly name?: string;
  /** A text of another lineage: `changes` lead from it to the version with the number `base`. */
  readonly detached?: { readonly text: SourceText; readonly changes: ChangeSet; readonly base: number };
}

/** Kinds that only make sense once: a new one replaces its predecessor. */
const uniqueKinds: readonly CheckpointKind[] = ['opened', 'head', 'switched'];

/**
 * The checkpoints of one document, old to new, at most `limit`. Past the limit the oldest of those that come by themselves
 * again and again (saved, periodic) goes first, and one that was asked for by name last.
 */
export class Checkpoints {
  #all: Checkpoint[] = [];
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get all(): readonly Checkpoint[] {
    return this.#all;
  }

  get byteSize(): number {
    return this.#all.reduce((sum, checkpoint) => sum + (checkpoint.detached?.text.length ?? 0) * 2, 0);
  }

  add(checkpoint: Checkpoint): void {
    if (uniqueKinds.includes(checkpoint.kind)) this.remove(checkpoint.kind);
    this.#all.push(checkpoint);
    if (this.#all.length <= this.#limit) return;
    const earlier = this.#all.slice(0, -1);
    const eldest =
      earlier.find(({ kind }) => kind === 'saved' || kind === 'periodic') ??
      earlier.find(({ kind }) => kind !== 'named') ??
      earlier[0];
    this.#all = this.#all.filter((other) => other !== eldest);
  }

  /** Whether there was any of the kind. */
  remove(kind: CheckpointKind): boolean {
    const before = this.#all.length;
    this.#all = this.#all.filter((one) => one.kind !== kind);
    return this.#all.length < before;
  }

  find(kind: CheckpointKind, number: number, name: string | undefined): Checkpoint | null {
    return this.#all.find((one) => one.kind === kind && one.version.number === number && one.name === name) ?? null;
  }

  /** Whether a checkpoint stands on this version, or a detached one is tied to it. */
  holds(number: number): boolean {
    return this.#all.some((one) => one.version.number === number || one.detached?.base === number);
  }

  detached(number: number): NonNullable<Checkpoint['detached']> | null {
    return this.#all.find((one) => one.version.number === number)?.detached ?? null;
  }
}
