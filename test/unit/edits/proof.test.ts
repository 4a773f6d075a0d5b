import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { MemoryWorkspace, settled } from '../../support/memoryWorkspace.ts';

const file = 'file:///project/src/a.ts';
const text = 'one();\ntwo();\nthree();\nfour();\n';
let workspace: MemoryWorkspace;

beforeEach(async () => {
  workspace = await MemoryWorkspace.open();
  workspace.openDocument(file, text, 'typescript');
});

const days = async () => (await workspace.ask('proof:get', {}, 'view')).days;
const version = async () => (await workspace.ask('live:version', { documentId: file }, 'mcp:a')).versionId;

async function apply(baseVersionId: string, line: number, newText: string) {
  const edits = [{ type: 'range' as const, start: { line, column: 1 }, end: { line: line + 1, column: 1 }, newText }];
  return workspace.session.request('live:applyEdits', { documentId: file, baseVersionId, edits }, 'mcp:a');
}

describe('edits', () => {
  test('those rebased are counted, and those that would have been misplaced', async () => {
    const base = await version();
    workspace.edit(file, [{ start: text.length, end: text.length, newText: 'typed();\n' }]);
    settled(await apply(base, 1, 'eins();\n'));
    workspace.edit(file, [{ start: 0, end: 0, newText: 'typed();\n' }]);
    settled(await apply(base, 3, 'drei();\n'));
    expect(await days()).toMatchObject([{ agent: 'mcp:a', edits: 2, rebased: 2, misplacedAvoided: 1, conflicts: 0 }]);
  });

  test('conflicts and other refusals are told apart', async () => {
    const base = await version();
    workspace.edit(file, [{ start: 0, end: 3, newText: 'uno' }]);
    expect(await apply(base, 1, 'eins();\n')).toMatchObject({ error: { code: 'EDIT_CONFLICT' } });
    expect(await apply(base, 99, 'x')).toMatchObject({ error: { code: 'EDIT_INVALID' } });
    expect(await days()).toMatchObject([{ edits: 0, conflicts: 1, refused: 1 }]);
  });

  test('what the developer writes anew or undoes within ten minutes is counted once', async () => {
    settled(await apply(await version(), 1, 'einszweidrei();\n'));
    workspace.edit(file, [{ start: 0, end: 2, newText: '' }]);
    expect((await days())[0]).toMatchObject({ edits: 1, rewritten: 0 });
    workspace.edit(file, [{ start: 0, end: 10, newText: 'one' }]);
    workspace.edit(file, [{ start: 0, end: 3, newText: 'uno' }]);
    expect((await days())[0]).toMatchObject({ edits: 1, rewritten: 1 });
    settled(await apply(await version(), 2, 'zwei();\n'));
    workspace.edit(file, [{ start: 7, end: 10, newText: 'two' }], 'undo');
    expect((await days())[0]).toMatchObject({ edits: 2, rewritten: 2 });
  });
});

test('a day is that of the place where the developer is', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  // It is the tenth there, and the ninth in UTC.
  vi.stubEnv('TZ', 'Pacific/Kiritimati');
  settled(await apply(await version(), 1, 'eins();\n'));
  expect(await days()).toMatchObject([{ day: '2025-10-10' }]);
});

test('counts, tokens delivered among them, are there after a reload, without any text', async () => {
  settled(await apply(await version(), 1, 'eins();\n'));
  const { tokenCount } = (await workspace.ask('live:get', {}, 'mcp:a')).account;
  await workspace.liveContext.flush();
  const before = await days();
  expect(before).toMatchObject([{ deliveredTokens: tokenCount }]);
  const stored = new TextDecoder().decode((await workspace.files.read('proof.json')) ?? new Uint8Array());
  expect(stored).not.toMatch(/eins|a\.ts/);
  workspace = await MemoryWorkspace.open(workspace.files);
  expect(await days()).toEqual(before);
});
