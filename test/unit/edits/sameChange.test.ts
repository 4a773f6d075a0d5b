import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planEdits } from '../../../src/edits/plan.ts';
import { ChangeSet } from '../../../src/text/changeSet.ts';
import { SourceText } from '../../../src/text/sourceText.ts';
import { textDiff } from '../../../src/text/textDiff.ts';
import { runs } from '../../support/runs.ts';

/** Ways in which one text becomes another, as editors and agents report it. */
const ways = {
  whole: (text: string, newer: string) => [{ start: 0, end: text.length, newText: newer }],
  reopened: (text: string, newer: string) => textDiff(text, newer),
  lines: (text: string, newer: string) => [span(text, newer, (unit) => unit === '\n')],
  typed: (text: string, newer: string) => [span(text, newer, () => true)],
};

/** The one span that differs; what is kept before it ends where `isEnd`. */
function span(text: string, newer: string, isEnd: (unit: string | undefined) => boolean) {
  const limit = Math.min(text.length, newer.length);
  let start = 0;
  while (start < limit && text[start] === newer[start]) start++;
  while (start > 0 && !isEnd(text[start - 1])) start--;
  let kept = 0;
  while (kept < limit - start && text.at(-1 - kept) === newer.at(-1 - kept)) kept++;
  return { start, end: text.length - kept, newText: newer.slice(start, newer.length - kept) };
}

type Way = (typeof ways)[keyof typeof ways];

function merged(text: string, mine: string, theirs: string, mineBy: Way, theirsBy: Way): string | null {
  const base = SourceText.from(text);
  const [wanted, happened] = [mineBy(text, mine), theirsBy(text, theirs)].map((one) =>
    ChangeSet.of(one, text.length),
  ) as [ChangeSet, ChangeSet];
  const now = SourceText.from(theirs);
  return planEdits({ base, now, wanted, happened, lineBreak: '\n' })?.changes.apply(now).toString() ?? null;
}

const all = Object.entries(ways).flatMap(([mine, mineBy]) =>
  Object.entries(ways).map(([theirs, theirsBy]) => [mine, theirs, mineBy, theirsBy] as const),
);

describe.each(all)('the agent by %s, the developer by %s', (_mine, _theirs, mineBy, theirsBy) => {
  test('a word that both mend is mended once, whatever else the agent changes', () => {
    const text = 'if (res.headerSent) {\n  next();\n}\n\nreturn 1;\n';
    const theirs = text.replace('headerSent', 'headersSent');
    const mine = theirs.replace('return 1', 'return 2');
    expect(merged(text, theirs, theirs, mineBy, theirsBy)).toBe(theirs);
    expect(merged(text, mine, theirs, ways.reopened, theirsBy)).toBe(mine);
    expect(merged(text, mine, theirs, ways.whole, theirsBy)).toBe(mine);
  });
});

test.each([
  ['the last line, with and without its break', 'a\n', 'a\nm', 'a\nm\n'],
  ['lines before an empty line and in place of it', 'a\n\nz\n', 'a\nm\nn\n\nz\n', 'a\nm\nz\n'],
  [
    'a word of a list',
    'Google, Twilio, Heroku 3\n',
    'Google, Echo, Twilio, Heroku 3\n',
    'Google, Twilio, Echo, Heroku 5\n',
  ],
])('%s is not added twice', (_, text, mine, theirs) => {
  for (const [, , mineBy, theirsBy] of all) expect(merged(text, mine, theirs, mineBy, theirsBy)).toBeNull();
});

const line = fc.constantFrom('}', '', 'return 1;', 'a', 'b', '  a', '😀 x', 'c d');
test('what the developer changed stays known when all line breaks become others', () => {
  const text = 'one line\ntwo\nthree\n';
  const base = SourceText.from(text);
  const moved = '  two\n  three\none line';
  const typed = [
    { start: 0, end: 9, newText: '  ' },
    { start: 13, end: 13, newText: '  ' },
    { start: 19, end: 19, newText: 'one line' },
  ];
  const breaks = ChangeSet.of(textDiff(moved, moved.replaceAll('\n', '\r\n')), moved.length);
  const happened = ChangeSet.of(typed, text.length).compose(breaks);
  const wanted = ChangeSet.of([{ start: 1, end: 1, newText: 'x' }], text.length);
  expect(planEdits({ base, now: happened.apply(base), wanted, happened, lineBreak: '\r\n' })).toBeNull();
});

const lines = (maxLength: number) => fc.array(line, { maxLength });
const arbitraryWay = fc.constantFrom(...Object.values(ways));

test('the same change on both sides is made once, however each side reports it', () => {
  fc.assert(
    fc.property(lines(8), lines(4), lines(4), lines(8), arbitraryWay, arbitraryWay, (before, old, now, after, a, b) => {
      const text = [...before, ...old, ...after].join('\n');
      const newer = [...before, ...now, ...after].join('\n');
      expect(merged(text, newer, newer, a, b)).toBe(newer);
    }),
    { numRuns: runs(2_000) },
  );
});

test('a change of the developer that the agent makes, too, is there once beside the agent’s other changes', () => {
  const counts = { made: 0, conflicts: 0 };
  const parts = fc.tuple(lines(6), lines(3), lines(3), lines(6), lines(3), lines(3), lines(6));
  fc.assert(
    fc.property(parts, arbitraryWay, arbitraryWay, ([head, old, now, middle, other, agents, tail], a, b) => {
      const text = [...head, ...old, 'MIDDLE', ...middle, ...other, ...tail].join('\n');
      const theirs = [...head, ...now, 'MIDDLE', ...middle, ...other, ...tail].join('\n');
      const mine = [...head, ...now, 'MIDDLE', ...middle, ...agents, ...tail].join('\n');
      const result = merged(text, mine, theirs, a, b);
      counts[result === null ? 'conflicts' : 'made']++;
      if (result !== null) expect(result).toBe(mine);
    }),
    { numRuns: runs(2_000) },
  );
  expect(counts.made).toBeGreaterThan(20 * counts.conflicts);
});
