import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { relativeTime } from '../../../webview-ui/components/relativeTime.ts';
import { beginning, byteLength, sizeText } from '../../../webview-ui/components/size.ts';
import { t, useTranslations } from '../../../webview-ui/translate.ts';

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

describe('t', () => {
  afterEach(() => useTranslations({}));

  it('falls back to English and fills places in', () => {
    expect(t('Lines {0}–{1} of {2}, {3}', 1, 2, 3, '4 B')).toBe('Lines 1–2 of 3, 4 B');
  });

  it('takes the translation that the extension has sent', () => {
    useTranslations({ 'Show all {0} lines': '显示全部 {0} 行' });
    expect(t('Show all {0} lines', 900)).toBe('显示全部 900 行');
    expect(t('Retry')).toBe('Retry');
  });
});
