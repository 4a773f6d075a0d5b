import type { ChangeSet } from '../../text/changeSet.ts';
import type { EditLabel } from './versionColumns.ts';

/** Maximum pause between keystrokes of one version, and maximum duration of a version, ms. */
export const joinMs = 1000;
const longestMs = 10_000;

/** The edit that keystrokes still join. It has no version id yet: handing one out seals it. */
export class OpenEdit {
  readonly label: EditLabel;
  readonly #first: number;
  #changes: ChangeSet;
  #last: number;

  constructor(changes: ChangeSet, timestamp: number, label: EditLabel) {
    this.label = label;
    this.#changes = changes;
    this.#first = timestamp;
    this.#last = timestamp;
  }

  /** The composed changes, in coordinates of the text before the edit. */
  get changes(): ChangeSet {
    return this.#changes;
  }

  /** When it was last typed into, ms since the epoch. */
  get last(): number {
    return this.#last;
  }

  /** Returns true if further changes of the same intent belong to this version. */
  joins(timestamp: number): boolean {
    return timestamp - this.#last <= joinMs && timestamp - this.#first <= longestMs;
  }

  join(changes: ChangeSet, timestamp: number): void {
    this.#changes = this.#changes.compose(changes);
    this.#last = timestamp;
  }
}
