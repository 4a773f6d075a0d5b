import { expect, test } from 'vitest';
import type { EditsResult, WireEdit } from '../../../src/protocol/edits.ts';
import { SourceText } from '../../../src/text/sourceText.ts';
import { unifiedDiff } from '../../../src/text/unifiedDiff.ts';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { runs } from '../../support/runs.ts';
import { loadTrace, type TraceName } from '../../support/texts/traces.ts';

const document = 'file:///project/trace.txt';
const rounds = runs(120);

/** A unit of the text, by identity: what the developer types again is another one. */
interface Unit {
  readonly text: string;
}

/** A developer who replays a recording. */
class Developer {
  readonly workspace: MemoryWorkspace;
  readonly #edits: ReturnType<typeof loadTrace>['edits'];
  units: Unit[];
  /** Where the last edit was made. */
  cursor = 0;
  #next = 0;

  constructor(workspace: MemoryWorkspace, name: TraceName) {
    const { startContent, edits } = loadTrace(name);
    this.workspace = workspace;
    this.#edits = edits;
    this.units = [...unitsOf(startContent)];
    workspace.openDocument(document, startContent);
  }

  type(count: number): void {
    for (let typed = 0; typed < count; typed++) {
      const edit = this.#edits[this.#next++];
      if (edit === undefined) return;
      this.workspace.edit(document, [edit]);
      this.cursor = edit.start;
      this.workspace.clock.advance(120);
      this.units.splice(edit.start, edit.end - edit.start, ...unitsOf(edit.newText));
    }
  }

  get text(): string {
    return this.workspace.text(document) ?? '';
  }
}

function unitsOf(text: string): readonly Unit[] {
  return Array.from({ length: text.length }, (_, index) => ({ text: text[index] as string }));
}

test.each([
  ['automerge-paper', 1],
  ['sveltecomponent', 2],
  ['friendsforever_flat', 3],
] as const)('stale edits while %s is being written lose, double and move nothing', async (name, seed) => {
  const random = seededRandom(seed);
  const upTo = (limit: number) => Math.floor(random() * (limit + 1));
  const workspace = await MemoryWorkspace.open();
  const developer = new Developer(workspace, name);
  developer.type(300);
  const counts = { applied: 0, rebased: 0, conflict: 0 };
  for (let round = 0; round < rounds; round++) {
    const look = await workspace.ask('live:changesSince', { documentId: document }, 'agent');
    const base = developer.units.slice();
    const baseText = developer.text;
    developer.type(random() < 0.2 ? 0 : upTo(60));
    // Near to where the developer works, the more often both meet.
    const around = random() < 0.5 ? developer.cursor : upTo(baseText.length);
    const near = Math.min(baseText.length, Math.max(0, around - upTo(80)));
    const start = wholeCharacter(baseText, near);
    const end = random() < 0.4 ? start : wholeCharacter(baseText, Math.min(baseText.length, start + upTo(60)));
    const token = `\u27e6${round}\u27e7`;
    // Sometimes the developer types just when the edit arrives.
    let hits = random() < 0.2 ? 1 : 0;
    workspace.beforeApply = () => {
      if (hits-- > 0) developer.type(1 + upTo(3));
    };
    const request = {
      documentId: document,
      baseVersionId: look.receipt.now ?? '',
      edits: [editOf(baseText, start, end, token, round)],
    };
    const answer = await workspace.session.request('live:applyEdits', request, 'agent');
    const now = developer.units;
    const nowText = now.map(({ text }) => text).join('');
    if (answer.ok) {
      const [{ outcome, newVersionId } = { outcome: 'failed' as const }] = answer.value.documents;
      if (outcome !== 'applied' && outcome !== 'rebased') throw new Error(outcome);
      counts[outcome]++;
      expectRebased(developer.text, nowText, { base, now, start, end, token });
      const version = await workspace.ask('live:version', { documentId: document, versionId: newVersionId }, 'agent');
      expect(version.text).toBe(developer.text);
      const at = developer.text.indexOf(token);
      const undone = { start: at, end: at + token.length, newText: baseText.slice(start, end) };
      workspace.edit(document, [undone], 'undo');
    } else {
      expect(answer.error.code).toBe('EDIT_CONFLICT');
      counts.conflict++;
      const parts = reach(request.edits, baseText, start, end);
      expect(parts.every(([from, to]) => isIntact(base, now, from, to))).toBe(false);
      const { documents } = answer.error.data as EditsResult;
      const { firstLine = 0, lastLine = 0, text = '' } = documents[0]?.fresh ?? {};
      const lines = nowText.split(/(?<=\n)/).slice(firstLine - 1, lastLine);
      expect(text).toBe(lines.join('').slice(0, Math.max(1, text.length)));
    }
    expect(developer.text).toBe(nowText);
  }
  expect(workspace.faults).toEqual([]);
  for (const count of Object.values(counts)) expect(count, JSON.stringify(counts)).toBeGreaterThan(rounds / 20);
});

