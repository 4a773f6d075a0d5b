import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { planEdits } from '../../../src/edits/plan.ts';
import { ChangeSet } from '../../../src/text/changeSet.ts';
import { SourceText, type TextChange } from '../../../src/text/sourceText.ts';
import { textDiff } from '../../../src/text/textDiff.ts';
import { runs } from '../../support/runs.ts';

const folder = mkdtempSync(join(tmpdir(), 'live-context-merge-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A unit of the text, by identity: what the developer writes is another one, even where it looks the same. */
interface Unit {
  readonly text: string;
  /** Where it stood in the base version; -1 for what was written since. */
  readonly from: number;
}

const unitsOf = (text: string, base = false): readonly Unit[] =>
  Array.from({ length: text.length }, (_, index) => ({ text: text[index] as string, from: base ? index : -1 }));

/** Numbers of a case, drawn one after another. */
class Draw {
  readonly #numbers: readonly number[];
  #next = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  upTo(limit: number): number {
    return (this.#numbers[this.#next++ % this.#numbers.length] as number) % (limit + 1);
  }

  one<T>(list: readonly T[]): T {
    return list[this.upTo(list.length - 1)] as T;
  }
}

const words = ['foo', 'bar', '10', '{', '}', '😀', 'return x;', '  if (a) {', '', 'é界', 'a.b(c)'];

/** A text of lines; hostile ones repeat, others never do. */
function textOf(draw: Draw, hostile: boolean): string {
  const count = 3 + draw.upTo(14);
  const lines = Array.from({ length: count }, (_, index) =>
    hostile
      ? `${draw.one(words)}${draw.one(['', ' ', ' bar', '(10)'])}`
      : `${draw.one(words)} line${index} ${draw.one(words)}`,
  );
  return lines.join('\n') + draw.one(['', '\n', '\n']);
}

/** Somebody who edits a text as an editor's events tell it. */
class Hand {
  readonly sets: ChangeSet[] = [];
  readonly #length: number;
  units: Unit[];
  #count = 0;

  constructor(text: string) {
    this.units = [...unitsOf(text, true)];
    this.#length = text.length;
  }

  get text(): string {
    return this.units.map(({ text }) => text).join('');
  }

  change(changes: readonly TextChange[]): void {
    this.sets.push(ChangeSet.of(changes, this.units.length));
    for (const { start, end, newText } of changes.toReversed())
      this.units.splice(start, end - start, ...unitsOf(newText));
  }

  get happened(): ChangeSet {
    return ChangeSet.composeAll(this.sets, this.#length);
  }

  /** What was taken away and written again the same is what it was. */
  recognise(base: string): void {
    let growth = 0;
    for (const { start, end, newText } of this.happened.changes) {
      const old = base.slice(start, end);
      const at = start + growth;
      growth += newText.length - old.length;
      const limit = Math.min(old.length, newText.length);
      let prefix = 0;
      while (prefix < limit && old[prefix] === newText[prefix]) prefix++;
      let suffix = 0;
      while (suffix < limit - prefix && old.at(-1 - suffix) === newText.at(-1 - suffix)) suffix++;
      const writtenAgain = sameLines(old, newText);
      const taken = new Set(writtenAgain.values());
      for (let index = 0; index < newText.length; index++) {
        const fromEnd = newText.length - index;
        const again = writtenAgain.get(index);
        const inside = again === undefined ? -1 : start + again;
        const outside = index < prefix ? start + index : fromEnd <= suffix ? end - fromEnd : -1;
        const from = again !== undefined ? inside : taken.has(outside - start) ? -1 : outside;
        this.units[at + index] = { text: newText[index] as string, from };
      }
    }
  }

  act(draw: Draw): void {
    const { text } = this;
    const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
    const line = draw.upTo(starts.length - 1);
    const start = starts[line] as number;
    const next = starts[line + 1];
    const end = next === undefined ? text.length : next - 1;
    const inside = whole(text, start + draw.upTo(end - start));
    const fresh = `new${++this.#count}`;
    const all = [
      () => this.change([{ start: inside, end: inside, newText: draw.one(['x', ' y ', '0', '😁', '\n']) }]),
      () =>
        this.change([
          {
            start: inside,
            end: whole(text, Math.min(end, inside + draw.upTo(4))),
            newText: draw.one(['', 'z', 'qux']),
          },
        ]),
      () => this.change([{ start, end: start, newText: `${fresh}\n` }]),
      () => this.change([{ start: end, end, newText: `\n${fresh}` }]),
      () => this.change([{ start, end: next ?? end, newText: '' }]),
      () => this.change([{ start, end, newText: `${fresh} ${draw.one(words)}` }]),
      () => {
        // A line moves.
        if (next === undefined) return;
        const moved = text.slice(start, next);
        this.change([{ start, end: next, newText: '' }]);
        const rest = this.text;
        const places = [0, ...[...rest.matchAll(/\n/g)].map(({ index }) => index + 1)];
        const to = draw.one(places);
        this.change([{ start: to, end: to, newText: moved }]);
      },
      () => {
        // A formatter indents some lines: one change over all of them, taken apart as it is recorded.
        const last = starts[Math.min(starts.length - 1, line + 3)] as number;
        const old = text.slice(start, last);
        const parts = textDiff(old, old.replace(/^(?=.)/gm, '  '));
        this.change(parts.map((part) => ({ ...part, start: part.start + start, end: part.end + start })));
      },
      () => {
        // Typed and undone.
        this.change([{ start: inside, end: inside, newText: 'undone' }]);
        this.change([{ start: inside, end: inside + 6, newText: '' }]);
      },
      () => {
        const hasBreak = text.endsWith('\n');
        this.change([{ start: text.length - (hasBreak ? 1 : 0), end: text.length, newText: hasBreak ? '' : '\n' }]);
      },
    ];
    draw.one(all)();
  }
}

/** Of the lines that stand once in either text, in one order: where each of their units stood, by where it stands. */
function sameLines(older: string, newer: string): ReadonlyMap<number, number> {
  const [before, after] = [older, newer].map((text) => {
    const lines = text.split('\n');
    return lines
      .map((line, index) => ({ line, at: lines.slice(0, index).join('\n').length + Math.min(index, 1) }))
      .filter(({ line }) => line !== '' && lines.indexOf(line) === lines.lastIndexOf(line));
  }) as [{ line: string; at: number }[], { line: string; at: number }[]];
  const found = new Map<number, number>();
  let last = -1;
  for (const { line, at } of after) {
    const same = before.find((one) => one.line === line && one.at > last);
    if (same === undefined) continue;
    last = same.at;
    for (let unit = 0; unit < line.length; unit++) found.set(at + unit, same.at + unit);
  }
  return found;
}

function whole(text: string, offset: number): number {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, offset - 1), offset + 1)) ? offset - 1 : offset;
}

