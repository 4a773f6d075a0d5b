import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LevelOfDetail, Piece } from '../../../../src/engine/piece.ts';
import type { Value } from '../../../../src/protocol/channels.ts';
import type { LedgerLine } from '../../../../src/protocol/prompt/assembly.ts';
import { formats } from '../../../../src/protocol/prompt/receipt.ts';
import { chunkPiece, firstLines } from '../../../../src/sources/retrieved/chunk.ts';
import { TokenCounter } from '../../../../src/tokens/tokenCounter.ts';
import { MemoryWorkspace } from '../../../support/memoryWorkspace.ts';
import { type FoundLive, type FoundPiece, type FoundPrompt, findIn } from '../../../support/prompts/readers.ts';
import { constraint, setting, words } from '../../../support/prompts/samplePieces.ts';
import { runs } from '../../../support/runs.ts';
import { applyStrictly } from '../../../support/strictPatch.ts';

const document = 'file:///project/src/a.ts';
const counter = await TokenCounter.load('o200k_base');

/** A line of code, now and then one that every format has to escape. */
function codeLine(at: number): string {
  const rest = at % 9 === 0 ? `"<${at}> & \\t\t${'`'.repeat(at % 4)}"` : `compute(${at}, value${at % 7})`;
  return `${'  '.repeat(at % 3)}const value${at} = ${rest};\n`;
}

function code(from: number, count: number): string {
  return Array.from({ length: count }, (_, at) => codeLine(from + at)).join('');
}

/** A piece whose text the test knows. */
interface Planted {
  readonly piece: Piece;
  readonly text: string;
}

function instructions(file: string, lines: number): Planted {
  const text = Array.from({ length: lines }, (_, at) =>
    at % 8 === 0 ? `## Part ${at}\n` : `Do ${file} ${at}.\n`,
  ).join('');
  const headings = text
    .split('\n')
    .filter((line) => line.startsWith('## '))
    .join('\n');
  const part = (lod: LevelOfDetail) =>
    lod === 'full'
      ? { file, text }
      : lod === 'summary'
        ? { file, text: `${headings}\n`, detail: 'headings' as const }
        : { file, text: '', detail: 'name' as const };
  return {
    piece: {
      ...constraint(file, 'x', 'project', 0.7),
      renderWithin: (units) => ({
        kind: 'instructions',
        part: { file, text: firstLines(text, units), detail: 'first-lines' },
      }),
      ...{ id: `instructions:${file}`, window: 'instructions', source: file },
      render: (lod) => ({ kind: 'instructions', part: part(lod) }),
    },
    text,
  };
}

function found(name: string, lines: number, score: number): Planted {
  const text = code(name.length, lines);
  const piece = chunkPiece({
    ...{ origin: 'search', documentId: `file:///project/${name}`, projectId: 'file:///project', file: name },
    ...{ first_line: 1, last_line: lines, language: 'typescript', why: 'test', score, text },
  });
  return { piece, text };
}

const share = fc.double({ min: 0, max: 0.999, noNaN: true });
const planted = fc
  .record({
    user: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 3 }),
    known: fc.array(fc.tuple(fc.integer({ min: 1, max: 80 }), share), { maxLength: 4 }),
    files: fc.array(fc.nat(120), { maxLength: 3 }),
    settings: fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), share), { maxLength: 4 }),
    chunks: fc.array(fc.tuple(fc.integer({ min: 1, max: 70 }), share), { maxLength: 8 }),
  })
  .map(({ user, known, files, settings, chunks }): readonly Planted[] => {
    const rule = (text: string, piece: Piece): Planted => ({ piece, text });
    return [
      ...user.map((size, at) => rule(`Rule ${words(size)}`, constraint(`u${at}`, `Rule ${words(size)}`))),
      ...known.map(([size, weight], at) => {
        const text = `Known ${at} ${words(size)}`;
        return rule(text, constraint(`k${at}`, text, 'knowledge', weight / 2));
      }),
      ...files.map((lines, at) => instructions(`rules${at}.md`, lines + 1)),
      ...settings.map(([size, weight], at) => rule(words(size), setting(`s${at}`, words(size), weight))),
      ...chunks.map(([lines, score], at) => found(`src/f${at}.ts`, lines, score)),
    ];
  });

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('type' as const), at: share, lines: fc.integer({ min: 1, max: 40 }) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('delete' as const), at: share, length: fc.nat(4_000) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('move' as const), at: share }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('find' as const), planted }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('problems' as const), count: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('wait' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('ask' as const),
      limit: fc.oneof(fc.integer({ min: 700, max: 9_000 }), fc.constant(60_000)),
      format: fc.constantFrom(...formats),
      consumer: fc.constantFrom('clipboard', 'mcp:1'),
    }),
  },
);

