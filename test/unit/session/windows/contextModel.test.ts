import { beforeEach, describe, expect, test } from 'vitest';
import type { Piece } from '../../../../src/engine/piece.ts';
import { type Context, contextSchema } from '../../../../src/protocol/prompt/contextModel.ts';
import type { WindowState } from '../../../../src/protocol/windows.ts';
import vectors from '../../../fixtures/contextVectors.json' with { type: 'json' };
import { ManualClock } from '../../../support/manualClock.ts';
import { MemoryWorkspace } from '../../../support/memoryWorkspace.ts';
import { MarkTokenizers, markCount, marks } from '../../../support/prompts/markTokenizers.ts';
import { chunk, constraint, setting } from '../../../support/prompts/samplePieces.ts';
import { WindowUser } from '../../../support/windowUser.ts';

// The tables, invariants and test vectors of the context model, as a session answers them.

const document = 'file:///project/a.ts';
const consumer = 'live:thread';
let workspace: MemoryWorkspace;
let agent: WindowUser;

beforeEach(async () => {
  const clock = new ManualClock(Date.UTC(2025, 11, 10, 10, 0, 0));
  workspace = await MemoryWorkspace.open(undefined, clock, { tokenizers: new MarkTokenizers() });
  workspace.openDocument(document, 'one\n', 'typescript');
  agent = new WindowUser(workspace, consumer);
});

const errorsOf = ({ context }: WindowState) =>
  ((context.state.custom?.['errors'] ?? []) as { name: string }[]).map(({ name }) => name);

describe('the test vectors', () => {
  // Their application is a notebook; here it is a window, whose session is drawn at random.
  const [vector1, vector2] = vectors as [Context, Context];

  test('both are contexts as a window gives them, also with fields that a newer release adds', () => {
    expect(contextSchema.parse({ ...vector1, header: { ...vector1.header, locale: 'zh' }, extra: 1 })).toEqual(vector1);
    for (const vector of [vector1, vector2]) expect(contextSchema.parse(vector)).toEqual(vector);
  });

  test('示例 1: 最小有效 Context', async () => {
    const { header, state, content } = vector1;
    const text: Piece = {
      ...constraint('i', 'x', 'project', 0.5),
      id: 'instructions:notebook',
      window: 'instructions',
      render: () => ({ kind: 'instructions', part: { file: 'notebook', text: content } }),
    };
    workspace.pieces = () => [text];
    const { context } = await agent.windowOf('instructions');
    expect(context).toEqual({
      header: {
        appId: 'instructions',
        sessionId: expect.stringMatching(/^\w{8}-\w{8}$/),
        version: header.version,
        timestamp: new Date(header.timestamp).toISOString(),
      },
      // Nothing shortens it: the vector's level is the next one's.
      state: { ...state, currentLod: 'Full' },
      content: expect.stringContaining(content),
      anchors: {},
      history: [],
    });
  });

  test('示例 2: 带锚点的 Context', async () => {
    const { header, content } = vector2;
    const long = `${content}${'\n'.repeat(content.length * 3)}`;
    const entry: Piece = { ...chunk('entry-1', long, 0.5), location: { documentId: document, line: 7 } };
    workspace.pieces = () => [entry];
    await agent.windows();
    workspace.clock.advance(5 * 60_000);
    await agent.act('retrieved', 'shorten');
    await agent.act('retrieved', 'read', { piece: 'entry-1' });
    const { context } = await agent.windowOf('retrieved');
    const { major, minor } = header.version;
    expect(context.header.version).toMatchObject({ major, minor });
    expect(context.header.timestamp).toBe(new Date(header.timestamp).toISOString());
    expect(context.state).toEqual({ currentLod: 'Summary', focusId: null, custom: null });
    // A text that looks like an anchor is content, and no anchor is declared by it.
    expect(context.content).toContain(content);
    const all = Object.values(context.anchors);
    const expand = all.find(({ action }) => action === 'expand');
    expect(expand).toMatchObject({ type: 'Form', params: ['piece:string?'], target: null });
    expect(Object.keys(context.anchors).join()).not.toContain('entry-1');
    for (const { type, params } of all) expect(type).toBe(params.length === 0 ? 'Button' : 'Form');
    expect(context.history?.map(({ action }) => action)).toEqual(['shorten', 'read']);
  });

  test('示例 3: 版本兼容性检查: another level is another minor, another source another major version', async () => {
    const versionOf = async () => (await agent.windowOf('retrieved')).context.header.version;
    workspace.pieces = () => [chunk('b.ts', 'a text of some length, to be shortened', 0.5)];
    expect(await versionOf()).toEqual({ major: 1, minor: 0, patch: 0 });
    await agent.act('retrieved', 'shorten');
    expect(await versionOf()).toMatchObject({ major: 1, minor: 1 });
    workspace.pieces = () => [chunk('b.ts', 'another text of some length, to be shortened', 0.5)];
    expect(await versionOf()).toMatchObject({ major: 2 });
  });
});

