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

/**
 * Hands out versions, each number once. Numbers are reserved in blocks, ahead of their use: `reserve(limit)` is asked to
 * keep in mind that every number below `limit` may be used up, so that a killed process repeats none.
 */
export class VersionSequence {
  #next: number;
  #limit: number;
  readonly #reserve: (limit: number) => void;

  /** How many numbers are reserved at a time: a killed process skips at most this many. */
  static readonly block = 64;

  /** `first` is the first number to hand out; the numbers up to `first + block` are taken as reserved already. */
  constructor(first = 1, reserve: (limit: number) => void = () => {}) {
    this.#next = first;
    this.#limit = first + VersionSequence.block;
    this.#reserve = reserve;
  }

  next(timestamp: number): Version {
    if (this.#next + VersionSequence.block / 2 >= this.#limit) {
      this.#limit += VersionSequence.block;
      this.#reserve(this.#limit);
    }
    return versionOf(this.#next++, timestamp);
  }
}
