import type { FoundPlace } from '../finding.ts';
import { type UnitClass, unitClass } from './runs.ts';

const knownClasses = new Map<string, UnitClass>();

/** A cached class of units. */
export function unitsIn(alphabet: string): UnitClass {
  const known = knownClasses.get(alphabet) ?? unitClass(new RegExp(alphabet));
  knownClasses.set(alphabet, known);
  return known;
}

/** Matches the body of a token at an offset: its end, and its first group if it has one. */
export type BodyMatcher = (
  place: FoundPlace,
  at: number,
) => { readonly end: number; readonly secret?: readonly [number, number] } | null;

/** A body that is one run of a class, with a minimum and maybe a maximum length. */
const runOnly = /^(\(?)(\[[^\]]*\])\{(\d+),(?:\}|(\d+)\}\(\?!\2\))\)?$/;
/** A body that begins with a run, followed by a sign. */
const runFirst = /^(\[[^\]]*\])\{(\d+),\}((?:\(\?:)?\\?([^\w\s[(\\?*+{]).*)$/;

/** A matcher of a body. One that begins with a run reads the run once. */
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
