import { beforeEach, describe, expect, test } from 'vitest';
import type { Piece } from '../../../../src/engine/piece.ts';
import type { Value } from '../../../../src/protocol/channels.ts';
import type { WindowKind } from '../../../../src/protocol/windowKinds.ts';
import { chunkPiece } from '../../../../src/sources/retrieved/chunk.ts';
import { MemoryWorkspace, settled } from '../../../support/memoryWorkspace.ts';
import { chunk, setting, words } from '../../../support/prompts/samplePieces.ts';
import { idOf, WindowUser } from '../../../support/windowUser.ts';

const document = 'file:///project/a.ts';
const sample: readonly Piece[] = [setting('indentation', '2 spaces', 0.9), chunk('b.ts', words(40), 0.5)];
let workspace: MemoryWorkspace;

async function open(...earlier: Parameters<typeof MemoryWorkspace.open>): Promise<void> {
  workspace = await MemoryWorkspace.open(...earlier);
  workspace.openDocument(document, 'one\ntwo\nthree\n', 'typescript');
  workspace.pieces = () => sample;
}

async function reload(): Promise<void> {
  const { pieces, files, clock } = workspace;
  await workspace.liveContext.flush();
  await open(files, clock);
  workspace.pieces = pieces;
}

beforeEach(() => open());

const user = (consumer = 'clipboard') => new WindowUser(workspace, consumer);
const list = (consumer = 'clipboard') => workspace.ask('windows:list', {}, consumer);
const windowOf = (kind: WindowKind, consumer?: string) => user(consumer).windowOf(kind);
const anchor = (kind: WindowKind, action: string, consumer?: string) => user(consumer).anchor(kind, action);
const act = (id: string, params = {}, consumer?: string) => user(consumer).press(id, params);

async function prompt(consumer = 'clipboard', params = {}): Promise<string> {
  return (await workspace.ask('context:assemble', { preview: true, ...params }, consumer)).prompt;
}

test('windows:list: the windows that have pieces, in the order of the prompt, each with its level, tokens and anchors', async () => {
  const { windows, conversationId } = await list();
  expect(conversationId).toBe('workspace');
  expect(windows.map(({ kind, shown }) => [kind, shown])).toEqual([
    ['constraints', 'Full'],
    ['settings', 'Full'],
    ['retrieved', 'Full'],
    ['note', 'Full'],
    ['document', 'Full'],
    ['editorState', 'Full'],
  ]);
  const retrieved = await windowOf('retrieved');
  expect(retrieved.context.content).toContain(words(40));
  const actions = Object.values(retrieved.context.anchors).map(({ action }) => action);
  expect(actions.join()).toBe('expand,shorten,keep,remove,putBack,read');
  expect(retrieved.tokens).toBeGreaterThan(40);
});

