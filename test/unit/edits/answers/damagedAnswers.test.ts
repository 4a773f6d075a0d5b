import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../support/runs.ts';
import { applyAnswer } from './applyAnswer.ts';

/**
 * Right answers that lost or doubled lines on their way. Lines of files are told apart by their numbers, but for a few that stand
 * everywhere; lines that answers add are unlike all others.
 */

/** One change: so many lines from `line` on, from zero, make way for new ones. */
interface Change {
  readonly line: number;
  readonly count: number;
  readonly added: number;
}

interface Case {
  readonly lengths: readonly number[];
  readonly changes: readonly (readonly Change[])[];
  readonly form: (typeof forms)[number];
  readonly isFenced: boolean;
  readonly damages: readonly { readonly at: number; readonly way: 'delete' | 'double' }[];
}

const forms = ['search', 'diff', 'envelope', 'cline'] as const;
const paths = ['src/first.ts', 'src/second.ts'];
const common = ['}', '', '  return;'];

const fileLine = (file: number, line: number) =>
  line % 4 === 3 ? (common[line % 3] as string) : `  line${file}x${line}();`;
const fileLines = (file: number, length: number) => Array.from({ length }, (_, line) => fileLine(file, line));
const newLine = (file: number, change: number, row: number) => `  new${file}x${change}x${row}();`;

const changesOf = (length: number): fc.Arbitrary<readonly Change[]> =>
  fc
    .array(
      fc.record({
        line: fc.nat(length - 1),
        count: fc.integer({ min: 0, max: 3 }),
        added: fc.integer({ min: 0, max: 3 }),
      }),
      { minLength: 1, maxLength: 3 },
    )
    .map((all) => {
      // Well apart, so that the blocks do not share their context.
      const kept: Change[] = [];
      for (const one of all.toSorted((a, b) => a.line - b.line)) {
        const last = kept.at(-1);
        const count = Math.min(one.count, length - one.line);
        if (count + one.added > 0 && (last === undefined || one.line > last.line + last.count + 8))
          kept.push({ ...one, count });
      }
      return kept;
    });

