/**
 * A name for one text, for ever: `v20251009-123456789-k3f9` is a moment of a hybrid logical clock (Kulkarni et al., "Logical
 * Physical Clocks", 2014) in UTC down to the millisecond, and four base-32 characters drawn anew at every start of a process. So no
 * two processes ever give the same id, whatever happened to the clock or the disk; ids are stored and compared whole.
 */
export interface Version {
  readonly id: string;
  /** Orders versions: the moment of the hybrid clock, ms since the epoch. */
  readonly number: number;
  /** When the text came to be, ms since the epoch. */
  readonly timestamp: number;
  /** The random part of the id: the start of a process that gave it. */
  readonly run: string;
}

const versionPattern = /^v(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)(\d{3})-([0-9a-hjkmnp-tv-z]{4})$/;
/** Crockford's base 32, in lower case. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz';

/** The random part of the ids that one process start gives, from a UUID drawn for it. */
export function runOf(uuid: string): string {
  const bits = Number.parseInt(uuid.slice(0, 5), 16);
  return [15, 10, 5, 0].map((shift) => letters[(bits >> shift) & 31]).join('');
}

/** The version with a number, a time and a run. */
export function versionOf(number: number, timestamp: number, run: string): Version {
  const moment = new Date(number)
    .toISOString()
    .replace(/[-:.Z]/g, '')
    .replace('T', '-');
  return { id: `v${moment}-${run}`, number, timestamp, run };
}

/** What an id says of its version; null when it is no version's id. */
export function parseVersionId(id: string): Pick<Version, 'number' | 'run'> | null {
  const [, year, month, day, hour, minute, second, ms, run] = versionPattern.exec(id) ?? [];
  if (run === undefined) return null;
  const number = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  return Number.isNaN(number) ? null : { number, run };
}

/**
 * Hands out versions, each number once, rising: the time, or one more than the last number where the clock has not moved on or was
 * set back.
 */
export class VersionSequence {
  /** The random part of the ids it gives. */
  readonly run: string;
  #last: number;

  /** `floor` is the highest number that was ever given before, as far as is known. */
  constructor(run: string, floor = 0) {
    this.run = run;
    this.#last = floor;
  }

  /** The number handed out last; smaller than every number to come. */
  get last(): number {
    return this.#last;
  }

  next(timestamp: number): Version {
    this.#last = Math.max(this.#last + 1, Math.floor(timestamp));
    return versionOf(this.#last, timestamp, this.run);
  }

  /** The number is taken: only higher ones are handed out from now on. */
  passed(number: number): void {
    this.#last = Math.max(this.#last, number);
  }
}