class World {
  readonly workspace: MemoryWorkspace;
  planted: readonly Planted[] = [];
  /** The diffs of the prompt, in its order, by the end of their ids. */
  diffs = new Map<string, Value<'live:get'>['payload']['recent_diffs'][number]>();
  diagnostics = 0;

  constructor(workspace: MemoryWorkspace) {
    this.workspace = workspace;
    workspace.pieces = () => this.planted.map(({ piece }) => piece);
    workspace.problems = () =>
      Array.from({ length: this.diagnostics }, (_, line) => ({
        severity: 'error' as const,
        message: `It is wrong ${line}`,
        start: { line: this.cursorLine, column: 0 },
      }));
  }

  get cursorLine(): number {
    const { text = '', cursor = 0 } = this.workspace.documents.get(document) ?? {};
    return text.slice(0, cursor).split('\n').length - 1;
  }

  /** What the reader found of a piece; undefined when there is nothing of it. */
  foundOf({ id, layer }: LedgerLine, prompt: FoundPrompt): FoundPiece | undefined {
    const [, name = ''] = /^\w+:(.*)$/.exec(id) ?? [];
    const by = (pieces: readonly FoundPiece[], fact: string, value: string) => {
      const own = pieces.filter(({ facts }) => facts[fact] === value);
      expect(own.length, `${id} stands there once`).toBeLessThanOrEqual(1);
      return own[0];
    };
    if (layer === 'retrieved') return by(prompt.chunks, 'file', /(src\/f\d+\.ts):[\d-]+$/.exec(id)?.[1] ?? '');
    if (layer === 'settings') return by(prompt.settings, 'name', name);
    return id.startsWith('instructions:') ? by(prompt.instructions, 'file', name) : by(prompt.constraints, 'id', name);
  }

  /** The line of the ledger is true of what the reader found. */
  check(line: LedgerLine, prompt: FoundPrompt): void {
    const said = `${line.id} ${line.state} ${line.lod}`;
    if (line.id === 'document') this.#checkDocument(line, prompt.live);
    else if (line.id === 'editorState')
      expect(prompt.live.diagnostics.length === this.diagnostics, said).toBe(line.state === 'kept');
    else if (line.id.startsWith('diff:')) this.#checkDiff(line, prompt.live);
    else this.#checkPlanted(line, this.foundOf(line, prompt));
  }

