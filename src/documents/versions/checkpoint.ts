import type { CheckpointKind } from '../../protocol/prompt/liveContext.ts';
import type { ChangeSet } from '../../text/changeSet.ts';
import type { SourceText } from '../../text/sourceText.ts';
import type { Version } from './versionId.ts';

/** A marked version. It is retained while it is marked; of saves only the newest is. */
export interface Checkpoint {
  readonly kind: CheckpointKind;
  readonly version: Version;
  /** When it was taken, ms since the epoch. */
  readonly timestamp: number;
  readonly name?: string | undefined;
  /** A text of another lineage: `changes` lead from it to the version with the number `base`. */
  readonly detached?: { readonly text: SourceText; readonly changes: ChangeSet; readonly base: number };
}

/** Kinds that only make sense once: a new one replaces its predecessor. */
const uniqueKinds: readonly CheckpointKind[] = ['opened', 'head', 'switched'];

/**
 * The checkpoints of a document, old to new: one of each unique kind, the newest `limit` named
 * ones, and the saves.
 */
export class Checkpoints {
  #all: Checkpoint[] = [];
  readonly #limit: number;
  readonly #held = new Set<number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get all(): readonly Checkpoint[] {
    return this.#all;
  }

  get byteSize(): number {
    return this.#all.reduce((sum, checkpoint) => sum + 120 + (checkpoint.detached?.text.length ?? 0) * 2, 0);
  }

  add(checkpoint: Checkpoint): void {
    const { kind } = checkpoint;
    if (uniqueKinds.includes(kind)) this.#all = this.#all.filter((one) => one.kind !== kind);
    this.#all.push(checkpoint);
    if (kind === 'named') {
      const excess = this.#all.filter((one) => one.kind === 'named').slice(0, -this.#limit);
      if (excess.length > 0) this.#all = this.#all.filter((one) => !excess.includes(one));
    }
    this.#hold();
  }

  /** Returns true if a checkpoint retains this version, or a detached one is based on it. */
  holds(number: number): boolean {
    return this.#held.has(number);
  }

  detached(number: number): NonNullable<Checkpoint['detached']> | null {
    return this.#all.find((one) => one.detached !== undefined && one.version.number === number)?.detached ?? null;
  }

  /** Lets go of the others. Returns true if there were any. */
  keep(isKept: (checkpoint: Checkpoint) => boolean): boolean {
    const before = this.#all.length;
    this.#all = this.#all.filter(isKept);
    this.#hold();
    return this.#all.length < before;
  }

  #hold(): void {
    const lastSave = this.#all.findLast(({ kind }) => kind === 'saved');
    this.#held.clear();
    for (const one of this.#all) {
      if (one.kind === 'saved' && one !== lastSave) continue;
      this.#held.add(one.version.number);
      if (one.detached !== undefined) this.#held.add(one.detached.base);
    }
  }
}
