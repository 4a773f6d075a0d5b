import { leadingCount } from '../../base/leadingCount.ts';
import type { Origin } from '../../protocol/prompt/liveContext.ts';
import { type Version, versionOf } from './versionId.ts';

/** The report of an edit. */
export interface EditLabel {
  readonly origin: Origin;
  /** Present when the edit is reported as one event, not as a diff (a branch switch). */
  readonly reason?: string | undefined;
  /** True if it continues the edit before it: the two are reported as one diff. */
  readonly joins?: boolean | undefined;
}

/** Versions in order, each with the label of its edit, in columns: an object a version would be large. */
export class VersionColumns {
  #numbers: number[] = [];
  #timestamps: number[] = [];
  #runs: string[] = [];
  #labels: EditLabel[] = [];
  /** Equal labels are one object. */
  readonly #known = new Map<string, EditLabel>();

  get length(): number {
    return this.#numbers.length;
  }

  get byteSize(): number {
    return 32 * this.length;
  }

  push({ number, timestamp, run }: Version, label: EditLabel): void {
    this.#numbers.push(number);
    this.#timestamps.push(timestamp);
    this.#runs.push(this.#runs.at(-1) === run ? (this.#runs.at(-1) as string) : run);
    this.setLabel(this.length - 1, label);
  }

  /** The version at an index that is in use. */
  at(index: number): Version {
    return versionOf(this.number(index), this.timestamp(index), this.#runs[index] as string);
  }

  number(index: number): number {
    return this.#numbers[index] as number;
  }

  timestamp(index: number): number {
    return this.#timestamps[index] as number;
  }

  label(index: number): EditLabel {
    return this.#labels[index] as EditLabel;
  }

  setLabel(index: number, label: EditLabel): void {
    const key = JSON.stringify([label.origin, label.reason, label.joins]);
    const known = this.#known.get(key) ?? label;
    this.#known.set(key, known);
    this.#labels[index] = known;
  }

  /** The index of the newest version that is not newer than `number`; -1 when all are. */
  lastUpTo(number: number): number {
    return leadingCount(this.#numbers, (one) => one <= number) - 1;
  }

  /** The index of a version; -1 when it is not here. */
  indexOf(number: number): number {
    const index = this.lastUpTo(number);
    return index >= 0 && this.number(index) === number ? index : -1;
  }

  /** Forgets the first versions. */
  dropFirst(count: number): void {
    this.#numbers = this.#numbers.slice(count);
    this.#timestamps = this.#timestamps.slice(count);
    this.#runs = this.#runs.slice(count);
    this.#labels = this.#labels.slice(count);
  }
}
