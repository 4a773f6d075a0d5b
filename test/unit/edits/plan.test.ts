import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conflictRegions } from '../../../src/edits/conflicts.ts';
import { planEdits, reduced } from '../../../src/edits/plan.ts';
import { ChangeSet } from '../../../src/text/changeSet.ts';
import { SourceText, type TextChange } from '../../../src/text/sourceText.ts';
import { arbitraryChanges, arbitraryShortText } from '../../support/arbitraryText.ts';

interface Case {
  readonly text: string;
  readonly mine: ChangeSet;
  readonly theirs: ChangeSet;
}

const cases: fc.Arbitrary<Case> = arbitraryShortText.chain((text) =>
  fc.tuple(arbitraryChanges(text.length), arbitraryChanges(text.length)).map(([mine, theirs]) => ({
    text,
    mine: ChangeSet.of(mine, text.length),
    theirs: ChangeSet.of(theirs, text.length),
  })),
);

/** Both sides' changes made at once, unit by unit; at one place what is inserted stands before what is put in place of units. */
function both(text: string, mine: readonly TextChange[], theirs: readonly TextChange[]): string {
  let result = '';
  const all = [...mine, ...theirs];
  for (let offset = 0; offset <= text.length; offset++) {
    const here = all.filter(({ start }) => start === offset);
    for (const { newText } of here.filter(({ start, end }) => start === end)) result += newText;
    for (const { newText } of here.filter(({ start, end }) => start < end)) result += newText;
    const isGone = all.some(({ start, end }) => start <= offset && offset < end);
    if (offset < text.length && !isGone) result += text[offset];
  }
  return result;
}

function planned({ text, mine, theirs }: Case): string | null {
  const base = SourceText.from(text);
  const plan = planEdits(base, mine, theirs);
  return plan === null ? null : plan.changes.apply(theirs.apply(base)).toString();
}

/** A case in words: `from` of the text becomes `to`. */
function change(text: string, from: string, to: string): ChangeSet {
  const start = text.indexOf(from);
  return ChangeSet.of([{ start, end: start + from.length, newText: to }], text.length);
}

describe('laws', () => {
  test('a plan is what both sides make of the base at once; a conflict only where they meet', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const base = SourceText.from(one.text);
        const theirs = reduced(base, one.theirs);
        const known = (change: TextChange) => theirs.changes.some((other) => same(change, other));
        const mine = reduced(base, one.mine).changes.filter((change) => !known(change));
        const meet = mine.some((a) => theirs.changes.some((b) => meets(a, b)));
        expect(planned(one)).toBe(meet ? null : both(one.text, mine, theirs.changes));
      }),
      { numRuns: 3_000 },
    );
  });

  test('nothing of the developer’s is lost: every inserted unit is still there, in order', () => {
    fc.assert(
      fc.property(cases, ({ text, mine, theirs }) => {
        const base = SourceText.from(text);
        const plan = planEdits(base, mine, theirs);
        fc.pre(plan !== null);
        const written = reduced(base, theirs);
        const touched = plan.changes.changes.flatMap(({ start, end }) => range(start, end));
        for (const { start, end } of written.inverseRanges()) {
          for (const offset of range(start, end)) expect(touched).not.toContain(offset);
        }
      }),
    );
  });

  test('reducing changes nothing but how a change is written', () => {
    fc.assert(
      fc.property(cases, ({ text, mine }) => {
        const base = SourceText.from(text);
        expect(reduced(base, mine).apply(base).toString()).toBe(mine.apply(base).toString());
      }),
    );
  });

  test('without anything in between the edits are applied as they are', () => {
    fc.assert(
      fc.property(cases, ({ text, mine }) => {
        const base = SourceText.from(text);
        const plan = planEdits(base, mine, ChangeSet.empty(text.length));
        expect(plan?.outcome).toBe('applied');
        expect(plan?.changes.apply(base).toString()).toBe(mine.apply(base).toString());
      }),
    );
  });

  test('conflict regions tell what each side made of whole lines', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const base = SourceText.from(one.text);
        const mine = reduced(base, one.mine);
        const theirs = reduced(base, one.theirs);
        fc.pre(mine.overlaps(theirs));
        const regions = conflictRegions(base, mine, theirs);
        const now = theirs.apply(base);
        expect(regions.length).toBeGreaterThan(0);
        for (const { firstLine, lastLine, base: lines, mine: ours, theirs: others } of regions) {
          expect(one.text).toContain(lines);
          expect(mine.apply(base).toString()).toContain(ours);
          expect(now.slice(now.lineAt(firstLine).start, now.lineAt(lastLine).endWithBreak)).toContain(others);
        }
      }),
    );
  });
});

