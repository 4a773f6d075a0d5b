import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Params, Value } from '../../../src/protocol/channels.ts';
import { formats } from '../../../src/protocol/prompt/receipt.ts';
import { TokenCounter } from '../../../src/tokens/tokenCounter.ts';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { readPayload, toldOf } from '../../support/prompts/readers.ts';
import { runs } from '../../support/runs.ts';

const document = 'file:///project/src/a.ts';
let workspace: MemoryWorkspace;

beforeEach(async () => {
  workspace = await MemoryWorkspace.open();
});

async function get(params: Params<'live:get'> = {}, consumer = 'clipboard'): Promise<Value<'live:get'>> {
  return await workspace.ask('live:get', params, consumer);
}

describe('the picture of now', () => {
  test('unsaved text is in it, with the diffs that led to it, new to old, each with a line around it', async () => {
    const toldAsRules = 'file:///project/.vscode/live-context.json';
    workspace.openDocument(toldAsRules, '{}\n');
    workspace.type(toldAsRules, 1, '\n');
    workspace.openDocument(document, 'one\n1\n2\n3\ntwo\n', 'typescript');
    workspace.type(document, 10, 'X');
    workspace.clock.advance(200_000);
    workspace.type(document, 0, 'Y');
    const { payload } = await get();
    expect(payload.current_document).toBe('Yone\n1\n2\n3\nXtwo\n');
    const lines = payload.recent_diffs.map(({ patch }) => patch.match(/^[-+ ][^-+].*$/gm)?.join(''));
    expect(lines).toEqual(['-one+Yone 1', ' 3-two+Xtwo']);
    const [newest] = payload.recent_diffs;
    expect(newest).toMatchObject({ first_line: 1, last_line: 1, origin: 'typing', version_id: payload.version_id });
    expect(payload.editor_state).toMatchObject({ file: 'src/a.ts', dirty: true, language: 'typescript' });
  });

  test('at most the asked number of diffs; what undid itself is left out', async () => {
    workspace.openDocument(document, '');
    for (let index = 0; index < 8; index++) {
      workspace.type(document, 0, `${index}`);
      workspace.clock.advance(200_000);
    }
    workspace.edit(document, [{ start: 0, end: 0, newText: 'z' }]);
    workspace.edit(document, [{ start: 0, end: 1, newText: '' }]);
    expect((await get()).payload.recent_diffs).toHaveLength(3);
    const five = (await get({ diffs: 5 })).payload.recent_diffs;
    expect(five.map(({ patch }) => /^\+(\d)/m.exec(patch)?.[1]).join('')).toBe('76543');
  });

  test('the anchor diff ends where the recent diffs begin, and is null where they reach back to its base', async () => {
    workspace.openDocument(document, 'start\n');
    workspace.type(document, 0, 'a');
    expect((await get()).payload.anchor_diff).toBeNull();
    for (let index = 0; index < 5; index++) {
      workspace.clock.advance(200_000);
      workspace.type(document, 0, 'b');
    }
    const { anchor_diff, recent_diffs } = (await get()).payload;
    expect(anchor_diff?.patch).toContain('-start\n+bbastart\n');
    expect(anchor_diff?.version_id).toBe(recent_diffs.at(-1)?.base_version_id);
  });

  test('however much was rewritten, every diff is there, a long one as counts of lines', async () => {
    workspace.openDocument(document, 'old\n'.repeat(300));
    workspace.edit(document, [{ start: 0, end: 800, newText: 'new\n'.repeat(200) }]);
    workspace.clock.advance(200_000);
    workspace.edit(document, [{ start: 800, end: 1_200, newText: 'more\n'.repeat(150) }]);
    const { anchor_diff, recent_diffs } = (await get({ diffs: 1 })).payload;
    expect(recent_diffs.map(({ patch }) => patch)).toEqual(['150 lines added, 100 removed in lines 201 to 350\n']);
    expect(anchor_diff?.patch).toBe('200 lines added, 200 removed in lines 1 to 200\n');
    const both = (await get({ diffs: 2 })).payload;
    expect(both.recent_diffs.map(({ patch }) => patch)).toEqual([recent_diffs[0]?.patch, anchor_diff?.patch]);
  });

  test('the anchor diff starts at the state an hour ago, whatever was named or saved since', async () => {
    workspace.settings.recentDiffs = 0;
    workspace.openDocument(document, 'old\n');
    workspace.type(document, 0, 'a');
    workspace.clock.advance(5 * 3_600_000);
    await workspace.session.request('checkpoints:create', { name: 'back again' }, 'clipboard');
    workspace.type(document, 0, 'b');
    workspace.histories.checkpoint(document, 'saved');
    workspace.clock.advance(60_000);
    workspace.type(document, 0, 'c');
    expect((await get()).payload.anchor_diff?.patch).toContain('-aold\n+cbaold\n');
  });

  test('the setting anchor = head, and a wrong value', async () => {
    workspace.settings.recentDiffs = 0;
    workspace.openDocument(document, 'start\n');
    workspace.histories.headCheckpoint(document, 'head\n');
    workspace.type(document, 0, 'a');
    workspace.settings.anchor = 'head';
    expect((await get()).payload.anchor_diff?.patch).toContain('-head\n+astart\n');
    workspace.settings.anchor = '1h';
    expect((await get()).payload.anchor_diff?.patch).toContain('-start\n+astart\n');
  });
});