describe('acting', () => {
  test('a closed window disappears and leaves its trace; it can be opened again', async () => {
    const before = await prompt();
    settled(await act(await anchor('retrieved', 'remove'), { summary: 'b.ts is not needed' }));
    const without = await prompt();
    expect(without).not.toContain(words(40));
    expect(without).toContain('# Windows\n\n- retrieved: removed "b.ts is not needed"\n');
    expect(without).not.toMatch(/\w:\w+@/);
    expect((await windowOf('retrieved')).shown).toBe('Gone');
    await user().act('retrieved', 'putBack');
    expect(await prompt()).toBe(before);
  });

  test('ids stand only in prompts of consumers that can act, after the stable prefix, whose hash does not move', async () => {
    const assemble = async (consumer: string) => await workspace.ask('context:assemble', { preview: true }, consumer);
    const clipboard = await assemble('clipboard');
    const tools = await assemble('lm-tools');
    expect(clipboard.prompt).not.toContain('# Windows');
    expect(tools.prompt).not.toContain('# Windows');
    expect(tools.stablePrefixHash).toBe(clipboard.stablePrefixHash);
    await user().act('document', 'shorten');
    settled(await act(await anchor('document', 'shorten', 'lm-tools'), {}, 'lm-tools'));
    const collapsed = await assemble('lm-tools');
    expect(collapsed.prompt).toMatch(
      /# Windows\n\nAct by ids such as expand:document@\w{6}\.\n\n- document: Summary; expand, shorten, putBack, read\(first, last\)\n/,
    );
    expect(collapsed.stablePrefixHash).toBe(clipboard.stablePrefixHash);
  });

  test('the same anchor for the developer who stands in an agent’s place: the same effect, and the history says who did what', async () => {
    await prompt('lm-tools');
    const conversationId = 'lm-tools';
    const asked = await workspace.session.request('windows:list', { conversationId }, 'view');
    const retrieved = settled(asked).windows.find(({ kind }) => kind === 'retrieved');
    const id = idOf(retrieved?.context.anchors ?? {}, 'keep');
    expect(await anchor('retrieved', 'keep', 'lm-tools')).toBe(id);
    await workspace.ask('windows:act', { id, conversationId }, 'view');
    await user('lm-tools').act('retrieved', 'putBack');
    const { windows } = await user('lm-tools').conversation();
    expect(windows.find(({ kind }) => kind === 'retrieved')?.history).toMatchObject([
      { action: 'keep', by: 'view' },
      { action: 'putBack', by: 'lm-tools' },
    ]);
    expect(await prompt('clipboard')).not.toContain('kept');
  });

  test('an agent stands in nobody’s place', async () => {
    await prompt('mcp:1');
    for (const request of [
      workspace.session.request('windows:list', { conversationId: 'mcp:1' }, 'mcp:2'),
      workspace.session.request('windows:act', { id: 'keep:retrieved@0000', conversationId: 'mcp:1' }, 'lm-tools'),
      workspace.session.request('conversations:list', {}, 'mcp:2'),
    ])
      expect(await request).toMatchObject({ ok: false, error: { code: 'CONVERSATION_FORBIDDEN' } });
    const gone = await workspace.session.request('windows:list', { conversationId: 'mcp:3' }, 'view');
    expect(gone).toMatchObject({ ok: false, error: { code: 'CONVERSATION_UNKNOWN' } });
  });

  test('one piece of a window is removed, shortened, read and put back by its name; removing it costs no tokens', async () => {
    workspace.pieces = () => [chunk('b.ts', words(40), 0.5), chunk('c.ts', words(30), 0.4)];
    const doing = async (verb: string, piece: string) => act(await anchor('retrieved', verb), { piece });
    const before = await workspace.ask('context:assemble', { preview: true }, 'lm-tools');
    settled(await act(await anchor('retrieved', 'remove', 'lm-tools'), { piece: 'b.ts' }, 'lm-tools'));
    const after = await workspace.ask('context:assemble', { preview: true }, 'lm-tools');
    expect(before.tokenCount - after.tokenCount).toBeGreaterThanOrEqual(40);
    expect(settled(await doing('remove', 'b.ts')).brought).toContain('1 of 2 pieces');
    expect(await prompt()).not.toContain(words(40));
    expect(await prompt()).toContain(words(30));
    expect((await windowOf('retrieved')).parts).toMatchObject([
      { name: 'b.ts', shown: 'Gone', level: 'Gone', why: 'it was removed' },
      { name: 'c.ts', shown: 'Full', level: null },
    ]);
    settled(await doing('shorten', 'c.ts'));
    settled(await doing('shorten', 'c.ts'));
    expect((await windowOf('retrieved')).parts[1]).toMatchObject({
      shown: 'Gist',
      why: 'it was shortened: shown as gist',
    });
    expect(await prompt()).not.toContain(words(30));
    settled(await doing('putBack', 'chunk:b.ts'));
    expect(await prompt()).toContain(words(40));
    expect(settled(await doing('read', 'c.ts')).text).toContain(words(30));
    const wrong = await doing('read', 'd.ts');
    expect(wrong).toMatchObject({ ok: false, error: { code: 'ANCHOR_PARAMS' } });
    if (!wrong.ok) expect(wrong.error.message).toContain('there are b.ts, c.ts');
  });

  test('an action answers with what it brought, and says when the budget still limits it', async () => {
    workspace.pieces = () => [chunk('b.ts', words(2_000), 0.5)];
    await workspace.limit(900);
    const { brought } = await user().act('retrieved', 'expand');
    expect(brought).toMatch(
      /^(Summary|Gist|Gone), \d+ of \d+ tokens, .*; the budget still limits it to (Summary|Gist|Gone)$/,
    );
    expect(await prompt()).toMatch(/# Windows\n\n- retrieved: (Summary|Gist|left out)\n/);
  });

  test('a piece keeps what is set for it when its lines move, change or come back; another one in its place has nothing of it', async () => {
    const other = 'file:///project/b.ts';
    const functionOf = (name: string) =>
      [`function ${name}() {`, ...Array.from({ length: 8 }, (_, at) => `  ${name}(${at});`), '}'].join('\n');
    let texts = [functionOf('one'), functionOf('two')];
    workspace.pieces = () => {
      let line = 1;
      return texts.map((text) => {
        const first_line = line;
        line += text.split('\n').length;
        const place = { documentId: other, projectId: 'file:///project', file: 'b.ts', language: 'typescript' };
        const lines = { first_line, last_line: line - 1 };
        return chunkPiece({ origin: 'search', ...place, ...lines, why: 'test', score: 0.5, text });
      });
    };
    const partsOf = async () => {
      const { parts } = await windowOf('retrieved');
      return parts.map(({ name, level, shown }) => [name, level, shown]);
    };
    settled(await act(await anchor('retrieved', 'remove'), { piece: 'b.ts:1' }));
    const [one = '', two = ''] = texts;
    const gone = (name: string) => [name, 'Gone', 'Gone'];
    const whole = (name: string) => [name, null, 'Full'];
    expect(await partsOf()).toEqual([gone('b.ts:1-10'), whole('b.ts:11-20')]);
    texts = [functionOf('zero'), one, two];
    expect(await partsOf()).toEqual([whole('b.ts:1-10'), gone('b.ts:11-20'), whole('b.ts:21-30')]);
    texts = [functionOf('zero'), one.replace('one(3)', 'three()\n  four()'), two];
    expect(await partsOf()).toEqual([whole('b.ts:1-10'), gone('b.ts:11-21'), whole('b.ts:22-31')]);
    texts = [functionOf('zero'), two];
    expect(await partsOf()).toEqual([whole('b.ts:1-10'), whole('b.ts:11-20')]);
    texts = [two, one];
    expect(await partsOf()).toEqual([whole('b.ts:1-10'), gone('b.ts:11-20')]);
    await reload();
    expect(await partsOf()).toEqual([whole('b.ts:1-10'), gone('b.ts:11-20')]);
    settled(await act(await anchor('retrieved', 'putBack'), { piece: 'b.ts:11' }));
    expect(await partsOf()).toEqual([whole('b.ts:1-10'), whole('b.ts:11-20')]);
  });

  test('a reload keeps notes and settings of windows and pieces; ids and sessions are new; what is taken back is gone for good', async () => {
    workspace.pieces = () => [...sample, chunk('c.ts', words(30), 0.4)];
    const consumer = 'mcp:claude-17';
    const doing = (...args: Parameters<WindowUser['act']>) => user(consumer).act(...args);
    await doing('note', 'add', { text: 'tests' });
    await doing('settings', 'remove', { summary: 'two spaces' });
    await doing('retrieved', 'keep');
    await doing('retrieved', 'remove', { piece: 'c.ts' });
    await doing('document', 'shorten');
    const stateOf = (all: Value<'windows:list'>) =>
      all.windows.map(({ kind, level, kept, summary, parts }) => [kind, level, kept, summary, parts]);
    const before = await list(consumer);
    const text = (await prompt(consumer)).replaceAll(/@\w{6}/g, '');
    await reload();
    const after = await list(consumer);
    expect(stateOf(after)).toEqual(stateOf(before));
    expect((await prompt(consumer)).replaceAll(/@\w{6}/g, '')).toBe(text);
    const idsOf = (all: Value<'windows:list'>) => all.windows.flatMap(({ context }) => Object.keys(context.anchors));
    expect(idsOf(after).filter((id) => idsOf(before).includes(id))).toEqual([]);
    const [one, other] = [before, after].map(({ windows }) => windows[0]?.context.header.sessionId);
    expect(one).not.toBe(other);
    await doing('note', 'remove', { piece: '1' });
    await doing('settings', 'putBack');
    await doing('retrieved', 'putBack');
    await doing('document', 'putBack');
    await reload();
    expect(stateOf(await list(consumer))).toEqual(stateOf(await list('mcp:other')));
  });

  test('a secret that becomes known is hidden in what was noted, done and answered before', async () => {
    const secret = 'Zebra7hunter2Qx9';
    const agent = user('mcp:1');
    await agent.act('note', 'add', { text: `Try ${secret}` });
    await agent.act('note', 'tick', { piece: '1' });
    await agent.act('retrieved', 'remove', { summary: `tried ${secret}` });
    workspace.openDocument('file:///project/b.ts', `const password = "${secret}";\n`);
    workspace.openDocument(document, 'one\ntwo\nthree\n', 'typescript');
    const replies = [
      await agent.act('note', 'tick', { piece: '1' }),
      await agent.press(await agent.anchor('note', 'tick'), { piece: '9' }),
      await agent.windowOf('note'),
      await agent.windowOf('retrieved'),
      await agent.conversation(),
      await prompt('mcp:1'),
    ].map((reply) => JSON.stringify(reply));
    for (const reply of replies) expect(reply).toContain('[REDACTED:password:');
    expect(replies.join()).not.toContain(secret);
  });

  test('forms: a constraint is added as the project’s, once; lines and pieces are read', async () => {
    const add = await anchor('constraints', 'add');
    settled(await act(add, { text: 'No globals', type: 'api' }));
    expect(settled(await act(add, { text: 'No globals' })).result).toMatch(/already there$/);
    const { constraints } = await workspace.ask('constraints:list', {}, 'clipboard');
    expect(constraints).toMatchObject([{ text: 'No globals', type: 'api', source: 'project' }]);
    expect(settled(await act(await anchor('document', 'read'), { first: 2, last: 3 })).text).toBe('two\nthree\n');
    expect(settled(await act(await anchor('retrieved', 'read'), { piece: 'b.ts' })).text).toContain(words(40));
  });
});

describe('what cannot be executed changes nothing and says the next step', () => {
  test('a verb of a removed window comes with what it offers now', async () => {
    const keep = await anchor('retrieved', 'keep');
    await user().act('retrieved', 'remove');
    const before = await list();
    const windows = { retrieved: 'putBack', document: expect.stringContaining('read(first:int, last:int)') };
    const data = { id: keep.replace(/^.*@/, 'verb:window@'), windows };
    expect(await act(keep)).toMatchObject({
      ok: false,
      error: { code: 'ANCHOR_HIDDEN', recovery: expect.stringMatching(/./), data },
    });
    expect(await list()).toEqual(before);
  });

  test('two actions at once on one window: the second is refused', async () => {
    const add = await anchor('constraints', 'add');
    const results = await Promise.all([act(add, { text: 'Once' }), act(add, { text: 'Twice' })]);
    expect(results.map((result) => (result.ok ? 'done' : result.error.code))).toEqual(['done', 'WINDOW_BUSY']);
    const { constraints } = await workspace.ask('constraints:list', {}, 'clipboard');
    expect(constraints.map(({ text }) => text)).toEqual(['Once']);
  });
});