describe('what both sides may do at once', () => {
  const text = 'const total = sum(list);\nreturn total;\n';
  test.each([
    ['other lines', change(text, 'sum', 'add'), change(text, 'return', 'yield')],
    ['other words of one line', change(text, 'sum', 'add'), change(text, 'const', 'let')],
    ['a line before a changed word', change(text, 'return', '// done\nreturn'), change(text, 'total;', 'all;')],
    ['adjacent ranges', change(text, 'sum', 'add'), change(text, '(list)', '(all)')],
  ])('%s', (_name, mine, theirs) => {
    expect(planned({ text, mine, theirs })).toBe(both(text, mine.changes, theirs.changes));
  });

  test('the same change is made once', () => {
    const mine = ChangeSet.of(
      [...change(text, 'sum', 'add').changes, ...change(text, 'list', 'all').changes],
      text.length,
    );
    expect(planned({ text, mine, theirs: change(text, 'sum', 'add') })).toBe(
      'const total = add(all);\nreturn total;\n',
    );
  });

  test('what the developer undid is no change', () => {
    const theirs = change(text, 'sum', 'add').compose(change(text.replace('sum', 'add'), 'add', 'sum'));
    expect(planned({ text, mine: change(text, 'sum', 'plus'), theirs })).toContain('plus(list)');
  });
});

describe('what is a conflict', () => {
  const text = 'one\ntwo\nthree\n';
  test.each([
    ['the same word', change(text, 'two', '2'), change(text, 'two', 'zwei')],
    ['deleting what the developer changed', change(text, 'two\n', ''), change(text, 'two', 'zwei')],
    ['changing what the developer deleted', change(text, 'two', '2'), change(text, 'two\nthree\n', '')],
    ['two insertions at one place', change(text, 'two', 'x\ntwo'), change(text, 'two', 'y\ntwo')],
    ['writing into what the developer deleted', change(text, 'two', 'new\ntwo'), change(text, 'one\ntwo\n', '')],
  ])('%s', (_name, mine, theirs) => {
    expect(planned({ text, mine, theirs })).toBeNull();
  });

  test('both sides and where they stand now are told', () => {
    const mine = change(text, 'two', '2');
    const theirs = ChangeSet.of(
      [...change(text, 'one', 'zero\none').changes, ...change(text, 'two', 'zwei').changes],
      text.length,
    );
    expect(conflictRegions(SourceText.from(text), mine, reduced(SourceText.from(text), theirs))).toEqual([
      { firstLine: 2, lastLine: 2, base: 'two\n', mine: '2\n', theirs: 'zwei\n' },
    ]);
  });
});

function same(a: TextChange, b: TextChange): boolean {
  return a.start === b.start && a.end === b.end && a.newText === b.newText;
}

function meets(a: TextChange, b: TextChange): boolean {
  const share = a.start < b.end && b.start < a.end;
  return share || (a.start === a.end && b.start === b.end && a.start === b.start);
}

function range(start: number, end: number): readonly number[] {
  return Array.from({ length: end - start }, (_, index) => start + index);
}
