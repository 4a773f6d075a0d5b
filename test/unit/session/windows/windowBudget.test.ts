import { expect, test } from 'vitest';
import type { Piece } from '../../../../src/engine/piece.ts';
import type { WindowKind } from '../../../../src/protocol/windowKinds.ts';
import type { WindowState } from '../../../../src/protocol/windows.ts';
import { chunk, constraint, setting, words } from '../../../support/prompts/samplePieces.ts';
import { WindowUser } from '../../../support/windowUser.ts';
import { useWorkspace, workspace } from '../../../support/workspace.ts';

const document = 'file:///project/a.ts';
const lines = (count: number, tag: string) =>
  Array.from({ length: count }, (_, index) => `const ${tag}${index} = compute(${index}, 'text');\n`).join('');

/** Every window has something to lose: 15 k tokens of document, four diffs, chunks, errors, settings, a rule. */
useWorkspace(async () => {
  workspace.settings.excerptTokens = 100_000;
  workspace.settings.recentDiffs = 4;
  workspace.openDocument(document, lines(1_000, 'value'), 'typescript');
  for (let edit = 0; edit < 4; edit++) {
    const at = (workspace.text(document) ?? '').length;
    workspace.edit(document, [{ start: at, end: at, newText: lines(30, `edit${edit}x`) }], 'agent');
    workspace.clock.advance(10_000);
    await workspace.ask('live:timeline', {}, 'clipboard');
  }
  const errors = [piece('diagnostic:b', 0.6)];
  const found = [piece('search:c', 0.2), piece('search:d', 0.4)];
  const all: readonly Piece[] = [
    constraint('c', 'First person'),
    ...Array.from({ length: 40 }, (_, index) => setting(`s${index}`, words(12), index / 40)),
    ...found,
    ...errors,
  ];
  workspace.pieces = () => all;
});

/** A chunk that was not chosen for a room, whose levels take about 4, 2.5 and 1.2 k tokens. */
function piece(name: string, score: number): Piece {
  const sizes = { full: 4_000, summary: 2_500, gist: 1_200 };
  const whole = chunk(name, '', score);
  const render: Piece['render'] = (lod) => {
    const content = whole.render(lod);
    return content.kind === 'chunk' ? { ...content, part: { ...content.part, text: words(sizes[lod]) } } : content;
  };
  return { ...whole, isSized: false, render };
}

interface Seen {
  readonly levels: Readonly<Partial<Record<WindowKind, WindowState['shown']>>>;
  readonly tokens: number;
}

async function at(budget: number): Promise<Seen> {
  await workspace.limit(budget);
  const { tokenCount } = await workspace.ask('context:assemble', { preview: true }, 'clipboard');
  const { windows } = await workspace.ask('windows:list', { contents: false }, 'clipboard');
  return { tokens: tokenCount, levels: Object.fromEntries(windows.map(({ kind, shown }) => [kind, shown])) };
}

const ranks = ['Gone', 'Gist', 'Summary', 'Full'];
const rank = (level: WindowState['shown'] | undefined) => ranks.indexOf(level ?? 'Gone');

test('an expanded window outlasts its neighbours of one layer; a pinned one keeps its gist', async () => {
  const user = new WindowUser(workspace, 'clipboard');
  const full = (await at(64_000)).tokens;
  const tight = full - 3_000;
  const before = (await at(tight)).levels;
  expect(rank(before.diagnostics)).toBeGreaterThan(rank(before.retrieved));
  await user.act('retrieved', 'expand');
  const { levels: after } = await at(tight);
  expect(rank(after.retrieved)).toBeGreaterThan(rank(before.retrieved));
  expect(rank(after.diagnostics)).toBeLessThan(rank(before.diagnostics));
  await user.act('diagnostics', 'keep');
  const { levels, tokens } = await at(12_000);
  expect([levels.retrieved, levels.diagnostics]).toEqual(['Gone', 'Gist']);
  expect(tokens).toBeLessThanOrEqual(12_000);
  const last = await at(600);
  expect(last.tokens).toBeLessThanOrEqual(600);
  expect(last.levels.diagnostics).toBe('Gone');
});
