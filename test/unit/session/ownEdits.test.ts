import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';

// An agent is not told its own edits as news, and never misses what others did.

const document = 'file:///project/a.ts';
const agent = 'mcp:agent';
let workspace: MemoryWorkspace;

beforeEach(async () => {
  workspace = await MemoryWorkspace.open();
  workspace.openDocument(document, 'one\ntwo\nthree\n');
  await workspace.session.request('live:get', {}, agent);
});

const changes = async (consumer = agent) => (await workspace.ask('live:changesSince', {}, consumer)).text;
const versionId = async () => (await workspace.ask('live:version', {}, 'test')).versionId;
async function apply(baseVersionId: string, oldText: string, newText: string) {
  const edits = [{ type: 'replace' as const, oldText, newText }];
  const params = { documentId: document, baseVersionId, edits };
  return (await workspace.ask('live:applyEdits', params, agent)).documents[0];
}

describe('an edit of its own', () => {
  test('is no news to the agent, but to others', async () => {
    await workspace.session.request('live:get', {}, 'mcp:other');
    await apply(await versionId(), 'two', 'TWO');
    expect(await changes()).toMatch(/^No document has changed/);
    expect(await changes('mcp:other')).toContain('+TWO');
  });

  test('that was rebased over what the reply told is none either', async () => {
    const base = await versionId();
    workspace.type(document, 0, 'x');
    expect(await apply(base, 'three', 'THREE')).toMatchObject({ outcome: 'rebased', meanwhile: expect.any(String) });
    expect(await changes()).toMatch(/^No document has changed/);
    workspace.type(document, 0, 'y');
    const told = await changes();
    expect(told).toContain('+yxone');
    expect(told).not.toContain('+THREE');
  });

  test('against a version that it was not handed passes over nothing', async () => {
    workspace.type(document, 0, 'x');
    await apply(await versionId(), 'three', 'THREE');
    expect(await changes()).toContain('+xone');
  });
});

describe('changes are told with who made them and whether they are saved', () => {
  const head = async (consumer = agent) => /^- by: .*$/m.exec(await changes(consumer))?.[0];

  test('by the developer, an agent, the disk', async () => {
    await workspace.session.request('live:get', {}, 'mcp:other');
    workspace.type(document, 0, 'x');
    expect(await head()).toBe('- by: typing; not saved');
    await apply(await versionId(), 'three', 'THREE');
    expect(await head('mcp:other')).toBe('- by: typing, agent; not saved');
    workspace.save(document);
    workspace.reload(document, 'all new\n');
    expect(await head()).toBe('- by: disk; saved');
  });
});