/** An edit with a token of its own: a place in a line, a word, lines put in, a block. */
function wantedOf(draw: Draw, text: string): TextChange {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const line = draw.upTo(starts.length - 1);
  const start = starts[line] as number;
  const end = (starts[line + 1] ?? text.length + 1) - 1;
  const inside = whole(text, start + draw.upTo(end - start));
  const last = starts[Math.min(starts.length - 1, line + 1 + draw.upTo(2))] as number;
  return draw.one([
    { start: inside, end: inside, newText: '⟦1⟧' },
    { start: inside, end: whole(text, Math.min(end, inside + draw.upTo(6))), newText: '⟦1⟧' },
    { start, end, newText: '⟦1⟧' },
    { start, end: start, newText: '⟦1⟧\n⟦2⟧\n' },
    { start: end, end, newText: '\n⟦1⟧\n⟦2⟧' },
    { start, end: Math.max(start, last), newText: '⟦1⟧\n⟦2⟧\n⟦3⟧\n' },
  ]);
}

interface Case {
  readonly base: string;
  readonly hand: Hand;
  readonly wanted: TextChange;
  /** The text with the edit; null for a conflict. */
  readonly result: string | null;
}

function caseOf(numbers: readonly number[], hostile: boolean, crlf: boolean): Case {
  const draw = new Draw(numbers);
  const base = textOf(draw, hostile);
  const hand = new Hand(base);
  const wanted = wantedOf(draw, base);
  const acts = draw.upTo(5);
  for (let act = 0; act < acts; act++) hand.act(draw);
  hand.recognise(base);
  const older = SourceText.from(base);
  let [now, happened] = [SourceText.from(hand.text), hand.happened];
  if (crlf) {
    const endings = textDiff(hand.text, hand.text.replaceAll('\n', '\r\n'));
    happened = happened.compose(ChangeSet.of(endings, hand.text.length));
    now = SourceText.from(hand.text.replaceAll('\n', '\r\n'));
  }
  const lineBreak = crlf ? '\r\n' : '\n';
  const plan = planEdits({ base: older, now, wanted: ChangeSet.of([wanted], base.length), happened, lineBreak });
  const result = plan?.changes.apply(now).toString() ?? null;
  if (result !== null && crlf) expect(result.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  return { base, hand, wanted, result: result?.replaceAll('\r\n', '\n') ?? null };
}

const numbers = fc.array(fc.nat(1_000_000), { minLength: 40, maxLength: 40 });

/** What the agent wrote is there once, in one piece; all that the developer has, but for what the edit replaced, around it. */
function expectRightPlace({ base, hand, wanted, result }: Case & { readonly result: string }): void {
  const token = wanted.newText.replace(/^\n|\n$/g, '');
  const at = result.indexOf(token);
  expect(at).toBeGreaterThanOrEqual(0);
  expect(result.indexOf('⟦1⟧', at + 1)).toBe(-1);
  // Which of the developer's units are gone: those of the base that the edit replaces, and breaks that went with whole lines.
  const before = hand.units.filter(({ from }) => from >= 0 && from < wanted.start).map(({ text }) => text);
  const after = hand.units.filter(({ from }) => from >= wanted.end).map(({ text }) => text);
  const letters = (text: string) => text.replace(/\n/g, '');
  const replaced = letters(base.slice(wanted.start, wanted.end)).length;
  const kept = letters(hand.text).length;
  const rest = letters(result.replace(token, '')).length;
  expect(kept - rest).toBeGreaterThanOrEqual(0);
  expect(kept - rest).toBeLessThanOrEqual(replaced);
  expect(rest).toBeGreaterThanOrEqual(
    letters(
      hand.units
        .filter(({ from }) => from < 0)
        .map(({ text }) => text)
        .join(''),
    ).length,
  );
  // The base's units before the edit stand before it, those behind it behind.
  const left = result.slice(0, at);
  const right = result.slice(at + token.length);
  expect(isSubsequence(before.filter((text) => text !== '\n').join(''), left)).toBe(true);
  expect(isSubsequence(after.filter((text) => text !== '\n').join(''), right)).toBe(true);
  expectNotGlued(hand, wanted, left, right);
}

function isSubsequence(part: string, text: string): boolean {
  let at = 0;
  for (const unit of part) {
    at = text.indexOf(unit, at) + unit.length;
    if (at < unit.length) return false;
  }
  return true;
}

/** A line of its own stays one: nothing of the developer's stands beside it in its line. */
function expectNotGlued({ units }: Hand, { newText }: TextChange, left: string, right: string): void {
  if (!newText.includes('\n')) return;
  const ofDeveloper = units.filter(({ from }) => from < 0).map(({ text }) => text);
  if (newText.startsWith('\n')) expect(left === '' || left.endsWith('\n')).toBe(true);
  if (newText.endsWith('\n')) expect(right === '' || right.startsWith('\n') || ofDeveloper.length === 0).toBe(true);
}

test('whatever is edited meanwhile, a stale edit loses, doubles and glues nothing and stands where it belongs', () => {
  const counts = { made: 0, conflicts: 0, needless: 0 };
  fc.assert(
    fc.property(numbers, fc.boolean(), fc.boolean(), (drawn, hostile, crlf) => {
      const one = caseOf(drawn, hostile, crlf);
      counts[one.result === null ? 'conflicts' : 'made']++;
      // What was typed as other lines may be the same text: then git is right.
      if (isRight(one)) return;
      const merged = mergedByGit(one);
      if (one.result !== null) expect(one.result).toBe(merged);
      else if (merged !== null) counts.needless++;
    }),
    { numRuns: runs(1_000) },
  );
  console.info(`${counts.made} stale edits made, ${counts.conflicts} conflicts, ${counts.needless} needless`);
  // Among equal lines a move may look like another change.
  expect(counts.needless).toBeLessThanOrEqual(counts.made / 500);
  expect(counts.made).toBeGreaterThan(counts.conflicts);
});

function isRight(one: Case): boolean {
  const { result } = one;
  if (result === null) return isNear(one);
  try {
    expectRightPlace({ ...one, result });
    return true;
  } catch {
    return false;
  }
}

function mergedByGit({ base, hand, wanted }: Case): string | null {
  return gitMerge(base.slice(0, wanted.start) + wanted.newText + base.slice(wanted.end), base, hand.text);
}

/** Whether the developer changed something in the lines of the edit or right beside them: git would call that a conflict, too. */
function isNear({ base, hand, wanted }: Case): boolean {
  const starts = [0, ...[...base.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const first = starts.findLastIndex((start) => start <= wanted.start);
  const last = starts.findLastIndex((start) => start <= wanted.end);
  const from = starts[Math.max(0, first - 1)] as number;
  const until = starts[last + 2] ?? base.length;
  const places = new Map(hand.units.map(({ from: place }, index) => [place, index]));
  // What was put in before an empty line begins where that line begins.
  for (let place = Math.max(0, from - 1); place < until; place++) {
    const index = places.get(place);
    if (index === undefined) return true;
    const following = hand.units[index + 1];
    if ((following?.from ?? base.length) !== place + 1) return true;
  }
  return from === 0 && (hand.units[0]?.from ?? 0) !== 0;
}

test('where git merges without a conflict, the same text comes out', () => {
  const counts = { merged: 0, git: 0, moved: 0, conflicts: 0 };
  fc.assert(
    fc.property(numbers, (drawn) => {
      const one = caseOf(drawn, false, false);
      const { result } = one;
      const merged = mergedByGit(one);
      if (merged === null) {
        counts[result === null ? 'conflicts' : 'merged']++;
        return;
      }
      counts.git++;
      // A line that was moved is another one to whoever saw it move, not to git.
      if (result === null) expect(isNear(one)).toBe(true);
      else expect(result).toBe(merged);
      if (result === null) counts.moved++;
    }),
    { numRuns: runs(40) },
  );
  console.info(
    `git merged ${counts.git}, ${counts.moved} of them over moved lines; of its conflicts ${counts.merged} were told apart, ${counts.conflicts} were not`,
  );
  expect(counts.git).toBeGreaterThan(20 * counts.moved);
});

/** What git makes of both sides; null for a conflict. */
function gitMerge(mine: string, base: string, theirs: string): string | null {
  const paths = [mine, base, theirs].map((text, index) => {
    const path = join(folder, String(index));
    writeFileSync(path, text);
    return path;
  });
  try {
    return execFileSync('git', ['merge-file', '-p', '-q', ...paths], { encoding: 'utf8', stdio: 'pipe' });
  } catch {
    return null;
  }
}
