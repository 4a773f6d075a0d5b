/** A class of units: a table for ASCII, and one answer for all other units except blanks. */
export interface UnitClass {
  readonly ascii: Uint8Array;
  readonly others: boolean;
}

const asciiUnits = 128;

/** The class of a pattern such as `[a-z]`. */
export function unitClass(pattern: RegExp): UnitClass {
  return {
    ascii: Uint8Array.from({ length: asciiUnits }, (_, unit) => Number(pattern.test(String.fromCharCode(unit)))),
    others: pattern.test('é'),
  };
}

interface KnownRun {
  from: number;
  to: number;
}

/**
 * Finds the ends of runs of a class in one text. The last run of each class is cached, so a long
 * run is read only once.
 */
export class Runs {
  readonly #known = new Map<UnitClass, KnownRun>();

  /** The end of the run at an offset of a part; `base` is the part's offset in the text. */
  endOf(units: UnitClass, part: string, at: number, base: number): number {
    const run = this.#runOf(units, base + at);
    let end = Math.min(part.length, run.to - base);
    while (end < part.length && belongs(units, part.charCodeAt(end))) end++;
    run.to = Math.max(run.to, base + end);
    return end;
  }

  /** The beginning of the run that contains an offset of a part, at least `limit`. */
  startOf(units: UnitClass, part: string, at: number, base: number, limit: number): number {
    const run = this.#runOf(units, base + at);
    let start = run.from - base;
    while (start > limit && belongs(units, part.charCodeAt(start - 1))) start--;
    run.from = base + start;
    return Math.max(start, limit);
  }

  #runOf(units: UnitClass, place: number): KnownRun {
    let run = this.#known.get(units);
    if (run === undefined) {
      run = { from: place, to: place };
      this.#known.set(units, run);
    } else if (place < run.from || run.to < place) {
      run.from = place;
      run.to = place;
    }
    return run;
  }
}

function belongs({ ascii: table, others }: UnitClass, unit: number): boolean {
  return unit < asciiUnits ? table[unit] === 1 : others && !/\s/.test(String.fromCharCode(unit));
}
