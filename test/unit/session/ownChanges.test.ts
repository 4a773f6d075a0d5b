import { describe, expect, test } from 'vitest';
import type { FileWrite } from '../../../src/protocol/agentTurns.ts';
import { writtenText } from '../../../src/session/handlers/agents/ownWrites.ts';
import { useWorkspace, workspace } from '../../support/workspace.ts';

// What an agent changes itself, by an edit or on disk, is no news to it; what anybody else changes in the same moment is.

const path = '/project/a.ts';
const document = `file://${path}`;
const agent = 'mcp:claude-1';
const other = 'mcp:codex-2';

useWorkspace(async () => {
  workspace.openDocument(document, 'one\ntwo\nthree\n', 'typescript');
  for (const consumer of [agent, other]) await workspace.session.request('live:get', {}, consumer);
});

const replace = (oldText: string, newText: string, everywhere = false): FileWrite => {
  return { kind: 'replace', edits: [{ oldText, newText, everywhere }] };
};
const asks = async (consumer = agent) =>
  expect((await workspace.ask('agents:beforeWrite', { paths: [path] }, consumer)).allowed).toBe(true);
const hasWritten = async (write: FileWrite, consumer = agent) =>
  await workspace.ask('agents:afterWrite', { paths: [path], write }, consumer);
const news = async (consumer = agent) => (await workspace.ask('live:changesSince', {}, consumer)).text;

describe('an agent that has written a file', () => {
  test('is not told of its own change; others are', async () => {
    await asks();
    workspace.reload(document, 'one\nTWO\nthree\n');
    await hasWritten(replace('two', 'TWO'));
    expect(await news()).toMatch(/^No document has changed/);
    expect(await news(other)).toContain('+TWO');
  });

  test('is told what another wrote between its hooks', async () => {
    await asks();
    workspace.reload(document, 'ONE\ntwo\nthree\n');
    workspace.reload(document, 'ONE\nTWO\nthree\n');
    await hasWritten(replace('two', 'TWO'));
    expect(await news()).toContain('+ONE');
  });

  test('is told what a formatter made of it, or git in its place', async () => {
    await asks();
    await hasWritten(replace('two', 'TWO'));
    workspace.reload(document, 'one\nTWO;\nthree\n');
    expect(await news()).toContain('+TWO;');
  });

  test('learns nothing of a secret by what is not told', async () => {
    const secret = 'password = "correct-horse-77"\n';
    workspace.reload(document, `one\n${secret}`);
    await news();
    workspace.reload(document, `ONE\n${secret}`);
    await hasWritten({ kind: 'whole', text: `ONE\n${secret}` });
    expect(await news()).toContain('+ONE');
  });
});

describe('what a write makes of a text', () => {
  const patch = (...rows: string[]) =>
    ['*** Begin Patch', '*** Update File: a.ts', '@@', ...rows, '*** End Patch', ''].join('\n');
  test.each<[string, string, FileWrite, string | null]>([
    ['a replacement', 'a\nb\n', replace('b', 'B'), 'a\nB\n'],
    ['one that names several places', 'b\nb\n', replace('b', 'B'), null],
    ['one of all places', 'b\nb\n', replace('b', 'B', true), 'B\nB\n'],
    ['one of a text that is not there', 'a\n', replace('b', 'B'), null],
    ['one with dollars', 'a\n', replace('a', '$&$1'), '$&$1\n'],
    ['a whole text', 'a\n', { kind: 'whole', text: 'x\r\ny' }, 'x\ny'],
    ['a patch', 'a\nb\nc\n', { kind: 'patch', text: patch(' a', '-b', '+B', ' c') }, 'a\nB\nc\n'],
    ['a patch that does not fit', 'a\nc\n', { kind: 'patch', text: patch(' a', '-b', '+B') }, null],
  ])('%s', (_, text, write, expected) => {
    expect(writtenText(text, write, document)).toBe(expected);
  });
});

const versionId = async () => (await workspace.ask('live:version', {}, 'test')).versionId;
async function apply(baseVersionId: string | undefined, oldText: string, newText: string, consumer = agent) {
  const params = { documentId: document, baseVersionId, edits: [{ type: 'replace' as const, oldText, newText }] };
  return (await workspace.ask('live:applyEdits', params, consumer)).documents[0];
}

describe('an edit of its own', () => {
  test('is no news to the agent, but to others', async () => {
    await apply(await versionId(), 'two', 'TWO');
    expect(await news()).toMatch(/^No document has changed/);
    expect(await news(other)).toContain('+TWO');
  });

  test('that was rebased over what the reply told is none either', async () => {
    const base = await versionId();
    workspace.type(document, 0, 'x');
    expect(await apply(base, 'three', 'THREE')).toMatchObject({ outcome: 'rebased', meanwhile: expect.any(String) });
    expect(await news()).toMatch(/^No document has changed/);
    workspace.type(document, 0, 'y');
    const told = await news();
    expect(told).toContain('+yxone');
    expect(told).not.toContain('+THREE');
  });

  test('without a version is one of what it was last told, but never in a place that only the last delivery told', async () => {
    expect(await apply(undefined, 'two', 'TWO')).toMatchObject({ outcome: 'applied' });
    expect(await apply(undefined, 'TWO', '2')).toMatchObject({ outcome: 'applied' });
    workspace.edit(document, [{ start: 0, end: 4, newText: '' }]);
    workspace.edit(document, [{ start: 8, end: 8, newText: 'one\n' }]);
    await news();
    // An agent that writes both calls at once has not read where the line is.
    await expect(apply(undefined, 'one', '1')).rejects.toThrow('baseVersionId is missing');
    expect(await apply(undefined, 'three', '3')).toMatchObject({ outcome: 'applied' });
    expect(workspace.text(document)).toBe('2\n3\none\n');
  });

  test('without a version quotes the current text where it was told none or an older one, but nothing that moved since the disk', async () => {
    const stranger = 'mcp:gemini-3';
    expect(await apply(undefined, 'two', 'TWO', stranger)).toMatchObject({ outcome: 'applied' });
    workspace.type(document, 0, 'x');
    expect(await apply(undefined, 'xone', '1')).toMatchObject({ outcome: 'applied' });
    workspace.edit(document, [{ start: 6, end: 12, newText: '' }]);
    workspace.edit(document, [{ start: 0, end: 0, newText: 'three\n' }]);
    await expect(apply(undefined, 'three', '3', stranger)).rejects.toThrow('this place has moved');
    const history = workspace.histories.get(document);
    history?.markGap();
    history?.markAt(other, history.newest.number + 1);
    await expect(apply(undefined, 'three', '3', other)).rejects.toThrow('you were told is no longer stored');
    expect(workspace.text(document)).toBe('three\n1\nTWO\n');
  });

  test('against a version that it was not handed passes over nothing', async () => {
    workspace.type(document, 0, 'x');
    await apply(await versionId(), 'three', 'THREE');
    expect(await news()).toContain('+xone');
  });
});

describe('changes are told with who made them and whether they are saved', () => {
  const head = async (consumer = agent) => /^version .*; (by .*)$/m.exec(await news(consumer))?.[1];

  test('by the developer, an agent, the disk', async () => {
    workspace.type(document, 0, 'x');
    expect(await head()).toBe('by typing; not saved');
    await apply(await versionId(), 'three', 'THREE');
    expect(await head(other)).toBe('by typing, agent; not saved');
    workspace.save(document);
    workspace.reload(document, 'all new\n');
    expect(await head()).toBe('by disk; saved');
  });
});