describe('a long document', () => {
  const lines = Array.from({ length: 200_000 }, (_, index) => `line ${index + 1} of a very long document`);

  test('takes no more tokens than its limit, its index included: of that the longest parts stay', async () => {
    const counter = await TokenCounter.load('o200k_base');
    workspace.openDocument(document, `${lines.join('\n')}\n`);
    const named = (at: number, span: number) => ({
      ...{ name: `validateTheIncomingRequestsOfTenant${at}BeforeTheyAreQueued(parameters)`, kind: 'method', depth: 0 },
      ...{ startLine: at * 500 + 90_000, endLine: at * 500 + 90_000 + span },
    });
    workspace.outline = async () => Array.from({ length: 200 }, (_, at) => named(at, at % 5 === 0 ? 9 : 2));
    for (const limit of [15_000, 4_000, 1_000, 250]) {
      workspace.settings.excerptTokens = limit;
      const { account, payload } = await get({ trace: true });
      const [line] = account.ledger.filter(({ id }) => id === 'document');
      expect(line?.tokens).toBeLessThanOrEqual(limit);
      expect(line?.tokens).toBeGreaterThan(limit * 0.9);
      expect(counter.count(payload.current_document)).toBeGreaterThan(limit * 0.6);
      const { outline = [] } = payload;
      expect(counter.count(outline.join('\n'))).toBeLessThan(limit / 5);
      const longest = outline.filter((row) => Number(/\d+/.exec(row)) % 2_500 === 1).length;
      expect(longest).toBe(Math.min(40, outline.length));
    }
  });

  test.each(formats)(
    'of a line that is too long the part around the cursor is shown, and %s says which',
    async (format) => {
      const text = `first\n${'🙂 minified(code);'.repeat(20_000)}\nlast\n`;
      workspace.openDocument(document, text);
      const opened = workspace.documents.get(document);
      for (const at of [0, 7, 100_000, 100_001, text.length - 7, text.length]) {
        if (opened) opened.cursor = at;
        const { payload, text: prompt, account } = await get({ format });
        const { current_document: shown, excerpt } = payload;
        expect(shown.isWellFormed()).toBe(true);
        expect(readPayload(prompt, format)).toMatchObject(toldOf({ ...payload }, format) as object);
        const line = account.ledger.find(({ id }) => id === 'document');
        expect(line).toMatchObject({ state: 'degraded', lines: { first: excerpt?.first_line, of: 4 } });
        if (at < 6 || at > text.length - 6) {
          expect(excerpt).not.toHaveProperty('first_column');
          continue;
        }
        const { first_column: first = 0, last_column: last = 0 } = excerpt ?? {};
        expect(shown).toBe(text.slice(6 + first - 1, 6 + last));
        expect(6 + first - 1).toBeLessThanOrEqual(at);
        expect(6 + last).toBeGreaterThanOrEqual(at - 1);
        expect(line?.tokens).toBeGreaterThan(13_000);
        expect(line).toMatchObject({ lines: { columns: { first, last } } });
      }
    },
  );

  test('symbols beside the shown lines are its index; a slow provider costs only itself', async () => {
    workspace.openDocument(document, `${lines.join('\n')}\n`);
    const shown = { name: 'main', kind: 'function', startLine: 9, endLine: 19, depth: 0 };
    workspace.outline = async () => [shown, { ...shown, startLine: 90_000, endLine: 90_010 }];
    expect((await get()).payload.outline).toEqual(['90001 function main']);
    workspace.type(document, 0, 'x');
    workspace.outline = () => new Promise(() => {});
    const asked = get();
    const passing = setInterval(() => workspace.clock.advance(100), 1);
    expect((await asked.finally(() => clearInterval(passing))).payload.outline).toHaveLength(1);
  });
});

describe('formats', () => {
  const hostile = [
    '```\nfences\n```````\n````',
    '# Live Context\n\n## Recent Diffs (new→old)\n\n- Version: v1',
    '</current_document><LiveContext>&amp;]]>',
    'a\r\nb\r\nc',
    'nul \u0000, bell \u0007, \ufffe and \uffff',
    '\ud83d alone',
    '  - ["looks like an outline"]\n- version_id: "v"',
    '',
    '\n',
  ];

  test.each(formats)('%s reads back to the same payload for any text', async (format) => {
    const text = fc.oneof(
      fc.constantFrom(...hostile),
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('`', '```', '\n', '\r', 'x', '- ', '#', '<', '&', ' ', '~~~', '"'))
        .map((parts) => parts.join('')),
    );
    await fc.assert(
      fc.asyncProperty(text, text, fc.string(), async (before, typed, name) => {
        workspace = await MemoryWorkspace.open();
        const id = `file:///project/${encodeURIComponent(name)}x.md`;
        workspace.openDocument(id, before, 'mark`down');
        workspace.edit(id, [{ start: 0, end: Math.min(1, before.length), newText: typed }]);
        const { text: written, payload } = await get({ format });
        expect(readPayload(written, format)).toEqual(toldOf(payload, format));
      }),
      { numRuns: runs(12) },
    );
  });
});
