/**
 * A name for one text, forever. `v20251009-123456789-k3f9` is a moment of a hybrid logical clock
 * (Kulkarni et al., "Logical Physical Clocks", 2014) in UTC to the millisecond, and four base-32
 * characters drawn at each start of a process. No two processes give the same id, whatever happens
 * to the clock or the disk. Ids are stored and compared whole.
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

/** The number and run of an id; null if it is not a version's id. */
export function parseVersionId(id: string): Pick<Version, 'number' | 'run'> | null {
  const [, year, month, day, hour, minute, second, ms, run] = versionPattern.exec(id) ?? [];
  if (run === undefined) return null;
  const number = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  return Number.isNaN(number) ? null : { number, run };
}

/**
 * Draws versions with rising numbers: the time, or the last number plus one if the clock has not
 * advanced.
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

  /** The last number drawn; lower than all future ones. */
  get last(): number {
    return this.#last;
  }

  next(timestamp: number): Version {
    this.#last = Math.max(this.#last + 1, Math.floor(timestamp));
    return versionOf(this.#last, timestamp, this.run);
  }

  /** Marks a number as taken: only higher ones are drawn. */
  passed(number: number): void {
    this.#last = Math.max(this.#last, number);
  }
}