const cases: fc.Arbitrary<Case> = fc
  .array(fc.integer({ min: 6, max: 50 }), { minLength: 1, maxLength: 2 })
  .chain((lengths) =>
    fc.record({
      lengths: fc.constant(lengths),
      changes: fc.tuple(...lengths.map(changesOf)),
      form: fc.constantFrom(...forms),
      isFenced: fc.boolean(),
      damages: fc.array(fc.record({ at: fc.nat(), way: fc.constantFrom('delete' as const, 'double' as const) }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
  )
  .filter(({ changes }) => changes.some((list) => list.length > 0));

/** The lines of an answer that makes the changes, each form with three lines of context. */
function answerLines({ lengths, changes, form, isFenced }: Case): readonly string[] {
  const parts = changes.map((list, file) => {
    const lines = fileLines(file, lengths[file] as number);
    let growth = 0;
    const hunks = list.map(({ line, count, added }, index) => {
      const [from, to] = [Math.max(0, line - 3), Math.min(lines.length, line + count + 3)];
      const [before, old, after] = [
        lines.slice(from, line),
        lines.slice(line, line + count),
        lines.slice(line + count, to),
      ];
      const fresh = Array.from({ length: added }, (_, row) => newLine(file, index, row));
      const header = `@@ -${from + 1},${to - from} +${from + 1 + growth},${to - from - count + added} @@`;
      growth += added - count;
      return { header, before, old, fresh, after };
    });
    const path = paths[file] as string;
    const rows = ({ before, old, fresh, after }: (typeof hunks)[number]) => [
      ...before.map((text) => ` ${text}`),
      ...old.map((text) => `-${text}`),
      ...fresh.map((text) => `+${text}`),
      ...after.map((text) => ` ${text}`),
    ];
    if (form === 'diff')
      return [`--- a/${path}`, `+++ b/${path}`, ...hunks.flatMap((one) => [one.header, ...rows(one)])];
    if (form === 'envelope') return [`*** Update File: ${path}`, ...hunks.flatMap((one) => ['@@', ...rows(one)])];
    const [begin, end] =
      form === 'search' ? ['<<<<<<< SEARCH', '>>>>>>> REPLACE'] : ['------- SEARCH', '+++++++ REPLACE'];
    const blocks = hunks.map(({ before, old, fresh, after }) => {
      const all = [begin, ...before, ...old, ...after, '=======', ...before, ...fresh, ...after, end];
      return isFenced ? ['```ts', ...all, '```'] : all;
    });
    return blocks.flatMap((block) => [path, ...block]);
  });
  if (form === 'envelope') return ['Here it is:', '', '*** Begin Patch', ...parts.flat(), '*** End Patch'];
  if (form === 'diff') return ['Here it is:', '', ...(isFenced ? ['```diff', ...parts.flat(), '```'] : parts.flat())];
  return ['Here it is:', '', ...parts.flat()];
}

function damaged(lines: readonly string[], damages: Case['damages']): readonly string[] {
  const all = [...lines];
  for (const { at, way } of damages) {
    const index = at % all.length;
    if (way === 'delete') all.splice(index, 1);
    else all.splice(index, 0, all[index] as string);
  }
  return all;
}

const filesOf = ({ lengths }: Case) =>
  Object.fromEntries(lengths.map((length, file) => [paths[file] as string, `${fileLines(file, length).join('\n')}\n`]));

/** The numbers of a line that stands nowhere else: its file and its place, or its change and its row. */
const numbered = (text: string, kind: 'line' | 'new') => {
  const [, file, ...rest] = new RegExp(`^ {2}${kind}(\\d+)x(\\d+)(?:x(\\d+))?\\(\\);$`).exec(text) ?? [];
  return file === undefined ? null : [file, ...rest].filter((part) => part !== undefined).map(Number);
};

/**
 * The new lines that do not stand where they were meant: those behind a line of the file that comes later, or before one that comes earlier.
 * Only lines that the answer names count.
 */
function misplaced(
  text: string,
  file: number,
  changes: readonly Change[],
  answer: readonly string[],
): readonly string[] {
  const named = new Set(answer.map((line) => line.replace(/^[-+ ](?= )/, '')));
  const lines = text.split('\n');
  return lines.filter((line, index) => {
    const [ofFile, change] = numbered(line, 'new') ?? [];
    if (ofFile === undefined) return false;
    const meant = changes[change as number] as Change;
    const places = (part: readonly string[]) =>
      part.flatMap((one) => (named.has(one) ? (numbered(one, 'line')?.[1] ?? []) : []));
    return (
      ofFile !== file ||
      places(lines.slice(0, index)).some((place) => place >= meant.line + meant.count) ||
      places(lines.slice(index)).some((place) => place < meant.line)
    );
  });
}

test('lines of an answer that were lost or doubled: each changed row is placed, was there, or is asked about, and none stands at a wrong place', () => {
  fc.assert(
    fc.property(cases, (one) => {
      const files = filesOf(one);
      const lines = damaged(answerLines(one), one.damages);
      const { files: after, questions } = applyAnswer(lines.join('\n'), files);
      const open = questions.map(({ text }) => text).join('\n');
      expect(Object.keys(after).sort()).toEqual(Object.keys(files).sort());
      for (const [file, list] of one.changes.entries())
        expect(misplaced(after[paths[file] as string] as string, file, list, lines), lines.join('\n')).toEqual([]);
      const all = Object.values(after).join('\n');
      const shown = lines.join('\n');
      const isPart = (text: string) => all.includes(text) || open.includes(text);
      for (const line of lines) {
        const bare = line.replace(/^[-+ ](?= )/, '');
        // New lines are there, or asked about.
        if (numbered(bare, 'new') !== null) expect(isPart(bare), `${bare} was dropped of\n${shown}`).toBe(true);
        // Lines that only the file has stay, unless the answer removes them.
        if (line.startsWith('-') && numbered(bare, 'line') !== null)
          expect(!all.includes(bare) || open.includes(bare), `${bare} was not removed by\n${shown}`).toBe(true);
      }
      for (const [file, length] of one.lengths.entries()) {
        for (const line of fileLines(file, length)) {
          if (numbered(line, 'line') === null) continue;
          const isTold = lines.some((other) => other.includes(line));
          if (!isTold) expect(all, `${line} is gone, by\n${shown}`).toContain(line);
        }
      }
    }),
    { numRuns: runs(300) },
  );
});
