import { describe, expect, it } from 'vitest';
import { isSameDay, relativeTime, shortAge } from '../../../webview-ui/components/relativeTime.ts';

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

describe('shortAge', () => {
  const now = Date.parse('2026-03-05T10:42:30Z');

  it.each([
    ['en', 59, 'now'],
    ['en', 60, '1m'],
    ['en', 2 * 3600, '2h'],
    ['zh-CN', 300, '5分钟'],
  ])('in %s calls %i s ago %j', (language, seconds, words) => {
    const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
    expect(shortAge(now - seconds * 1000, now, format)).toBe(words);
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
