import { describe, expect, it } from 'vitest';
import { isSameDay, relativeTime } from '../../../webview-ui/components/relativeTime.ts';

describe('relativeTime', () => {
  const english = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  const now = Date.parse('2026-03-05T10:42:30Z');

  it.each([
    [-5, 'now'],
    [0, 'now'],
    [59, 'now'],
    [60, '1 minute ago'],
    [3599, '59 minutes ago'],
    [3600, '1 hour ago'],
    [86_399, '23 hours ago'],
    [86_400, 'yesterday'],
    [3 * 86_400, '3 days ago'],
  ])('calls %i s ago %j', (seconds, words) => {
    expect(relativeTime(now - seconds * 1000, now, english)).toBe(words);
  });
});

describe('isSameDay', () => {
  const noon = new Date(2026, 2, 5, 12).getTime();

  it.each([
    [0, true],
    [-11, true],
    [11, true],
    [-13, false],
    [24, false],
  ])('calls a time %i hours from noon of the same day: %j', (hours, same) => {
    expect(isSameDay(noon + hours * 3_600_000, noon)).toBe(same);
  });
});