  #checkPlanted(line: LedgerLine, piece: FoundPiece | undefined): void {
    const said = `${line.id} ${line.state} ${line.lod}`;
    expect(piece === undefined, said).toBe(line.state === 'cut');
    if (piece === undefined) return;
    const source = this.planted.find((one) => one.piece.id === line.id)?.text;
    // Settings that were learned from the document are not the test's.
    if (source === undefined) {
      expect(line.id).toMatch(/^setting:/);
      return;
    }
    const { text, facts } = piece;
    const summary = line.layer === 'rules' ? 'headings' : 'first-lines';
    const details = { full: 'first-lines', summary, gist: 'name', cut: '' };
    // What is shortened says so where it stands, and shows less.
    expect(facts['only'], said).toBe(line.state === 'kept' ? undefined : details[line.lod]);
    if (line.state === 'kept') expect(text, said).toBe(source);
    else if (line.lod === 'gist') expect(text, said).toBe('');
    else if (facts['only'] === 'first-lines')
      expect(source.startsWith(text) && text.length < source.length, said).toBe(true);
    else expect(text.trimEnd(), said).toBe(source.match(/^## .*$/gm)?.join('\n'));
  }

  #checkDocument({ state, lines: told }: LedgerLine, { document: shown }: FoundLive): void {
    const whole = this.workspace.text(document) ?? '';
    const lines = whole.match(/[^\n]*\n|[^\n]+$/g) ?? [];
    const { first = 0, last = 0 } = told ?? {};
    const expected = last === 0 ? 'none' : `${first}-${last}`;
    expect(shown['lines']).toBe(state === 'kept' ? undefined : expected);
    expect(shown.text).toBe(state === 'kept' ? whole : last === 0 ? '' : lines.slice(first - 1, last).join(''));
  }

  #checkDiff({ id, state, lod }: LedgerLine, { recent, anchor }: FoundLive): void {
    const said = `${id} ${state} ${lod}`;
    const version = id.slice('diff:'.length);
    const [diff] = version === 'anchor' ? anchor : recent.slice([...this.diffs.keys()].indexOf(version));
    const { base_version_id: from, version_id: to } = this.diffs.get(version) ?? {};
    expect(to === undefined, said).toBe(state === 'cut');
    if (to === undefined) return;
    const only = { full: undefined, summary: 'hunk-headers', gist: expect.stringContaining('lines added'), cut: '' };
    expect(diff?.['only'], said).toEqual(only[lod]);
    if (state !== 'kept') return;
    expect(applyStrictly(String(diff?.['text']), this.#textOf(from)), said).toBe(this.#textOf(to));
  }

  #textOf(version: unknown): string {
    const { histories } = this.workspace;
    const number = histories.numberOf(String(version)) ?? -1;
    return histories.get(document)?.textOf(number)?.toString() ?? '';
  }
}

/** What a model reads of a prompt: of chat messages their contents. */
function readOf(text: string, format: (typeof formats)[number]): readonly string[] {
  if (format !== 'messages') return [text];
  return (JSON.parse(text) as readonly { readonly content: string }[]).map(({ content }) => content);
}

interface Seen {
  prompts: number;
  shortened: number;
  spared: number;
}

function check(
  world: World,
  { text, account, trace, payload }: Value<'live:get'>,
  format: (typeof formats)[number],
  seen: Seen,
) {
  const prompt = findIn(text, format);
  world.diffs = new Map(payload.recent_diffs.map((diff) => [diff.version_id, diff]));
  if (payload.anchor_diff !== null) world.diffs.set('anchor', payload.anchor_diff);
  for (const line of account.ledger) world.check(line, prompt);
  // Nothing stands there that the account does not know.
  const known = (start: string) =>
    account.ledger.filter(({ id, state }) => id.startsWith(start) && state !== 'cut').length;
  expect(prompt.chunks).toHaveLength(known('chunk:'));
  expect(prompt.constraints).toHaveLength(known('constraint:'));
  expect(prompt.instructions).toHaveLength(known('instructions:'));
  expect(prompt.settings).toHaveLength(known('setting:'));
  expect(prompt.live.recent.length + prompt.live.anchor.length).toBe(known('diff:'));
  // The sums.
  const tokens = readOf(text, format).reduce((sum, one) => sum + counter.count(one), 0);
  expect(account.tokenCount).toBe(tokens);
  const inLayers = Object.values(account.layers).reduce((sum, layer) => sum + layer.tokens, 0);
  expect(inLayers + account.otherTokens).toBe(tokens);
  for (const { id, start, end } of trace?.parts ?? []) {
    // Between the document's fields in JSON stand commas that are nobody's.
    if (format === 'json' && id === 'document') continue;
    const part = text.slice(start, end);
    const read = format === 'messages' ? JSON.parse(`"${part}"`) : part;
    expect(account.ledger.find((line) => line.id === id)?.tokens, id).toBe(counter.count(read));
  }
  checkWindows(world, prompt, account.ledger);
  seen.prompts++;
  const shortened = account.ledger.filter(({ why }) => why.startsWith('over the budget'));
  if (shortened.length === 0) return;
  seen.shortened++;
  const spare = account.budget - account.tokenCount;
  // Under a small budget a few lines are more than a tenth.
  if (spare <= account.budget / 10 || account.budget < 1_500) return;
  seen.spared++;
  // What can be shown line by line fills the room; what stands whole or not at all (a patch, a rule) does not fit into what is left.
  for (const { id, tokens: now, fullTokens } of shortened) {
    expect(id).not.toBe('document');
    expect(fullTokens - now, `${id} in ${format}`).toBeGreaterThan(spare * 0.8);
  }
}

