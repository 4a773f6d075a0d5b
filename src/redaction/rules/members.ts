/** Where a member of an object of JSON begins behind another one: `,"name":`. A `value` belongs to the name before it. */
const beginning = /, ?"(?!(?:value|default)")[\w$.-]{1,64}" ?:/gi;

/** What every beginning has. */
const commaAndQuote = /, ?"/;

/** The longest beginning, UTF-16 units. */
export const longestMember = 70;

/** The beginning of a member, `[start, end)`: from its comma to its colon. */
export interface MemberStart {
  readonly start: number;
  readonly end: number;
}

/** Where members begin in a text, ascending. */
export function memberStarts(text: string): readonly MemberStart[] {
  if (!commaAndQuote.test(text)) return [];
  return [...text.matchAll(beginning)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }));
}

/** Where the first member begins in a text; negative when none does. */
export function nextMember(text: string): number {
  const comma = text.search(commaAndQuote);
  return comma < 0 ? -1 : text.search(beginning);
}
