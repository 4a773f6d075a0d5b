/**
 * A name for one text, for ever (design H): `v20251009-123456-7`, UTC time and a sequence number. The number alone
 * identifies and orders versions; the time is for people.
 */
export interface Version {
  readonly id: string;
  /** The sequence number, one sequence for the whole workspace, rising. */
  readonly number: number;
  /** When the text came to be, ms since the epoch. */
  readonly timestamp: number;
}

const pattern = /^v(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-(\d{1,15})$/;

/** The version with a number and a time. */
export function versionOf(number: number, timestamp: number): Version {
  const utc = new Date(timestamp).toISOString();
  return {
    id: `v${utc.slice(0, 10).replaceAll('-', '')}-${utc.slice(11, 19).replaceAll(':', '')}-${number}`,
    number,
    timestamp,
  };
}

/** The sequence number of an id; null when it is not one. */
export function versionNumberOf(id: string): number | null {
  const digits = pattern.exec(id)?.[7];
  return digits === undefined ? null : Number(digits);
}

/** Numbers by the clock are the milliseconds since here; no counted number ever gets as high as `clockNumbers`. */
const clockStart = Date.UTC(2020, 0, 1);
const clockNumbers = 1e10;

/**
 * Hands out versions, each number once, rising. Numbers are reserved in blocks ahead of their use: `reserve(limit)` is asked to
 * keep in mind that every number below `limit` may be used up, and {@link VersionSequence.reserved} tells that it is kept.
 * Where that fails (a full disk), numbers go on by the clock, so that not even a killed process ever repeats one.
 */
export class VersionSequence {
  #next: number;
  /** Asked to be kept in mind, and known to be. */
  #asked: number;
  #reserved: number;
  readonly #reserve: (limit: number) => void;

  /** How many numbers are reserved at a time: a killed process skips at most this many. */
  static readonly block = 512;

  /** `first` is the first number to hand out; every number below `reserved` may be used without asking. */
  constructor(first = 1, reserve?: (limit: number) => void, reserved = first + VersionSequence.block) {
    this.#next = first;
    this.#asked = reserved;
    this.#reserved = reserved;
    this.#reserve = reserve ?? ((limit) => this.reserved(limit));
  }

  /** The number handed out last; smaller than every number to come. */
  get last(): number {
    return this.#next - 1;
  }

  next(timestamp: number): Version {
    if (this.#next >= Math.min(this.#reserved, clockNumbers)) this.passed(timestamp - clockStart);
    const number = this.#next++;
    if (this.#next + VersionSequence.block / 2 > this.#asked) {
      this.#asked = this.#next + VersionSequence.block;
      this.#reserve(this.#asked);
    }
    return versionOf(number, timestamp);
  }

  /** Every number below `limit` is kept in mind now. */
  reserved(limit: number): void {
    this.#reserved = Math.max(this.#reserved, limit);
  }

  /** The number is taken: only higher ones are handed out from now on. */
  passed(number: number): void {
    this.#next = Math.max(this.#next, number + 1);
  }
}
