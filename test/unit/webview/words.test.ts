import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { relativeTime } from '../../../webview-ui/components/relativeTime.ts';
import { beginning, byteLength, sizeText } from '../../../webview-ui/components/size.ts';

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

describe('sizeText', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1.0 KB'],
    [1_048_575, '1.0 MB'],
    [4_300_000, '4.1 MB'],
  ])('calls %i bytes %j', (bytes, words) => {
    expect(sizeText(bytes)).toBe(words);
  });
});

describe('beginning', () => {
  it('is the longest beginning within the limit that splits no character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 0, max: 40 }), (text, limit) => {
        const shown = beginning(text, limit);
        const next = String.fromCodePoint(text.slice(shown.length).codePointAt(0) ?? 0);
        expect(text.startsWith(shown)).toBe(true);
        expect(byteLength(shown)).toBeLessThanOrEqual(limit);
        expect(shown === text || byteLength(shown + next) > limit).toBe(true);
      }),
    );
  });
});