/** A window says how many of its pieces are left out. */
function checkWindows(world: World, prompt: FoundPrompt, ledger: readonly LedgerLine[]): void {
  const windowOf = ({ id, layer }: LedgerLine) =>
    layer === 'settings' ? 'settings' : world.planted.find(({ piece }) => piece.id === id)?.piece.window;
  for (const [window, own] of Map.groupBy(ledger, windowOf)) {
    if (window === undefined) continue;
    const left = own.filter((line) => world.foundOf(line, prompt) === undefined).length;
    const said = prompt.windows.get(window);
    if (left === own.length) expect(said, window).toBe('left out');
    else if (left > 0) expect(said, window).toMatch(new RegExp(`^\\w+, ${left} of ${own.length} left out$`));
    else expect(said ?? 'Summary', window).toMatch(/^(?:Summary|Gist)$/);
  }
}

test('what the account says is shown is what a reader finds in the bytes, in every format, and what was cut left no room unused', async () => {
  const seen: Seen = { prompts: 0, shortened: 0, spared: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 400 }),
      fc.noShrink(fc.array(step, { minLength: 10, maxLength: 40 })),
      async (size, steps) => {
        const workspace = await MemoryWorkspace.open();
        workspace.openDocument(document, code(0, size), 'typescript');
        const world = new World(workspace);
        for (const one of steps) {
          const text = workspace.text(document) ?? '';
          const lineStart = 'at' in one ? text.lastIndexOf('\n', Math.floor(one.at * text.length)) + 1 : 0;
          const opened = workspace.documents.get(document);
          switch (one.does) {
            case 'type':
              workspace.edit(document, [{ start: lineStart, end: lineStart, newText: code(lineStart, one.lines) }]);
              workspace.clock.advance(3_000);
              break;
            case 'delete':
              workspace.edit(document, [
                { start: lineStart, end: Math.min(text.length, lineStart + one.length), newText: '' },
              ]);
              break;
            case 'move':
              if (opened !== undefined) opened.cursor = lineStart;
              break;
            case 'find':
              world.planted = one.planted;
              break;
            case 'problems':
              world.diagnostics = one.count;
              break;
            case 'wait':
              workspace.clock.advance(1_000_000);
              break;
            case 'ask': {
              await workspace.limit(one.limit);
              const result = await workspace.session.request(
                'live:get',
                { format: one.format, trace: true, have: [] },
                one.consumer,
              );
              if (result.ok) check(world, result.value, one.format, seen);
              else expect(result.error.code).toBe('CONTEXT_BUDGET_TOO_SMALL');
            }
          }
        }
      },
    ),
    { numRuns: runs(24) },
  );
  expect(seen.shortened).toBeGreaterThan(30);
  expect(seen.spared).toBeLessThanOrEqual(seen.shortened / 10);
  if (runs(1) > 1) console.log(seen);
}, 3_600_000);