/** The same change as one of the kinds of edits. */
function editOf(text: string, start: number, end: number, newText: string, round: number): WireEdit {
  const old = text.slice(start, end);
  if (round % 4 === 0) return { type: 'offsets', start, end, newText };
  if (round % 4 === 1 && old !== '') {
    const occurrence = occurrences(text, old, start) + 1;
    return { type: 'replace', oldText: old, newText, occurrence };
  }
  if (round % 4 === 2) {
    const base = SourceText.from(text);
    const changes = [{ start, end, newLength: newText.length }];
    const newer = base.withChanges([{ start, end, newText }]);
    return { type: 'patch', patch: unifiedDiff(base, newer, { oldPath: 'trace.txt', newPath: 'trace.txt', changes }) };
  }
  const position = (offset: number) => {
    const before = text.slice(0, offset).split('\n');
    return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
  };
  return { type: 'range', start: position(start), end: position(end), newText };
}

interface Placed {
  readonly base: readonly Unit[];
  readonly now: readonly Unit[];
  readonly start: number;
  readonly end: number;
  readonly token: string;
}

/** The developer's text is all there, but for what the agent replaced, and the agent's stands where that was. */
function expectRebased(result: string, now: string, { base, now: units, start, end, token }: Placed): void {
  const at = result.indexOf(token);
  expect(at).toBeGreaterThanOrEqual(0);
  const old = base.slice(start, end).map(({ text }) => text);
  expect(result.slice(0, at) + old.join('') + result.slice(at + token.length)).toBe(now);
  const places = new Map(base.map((unit, index) => [unit, index]));
  // Which of several line feeds side by side was added or removed cannot be told.
  const placesOf = (part: readonly Unit[]) =>
    part.flatMap((unit) => (unit.text === '\n' ? [] : (places.get(unit) ?? [])));
  const before = placesOf(units.slice(0, at));
  const after = placesOf(units.slice(at + old.length));
  expect(before.every((place) => place < start)).toBe(true);
  expect(after.every((place) => place >= end)).toBe(true);
}

/**
 * Parts of the base that an edit concerns, each with the units on both sides: the words and literals that it replaces or cuts, of a patch
 * whole lines, and the lines above and below. The base is between two sentinels.
 */
function reach(edits: readonly WireEdit[], text: string, start: number, end: number): readonly [number, number][] {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const feed = text.indexOf('\n', end);
  const lineEnd = feed < 0 ? text.length : feed + 1;
  // An empty line added above is moved down past others.
  let above = lineStart;
  do above = text.lastIndexOf('\n', above - 2) + 1;
  while (above > 0 && text[above] === '\n');
  const below = text.indexOf('\n', lineEnd);
  const isLiteral = (offset: number) => /[\p{L}\p{N}\p{M}_$.\-+:/@~\ud800-\udfff]/u.test(text[offset] ?? '');
  let [from, to] = edits[0]?.type === 'patch' ? [lineStart, lineEnd] : [start, end];
  while (isLiteral(from - 1)) from--;
  while (isLiteral(to)) to++;
  return [
    [from, to + 2],
    [Math.min(above, lineStart), lineStart + 2],
    [Math.max(to, lineEnd - 1), (below < 0 ? text.length : below + 1) + 2],
  ];
}

/** Whether the developer left that part alone. */
function isIntact(base: readonly Unit[], now: readonly Unit[], from: number, to: number): boolean {
  const [first, last] = [{ text: '' }, { text: '' }];
  const older = [first, ...base, last];
  const newer = [first, ...now, last];
  const at = newer.indexOf(older[from] as Unit);
  return at >= 0 && older.slice(from, to).every((unit, index) => newer[at + index] === unit);
}

function occurrences(text: string, wanted: string, before: number): number {
  let count = 0;
  for (let at = text.indexOf(wanted); at >= 0 && at < before; at = text.indexOf(wanted, at + 1)) count++;
  return count;
}

function wholeCharacter(text: string, offset: number): number {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(offset - 1, offset + 1)) ? offset - 1 : offset;
}

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
