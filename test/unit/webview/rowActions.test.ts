import { beforeEach, expect, test } from 'vitest';
import { chunkPiece, scatteredChunk } from '../../../src/sources/retrieved/chunk.ts';
import type { Actions } from '../../../webview-ui/components/actions.ts';
import { pieceName } from '../../../webview-ui/sections/tree/pieceNames.ts';
import type { Row } from '../../../webview-ui/sections/tree/promptTree.ts';
import { keepButton, rowButtons } from '../../../webview-ui/sections/tree/rowActions.ts';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { chunk } from '../../support/prompts/samplePieces.ts';
import { WindowUser } from '../../support/windowUser.ts';

let agent: WindowUser;

beforeEach(async () => {
  const workspace = await MemoryWorkspace.open();
  workspace.openDocument('file:///project/a.ts', 'one\n');
  workspace.pieces = () => [chunk('b.ts', 'words', 0.5)];
  agent = new WindowUser(workspace, 'mcp:1');
});

/** The row of a window's only piece, as the tree has it. */
async function onlyRow(kind: 'note' | 'retrieved'): Promise<Row> {
  const window = await agent.windowOf(kind);
  const [part] = window.parts;
  if (part === undefined || window.parts.length > 1) throw new Error('not one piece');
  const label = { icon: '', name: part.name, note: '' };
  const sizes = { level: 2, open: null, count: 1, tokens: part.tokens, fullTokens: part.fullTokens, chip: '', why: '' };
  const state = part.shown === 'Gone' ? 'cut' : 'kept';
  return { key: part.id, kind: 'piece', layer: 'retrieved', label, ...sizes, state, window, place: null };
}

/** What was acted last, as the view does it. */
let acted: Promise<unknown> = Promise.resolve();
const tell: Actions['tell'] = (question) => {
  if (question.type === 'act') acted = agent.press(question.anchor, question.params);
};
const actions = { tell, setUi: () => {} } as Partial<Actions> as Actions;
const tools = { actions, pins: null };

test('a note has buttons that tick it once and remove it', async () => {
  await agent.act('note', 'add', { text: 'words' });
  const button = async (name: string) => rowButtons(await onlyRow('note'), tools).find(({ label }) => label === name);
  (await button('Tick'))?.click();
  await acted;
  expect((await agent.windowOf('note')).context.content).toMatch(/^1\. \[x\] words \(agent\)$/m);
  expect(await button('Tick')).toBeUndefined();
  (await button('Delete Note'))?.click();
  await acted;
  expect((await agent.windowOf('note')).parts).toEqual([]);
});

test('the only piece of a window, removed alone, is put back alone', async () => {
  await agent.act('retrieved', 'remove', { piece: 'b.ts' });
  const row = await onlyRow('retrieved');
  expect(row.state).toBe('cut');
  const button = keepButton(row, tools);
  expect(button?.label).toBe('Put Back');
  button?.click();
  await acted;
  expect((await agent.windowOf('retrieved')).parts).toMatchObject([{ shown: 'Full', level: null }]);
});

test('a piece of several stretches is named by the lines that it shows, for people and models, and is meant by each of them', async () => {
  const place = { documentId: 'file:///project/b.ts', projectId: 'file:///project', file: 'b.ts' };
  const about = { ...place, origin: 'search', language: 'typescript', why: 'words', score: 0.5 } as const;
  agent.workspace.pieces = () => [chunkPiece(scatteredChunk(about, [3, 4, 9, 20, 21], (line) => `line ${line}\n`))];
  expect(await onlyRow('retrieved')).toMatchObject({ label: { name: 'b.ts:3-4,9,20-21' } });
  const { account } = await agent.workspace.ask('live:get', {}, 'clipboard');
  const none = { payload: null, timeline: null, pins: [], constraints: new Map(), now: 0 };
  const names = account.ledger.filter(({ layer }) => layer === 'retrieved').map((line) => pieceName(line, none));
  expect(names).toMatchObject([{ name: 'b.ts', note: '3–4, 9, 20–21 · found by search' }]);
  await expect(agent.act('retrieved', 'shorten', { piece: 'b.ts:12' })).rejects.toThrow('there are b.ts:3-4,9,20-21');
  for (const lines of ['9', '20', '3-21', '3-4,9,20-21'])
    await agent.act('retrieved', 'keep', { piece: `b.ts:${lines}` });
});
