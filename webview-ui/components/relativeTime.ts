const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How long ago `then` was (both in ms since the epoch), in words; up to a minute, and for what the clock puts in the future, "now". */
export function relativeTime(then: number, now: number, words: Intl.RelativeTimeFormat): string {
  const { count, unit } = ageOf(then, now);
  return words.format(-count, unit);
}

/** The same where room is short and it is plain that times are past: `now`, `5m`, `2h`. */
export function shortAge(then: number, now: number, words: Intl.RelativeTimeFormat): string {
  const { count, unit } = ageOf(then, now);
  if (unit === 'second') return words.format(-count, unit);
  const { locale } = words.resolvedOptions();
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' }).format(count);
}

function ageOf(then: number, now: number) {
  const age = Math.max(0, now - then);
  const [unit, unitMs] = units.find(([, unitMs]) => age >= unitMs) ?? (['second', Number.POSITIVE_INFINITY] as const);
  return { count: Math.floor(age / unitMs), unit };
}

/** Whether two times (ms since the epoch) lie on one day of this place. */
export function isSameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}
