const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How long ago `then` was (both in ms since the epoch), in words; up to a minute, and for what the clock puts in the future, "now". */
export function relativeTime(then: number, now: number, words: Intl.RelativeTimeFormat): string {
  const age = Math.max(0, now - then);
  const unit = units.find(([, length]) => age >= length);
  return unit === undefined ? words.format(0, 'second') : words.format(-Math.floor(age / unit[1]), unit[0]);
}

/** Whether two times (ms since the epoch) lie on one day of this place. */
export function isSameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}
