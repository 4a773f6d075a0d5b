import type { FoundPlace } from '../finding.ts';
import { type UnitClass, unitClass } from './runs.ts';

const knownClasses = new Map<string, UnitClass>();

/** A class of units; made when it is needed first. */
export function unitsIn(alphabet: string): UnitClass {
  const known = knownClasses.get(alphabet) ?? unitClass(new RegExp(alphabet));
  knownClasses.set(alphabet, known);
  return known;
}

/** Tells where the body of a token ends that begins at an offset, and where its first group stands if it has one; null when none begins. */
export type BodyMatcher = (
  place: FoundPlace,
  at: number,
) => { readonly end: number; readonly secret?: readonly [number, number] } | null;

/** A body that is a whole run of one class with a least length, perhaps with a greatest one; all of it may be its group. */
const runOnly = /^(\(?)(\[[^\]]*\])\{(\d+),(?:\}|(\d+)\}\(\?!\2\))\)?$/;
/** A body that begins with such a run; what follows it begins with a sign. */
const runFirst = /^(\[[^\]]*\])\{(\d+),\}((?:\(\?:)?\\?([^\w\s[(\\?*+{]).*)$/;

/** What finds the same as the pattern of a body; where it begins with a run, without walking the run at each of its places. */
export function bodyMatcher(body: string): BodyMatcher {
  const [, group, alphabet = '', least, most] = runOnly.exec(body) ?? [];
  if (alphabet !== '') {
    const units = unitsIn(alphabet);
    const longest = most === undefined ? Number.POSITIVE_INFINITY : Number(most);
    return (place, at) => {
      const end = place.endOfRun(units, at);
      if (end - at < Number(least) || end - at > longest) return null;
      return group === '' ? { end } : { end, secret: [at, end] };
    };
  }
  const [, first = '', firstLeast, rest = '', sign = ''] = runFirst.exec(body) ?? [];
  if (first !== '' && !new RegExp(first).test(sign)) {
    const units = unitsIn(first);
    const pattern = new RegExp(rest, 'y');
    return (place, at) => {
      pattern.lastIndex = place.endOfRun(units, at);
      return pattern.lastIndex - at >= Number(firstLeast) && pattern.test(place.text)
        ? { end: pattern.lastIndex }
        : null;
    };
  }
  const pattern = new RegExp(body, 'dy');
  return ({ text }, at) => {
    pattern.lastIndex = at;
    const secret = pattern.exec(text)?.indices;
    if (secret === undefined) return null;
    const end = pattern.lastIndex;
    return secret[1] === undefined ? { end } : { end, secret: secret[1] };
  };
}
