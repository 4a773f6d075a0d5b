import { leadingCount } from '../../base/leadingCount.ts';
import { type Origin, origins } from '../../protocol/prompt/liveContext.ts';
import { type Version, versionOf } from './versionId.ts';

/** The report of an edit. */
export interface EditLabel {
  readonly origin: Origin;
  /** Present when the edit is reported as one event, not as a diff (a branch switch). */
  readonly reason?: string;
  /** True if it continues the edit before it: the two are reported as one diff. */
  readonly joins?: boolean;
}

const joinsBit = 0x80;

/** Versions in order, each with the label of its edit, in columns of about 20 bytes a version. */
export class VersionColumns {
  #numbers = new Float64Array(8);
  #timestamps = new Float64Array(8);
  #runs = new Uint16Array(8);
  #origins = new Uint8Array(8);
  readonly #runNames: string[] = [];
  readonly #reasons = new Map<number, string>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get byteSize(): number {
    return 19 * this.#numbers.length;
  }

  push({ number, timestamp, run }: Version, label: EditLabel): void {
    const at = this.#length++;
    if (at === this.#numbers.length) this.#resize(2 * at, 0);
    this.#numbers[at] = number;
    this.#timestamps[at] = timestamp;
    let name = this.#runNames.indexOf(run);
    if (name < 0) name = this.#runNames.push(run) - 1;
    this.#runs[at] = name;
    this.setLabel(at, label);
  }

  /** The version at an index that is in use. */
  at(index: number): Version {
    const run = this.#runNames[this.#runs[index] as number] as string;
    return versionOf(this.number(index), this.timestamp(index), run);
  }

  number(index: number): number {
    return this.#numbers[index] as number;
  }

  timestamp(index: number): number {
    return this.#timestamps[index] as number;
  }

  label(index: number): EditLabel {
    const packed = this.#origins[index] as number;
    const reason = this.#reasons.get(this.number(index));
    return {
      origin: origins[packed & ~joinsBit] as Origin,
      ...(reason === undefined ? {} : { reason }),
      ...(packed & joinsBit ? { joins: true } : {}),
    };
  }

  setLabel(index: number, { origin, reason, joins = false }: EditLabel): void {
    this.#origins[index] = origins.indexOf(origin) | (joins ? joinsBit : 0);
    if (reason === undefined) this.#reasons.delete(this.number(index));
    else this.#reasons.set(this.number(index), reason);
  }

  /** The index of the newest version that is not newer than `number`; -1 when all are. */
  lastUpTo(number: number): number {
    return leadingCount(this.#numbers.subarray(0, this.#length), (one) => one <= number) - 1;
  }

  /** The index of a version; -1 when it is not here. */
  indexOf(number: number): number {
    const index = this.lastUpTo(number);
    return index >= 0 && this.number(index) === number ? index : -1;
  }

  /** Forgets the first versions. */
  dropFirst(count: number): void {
    for (let index = 0; index < count; index++) this.#reasons.delete(this.number(index));
    this.#length -= count;
    this.#resize(Math.max(8, 2 ** Math.ceil(Math.log2(this.#length + 1))), count);
  }

  #resize(capacity: number, from: number): void {
    const resized = <T extends Float64Array | Uint16Array | Uint8Array>(older: T, newer: T): T => {
      newer.set(older.subarray(from, from + Math.min(this.#length, capacity)));
      return newer;
    };
    this.#numbers = resized(this.#numbers, new Float64Array(capacity));
    this.#timestamps = resized(this.#timestamps, new Float64Array(capacity));
    this.#runs = resized(this.#runs, new Uint16Array(capacity));
    this.#origins = resized(this.#origins, new Uint8Array(capacity));
  }
}
