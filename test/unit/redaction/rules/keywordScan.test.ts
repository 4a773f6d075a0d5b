import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeywordScan } from '../../../../src/redaction/rules/keywordScan.ts';

const keywords = [
  ...['key', 'api key', 'session', 'ss', '://', ' -p', 'secret'].map((text) => ({ text, exact: false })),
  ...['sk-', 'ghp_', 'AKIA', 's.', '11', 'SCW', 'Key', '://a'].map((text) => ({ text, exact: true })),
];

/** Every occurrence by the plainest way. */
function plainly(text: string, from: number, to: number): readonly string[] {
  return keywords.flatMap(({ text: keyword, exact }, index) =>
    Array.from({ length: Math.max(0, to - from - keyword.length + 1) }, (_, at) => from + at).flatMap((at) => {
      const there = text.slice(at, at + keyword.length);
      return (exact ? there : there.replace(/[A-Z]/g, (unit) => unit.toLowerCase())) === keyword
        ? [`${index} ${at}`]
        : [];
    }),
  );
}

test('every occurrence of a keyword in a part of a text is told once, and nothing else', () => {
  const scan = new KeywordScan(keywords);
  const part = fc.constantFrom(
    ...keywords.flatMap(({ text }) => [text, text.toUpperCase(), text.slice(0, -1), text.slice(1)]),
    ...['K', 'ſ', '\u212a', 'ā', '\u00eb', ' ', '\n', 'x'.repeat(1_100)],
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), fc.nat(10), fc.nat(10), (parts, before, after) => {
      const text = parts.join('');
      const from = Math.min(before, text.length);
      const to = Math.max(from, text.length - after);
      const told: string[] = [];
      scan.each(text, from, to, (keyword, start) => told.push(`${keyword} ${start}`));
      expect(told.toSorted()).toEqual(plainly(text, from, to).toSorted());
    }),
    { numRuns: 1_000 },
  );
});