describe('errors', () => {
  const good = chunk('b.ts', 'good', 0.5);
  const bad: Piece = { ...chunk('b.ts', 'bad', 0.5), weight: 2 };

  test('InvalidSourceDataError: what is malformed is left out, told, and forgotten once it is well-formed', async () => {
    const states = [];
    for (const piece of [good, bad, good]) {
      workspace.pieces = () => [piece, chunk('c.ts', 'other', 0.4)];
      const window = await agent.windowOf('retrieved');
      states.push([errorsOf(window), window.context.content.includes('good'), window.context.header.version.major]);
      expect(window.context.content).toContain('other');
      expect(window.context.content).not.toContain('bad');
    }
    expect(states).toEqual([
      [[], true, 1],
      [['InvalidSourceDataError'], false, 2],
      [[], true, 3],
    ]);
    workspace.pieces = () => [bad];
    const { warnings } = await workspace.ask('windows:list', {}, consumer);
    expect(warnings).toContainEqual(expect.stringMatching(/^CONTEXT_LAYER_INVALID: .*malformed/));
  });

  test('AnchorConflictError: of two pieces with one id the first stays, and a warning says so', async () => {
    workspace.pieces = () => [setting('tabs', 'good', 0.5), setting('tabs', 'second', 0.4)];
    const { windows: all, warnings } = await workspace.ask('windows:list', {}, consumer);
    const window = all.find(({ kind }) => kind === 'settings');
    if (window === undefined) throw new Error('no window');
    expect(errorsOf(window)).toEqual(['AnchorConflictError']);
    expect(window.context.content.match(/good/g)).toHaveLength(1);
    expect(window.context.content).not.toContain('second');
    expect(window.parts).toHaveLength(1);
    expect(warnings).toContainEqual(expect.stringMatching(/^CONTEXT_LAYER_INVALID: two pieces have one id/));
    workspace.pieces = () => [setting('tabs', 'good', 0.5)];
    expect(errorsOf(await agent.windowOf('settings'))).toEqual([]);
  });

  test('ContextTooLargeError: levels fall until it fits, and rise again; a lower level that is longer is never taken', async () => {
    const long = chunk('b.ts', marks(800), 0.5);
    const odd: Piece = {
      ...chunk('odd.ts', marks(300), 0.4),
      render: (lod) => chunk('odd.ts', marks(lod === 'full' ? 300 : 600), 0.4).render('full'),
    };
    workspace.pieces = () => [long, odd];
    await workspace.limit(600);
    const window = await agent.windowOf('retrieved');
    expect(errorsOf(window)).toEqual(['ContextTooLargeError']);
    expect(window.context.state.currentLod).not.toBe('Full');
    expect(markCount(window.context.content)).toBeLessThanOrEqual(600);
    expect(window.parts.find(({ id }) => id === odd.id)?.tokens).toBeLessThanOrEqual(300);
    await workspace.limit(10_000);
    const after = await agent.windowOf('retrieved');
    expect([errorsOf(after), after.context.state.currentLod]).toEqual([[], 'Full']);
  });
});
