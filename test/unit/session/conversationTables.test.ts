import { beforeEach, describe, expect, test } from 'vitest';
import type { Piece } from '../../../src/engine/piece.ts';
import { Tokenizers } from '../../../src/prompt/tokenizer.ts';
import type { Value } from '../../../src/protocol/channels.ts';
import { contextSchema } from '../../../src/protocol/prompt/contextModel.ts';
import type { ConversationState, WindowKind, WindowState } from '../../../src/protocol/windows.ts';
import { MemoryWorkspace, settled } from '../../support/memoryWorkspace.ts';
import { chunk, constraint, setting } from '../../support/samplePieces.ts';

// The tables, examples and test vectors of the context model and of context management, as a session answers them.

/** Counts nothing but these marks, so that a text has exactly the tokens that an example gives it. */
class MarkTokenizers extends Tokenizers {
  constructor() {
    super(() => Promise.reject(new Error('no ranks')));
  }

  override async counterFor() {
    return { count: (text: string) => text.split('¤').length - 1, exact: true };
  }
}
const marks = (count: number) => '¤'.repeat(count);

const document = 'file:///project/a.ts';
const consumer = 'live:thread';
let workspace: MemoryWorkspace;

beforeEach(async () => {
  workspace = await MemoryWorkspace.open(undefined, undefined, { tokenizers: new MarkTokenizers() });
  workspace.openDocument(document, 'one\n', 'typescript');
  workspace.settings.debug = true;
});

type Talk = readonly (readonly ['User' | 'Assistant', string])[];

async function say(...talk: Talk): Promise<void> {
  const items = talk.map(([type, content]) => ({ type, content }));
  settled(await workspace.session.request('conversations:say', { talk: items }, consumer));
}

async function limit(modelLimit: number): Promise<void> {
  const { version } = settled(await workspace.session.request('context:budget:get', {}, 'clipboard'));
  const budget = { modelLimit, outputReserve: 0 };
  settled(await workspace.session.request('context:budget:update', { version, budget }, 'clipboard'));
}

interface Message {
  readonly role: string;
  readonly content: string;
}

async function rendered(inputLimit?: number): Promise<readonly Message[]> {
  const room = inputLimit === undefined ? {} : { inputLimit };
  const request = { format: 'messages', preview: true, ...room } as const;
  return JSON.parse(settled(await workspace.session.request('context:assemble', request, consumer)).prompt);
}

async function windows(): Promise<readonly WindowState[]> {
  return settled(await workspace.session.request('windows:list', {}, consumer)).windows;
}

async function windowOf(kind: WindowKind): Promise<WindowState> {
  const found = (await windows()).find((window) => window.kind === kind);
  if (found === undefined) throw new Error(`no window ${kind}`);
  return found;
}

async function act(kind: WindowKind, action: string, params = {}): Promise<Value<'windows:act'>> {
  const { context } = await windowOf(kind);
  const [id = ''] = Object.entries(context.anchors).find(([, info]) => info.action === action) ?? [];
  return settled(await workspace.session.request('windows:act', { id, params }, consumer));
}

async function conversation(): Promise<ConversationState> {
  const { conversations } = settled(await workspace.session.request('conversations:list', {}, 'view'));
  const found = conversations.find((one) => one.consumer === consumer);
  if (found === undefined) throw new Error('no conversation');
  return found;
}

async function listing(): Promise<readonly string[]> {
  return settled(await workspace.session.request('context:inspect', {}, consumer)).conversation;
}

const errorsOf = ({ context }: WindowState) =>
  ((context.state.custom?.['errors'] ?? []) as { name: string }[]).map(({ name }) => name);

describe('the items of a conversation', () => {
  test('System, User and Assistant stand as they are; a Window is an id, rendered when it is asked for, in a message of the user', async () => {
    workspace.pieces = () => [chunk('b.ts', 'first state', 0.5)];
    await windows();
    await say(['User', 'Make a list of things to do'], ['Assistant', 'Here it is.']);
    const { items } = await conversation();
    const contentOf = (kind: string) => items.find(({ type }) => type === kind)?.content ?? '';
    workspace.pieces = () => [chunk('b.ts', 'second state', 0.5)];
    const messages = await rendered();
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(messages[0]?.content.startsWith(contentOf('System').slice(0, 100))).toBe(true);
    expect(messages.slice(1, 3).map(({ content }) => content)).toEqual(['Make a list of things to do', 'Here it is.']);
    expect(contentOf('Window')).toMatch(/^\w+-\d+$/);
    expect(messages[3]?.content).toContain('second state');
    expect(JSON.stringify(messages)).not.toContain('first state');
  });

  test('their numbers come from the conversation alone, rise, and are never given twice', async () => {
    await say(['User', 'a']);
    await windows();
    await say(['User', 'a'], ['Assistant', 'b'], ['User', 'c']);
    const { items } = await conversation();
    expect(items.map(({ seq }) => seq)).toEqual(items.map((_, at) => at + 1));
    expect(items[0]?.type).toBe('System');
  });

  test('a closed window is obsolete wherever it stands, and in no prompt; the listing marks it, the stats count it', async () => {
    workspace.pieces = () => [setting('tabs', 'two', 0.5), chunk('b.ts', 'words', 0.5)];
    await say(['User', 'x'.repeat(60)]);
    const before = await conversation();
    await act('settings', 'close', { summary: 'seen' });
    const { id } = await windowOf('settings');
    const lines = await listing();
    expect(lines[0]).toMatch(/^\[✓\] \[0001\] System: .{50}\.\.\.$/);
    expect(lines[1]).toBe(`[✓] [0002] User: ${'x'.repeat(50)}...`);
    expect(lines.filter((line) => line.startsWith('[X]'))).toEqual([
      expect.stringMatching(`^\\[X\\] \\[\\d{4}\\] Window: ${id}$`),
    ]);
    expect(JSON.stringify(await rendered())).not.toContain('tabs');
    const { items, stats } = await conversation();
    expect(stats).toMatchObject({ totalItems: items.length, obsoleteItems: 1, activeItems: items.length - 1 });
    expect(stats.windowItems).toBe(items.filter(({ type }) => type === 'Window').length);
    expect(stats.estimatedTokens).toBeGreaterThan(0);
    expect(before.items.every(({ isObsolete }) => !isObsolete)).toBe(true);
    await act('settings', 'open');
    expect((await conversation()).items.at(-1)).toMatchObject({ type: 'Window', content: id, isObsolete: false });
  });
});

describe('trimming', () => {
  const system = (count: number) => constraint('c', marks(count));

  /** What a prompt keeps: the marks of each message, `w` for what its windows take. */
  async function kept(inputLimit: number) {
    const messages = await rendered(inputLimit);
    const counts = messages.map(({ content }) => content.split('¤').length - 1);
    return { system: counts[0], talk: counts.slice(1, -1).filter((count) => count > 0), windows: counts.at(-1) };
  }

  test('10, 20, 5 and 500 tokens for a limit of 100: System, User and Window stay, the newest that does not fit is skipped', async () => {
    workspace.pieces = () => [system(10), chunk('todo', marks(5), 0.5)];
    await say(['User', marks(20)], ['User', marks(500)]);
    expect(await kept(100)).toEqual({ system: 10, talk: [20], windows: 5 });
  });

  test('while all of it fits nothing is left out', async () => {
    workspace.pieces = () => [system(10), chunk('todo', marks(5), 0.5)];
    await say(['User', marks(20)], ['Assistant', marks(30)]);
    expect(await kept(65)).toEqual({ system: 10, talk: [20, 30], windows: 5 });
  });

  test('first old talk goes, then windows, then the last three rounds; System never, and closed windows are not there at all', async () => {
    workspace.pieces = () => [system(10), setting('tabs', marks(7), 0.5), chunk('todo', marks(20), 0.5)];
    await windows();
    await act('settings', 'close');
    const rounds = Array.from(
      { length: 5 },
      (_, at): Talk => [
        ['User', marks(at + 1)],
        ['Assistant', marks(9 - at)],
      ],
    );
    await say(...rounds.flat());
    const talkOf = (from: number) => rounds.slice(from).flatMap((round) => round.map(([, text]) => text.length));
    for (const [tokens, talk, window] of [
      [80, talkOf(0), 20],
      [79, talkOf(1), 20],
      [69, talkOf(2), 20],
      [60, talkOf(2), 20],
      // The window falls to its summary, and what that leaves goes to an older round.
      [59, talkOf(1), 'less'],
      [40, talkOf(2), 0],
      [39, talkOf(3), 'any'],
      [20, talkOf(4), 0],
      [10, [], 0],
    ] as const) {
      const now = await kept(tokens);
      expect({ tokens, system: now.system, talk: now.talk }).toEqual({ tokens, system: 10, talk });
      if (window === 'less') expect(now.windows).toBeLessThan(20);
      if (typeof window === 'number') expect(now.windows).toBe(window);
    }
  });

  test('a round is whole or left out: a question does not stay without its answer', async () => {
    workspace.pieces = () => [system(10)];
    await say(['User', marks(5)], ['Assistant', marks(5)], ['User', marks(20)], ['Assistant', marks(500)]);
    expect((await kept(100)).talk).toEqual([5, 5]);
  });
});

describe('the context of a window', () => {
  test('has every field of the smallest valid context, none of them null, in every window', async () => {
    workspace.pieces = () => [constraint('c', 'x'), setting('s', 'y', 0.5), chunk('b.ts', 'z', 0.5)];
    for (const { kind, context } of await windows()) {
      expect(contextSchema.parse(context)).toEqual(context);
      expect(context.header).toEqual({
        appId: kind,
        sessionId: expect.stringMatching(/^\w{8}-\w{8}$/),
        version: { major: 1, minor: 0, patch: 0 },
        timestamp: expect.stringMatching(/Z$/),
      });
      expect(['Full', 'Summary', 'Gist']).toContain(context.state.currentLod);
      expect(context.anchors).not.toBeNull();
    }
  });

  test('a text that looks like an anchor is content; anchors are what the registry declares', async () => {
    const content = '# Notebook\n\n[SUMMARY] **[entry-1]** PipeMux 概览 [button:expand]';
    const entry: Piece = { ...chunk('entry-1', content, 0.5), location: { documentId: document, line: 7 } };
    workspace.pieces = () => [entry];
    await windows();
    await act('retrieved', 'piece', { piece: 'entry-1', do: 'collapse' });
    await act('retrieved', 'piece', { piece: 'entry-1', do: 'restore' });
    const { context } = await windowOf('retrieved');
    expect(context.content).toContain(content);
    expect(context.state.focusId).toBe(entry.id);
    const anchors = Object.values(context.anchors);
    expect(anchors.filter(({ type }) => type === 'Button').every(({ params }) => params.length === 0)).toBe(true);
    expect(anchors.filter(({ type }) => type === 'Reference')).toEqual([
      { type: 'Reference', params: [], target: `${document}#L7` },
    ]);
    expect(Object.keys(context.anchors)).not.toContain('entry-1');
    expect(context.history).toHaveLength(2);
  });

  test('1.0 and 1.1 are compatible, 1.x and 2.0 are not: another level is another minor, another source another major version', async () => {
    const versionOf = async () => (await windowOf('retrieved')).context.header.version;
    workspace.pieces = () => [chunk('b.ts', 'a text of some length, to be shortened', 0.5)];
    expect(await versionOf()).toEqual({ major: 1, minor: 0, patch: 0 });
    await act('retrieved', 'collapse');
    expect(await versionOf()).toMatchObject({ major: 1, minor: 1 });
    workspace.pieces = () => [chunk('b.ts', 'another text of some length, to be shortened', 0.5)];
    expect(await versionOf()).toMatchObject({ major: 2 });
  });

  test('what is asked twice is the same, to the last byte; header, content, anchors and history change by their own causes alone', async () => {
    workspace.pieces = () => [chunk('b.ts', 'some text', 0.5), setting('s', 'y', 0.5)];
    const before = await windows();
    expect(await windows()).toEqual(before);
    await act('settings', 'pin');
    const after = await windows();
    for (const [at, window] of after.entries()) {
      const old = before[at]?.context;
      if (window.kind !== 'settings') expect(window.context).toEqual(old);
      else {
        expect(window.context.content).toBe(old?.content);
        expect(Object.keys(window.context.anchors)).not.toEqual(Object.keys(old?.anchors ?? {}));
        expect(window.context.history).toMatchObject([{ action: 'pin', result: 'done', by: consumer }]);
        expect(window.context.header.sessionId).toBe(old?.header.sessionId);
      }
    }
  });
});

describe('errors', () => {
  const good = chunk('b.ts', 'good', 0.5);
  const bad: Piece = { ...chunk('b.ts', 'bad', 0.5), weight: 2 };

  test('InvalidSourceDataError: what is malformed is left out, told, and forgotten once it is well-formed', async () => {
    const states = [];
    for (const piece of [good, bad, good]) {
      workspace.pieces = () => [piece, chunk('c.ts', 'other', 0.4)];
      const window = await windowOf('retrieved');
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
    const { warnings } = settled(await workspace.session.request('windows:list', {}, consumer));
    expect(warnings).toContainEqual(expect.stringMatching(/^CONTEXT_LAYER_INVALID: .*malformed/));
  });

  test('VersionMismatchError: an id of an earlier version does nothing and brings those of the present one', async () => {
    workspace.pieces = () => [good];
    const { context } = await windowOf('retrieved');
    const [close = ''] = Object.entries(context.anchors).find(([, { action }]) => action === 'close') ?? [];
    await act('retrieved', 'collapse');
    const refused = await workspace.session.request('windows:act', { id: close }, consumer);
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'ANCHOR_STALE', data: { name: 'VersionMismatchError' } },
    });
    const told = JSON.stringify(refused);
    for (const [id, { action }] of Object.entries((await windowOf('retrieved')).context.anchors))
      if (action !== undefined) expect(told).toContain(`${action} ${id}`);
    expect((await windowOf('retrieved')).closed).toBe(false);
  });

  test('AnchorConflictError: of two pieces with one id the first stays, and a warning says so', async () => {
    workspace.pieces = () => [setting('tabs', 'good', 0.5), setting('tabs', 'second', 0.4)];
    const { windows: all, warnings } = settled(await workspace.session.request('windows:list', {}, consumer));
    const window = all.find(({ kind }) => kind === 'settings');
    if (window === undefined) throw new Error('no window');
    expect(errorsOf(window)).toEqual(['AnchorConflictError']);
    expect(window.context.content.match(/good/g)).toHaveLength(1);
    expect(window.context.content).not.toContain('second');
    expect(window.parts).toHaveLength(1);
    expect(warnings).toContainEqual(expect.stringMatching(/^CONTEXT_LAYER_INVALID: two pieces have one id/));
    workspace.pieces = () => [setting('tabs', 'good', 0.5)];
    expect(errorsOf(await windowOf('settings'))).toEqual([]);
  });

  test('ContextTooLargeError: levels fall until it fits, and rise again; a lower level that is longer is never taken', async () => {
    const long = chunk('b.ts', marks(800), 0.5);
    const odd: Piece = {
      ...chunk('odd.ts', marks(300), 0.4),
      render: (lod) => chunk('odd.ts', marks(lod === 'full' ? 300 : 600), 0.4).render('full'),
    };
    workspace.pieces = () => [long, odd];
    await limit(600);
    const window = await windowOf('retrieved');
    expect(errorsOf(window)).toEqual(['ContextTooLargeError']);
    expect(window.context.state.currentLod).not.toBe('Full');
    expect(window.context.content.split('¤').length - 1).toBeLessThanOrEqual(600);
    expect(window.parts.find(({ id }) => id === odd.id)?.tokens).toBeLessThanOrEqual(300);
    await limit(10_000);
    const after = await windowOf('retrieved');
    expect([errorsOf(after), after.context.state.currentLod]).toEqual([[], 'Full']);
  });

  test('a changed target is another anchor: the old id goes nowhere', async () => {
    const at = (line: number): Piece => ({ ...good, location: { documentId: document, line } });
    const idOf = async () => {
      const { context } = await windowOf('retrieved');
      return Object.entries(context.anchors).find(([, { type }]) => type === 'Reference') ?? ['', { target: '' }];
    };
    workspace.pieces = () => [at(1)];
    const [before, { target }] = await idOf();
    workspace.pieces = () => [at(2)];
    const [after, moved] = await idOf();
    expect([target, moved.target]).toEqual([`${document}#L1`, `${document}#L2`]);
    const go = (id: string) => workspace.session.request('windows:act', { id }, consumer);
    expect(await go(before)).toMatchObject({ ok: false, error: { code: 'ANCHOR_HIDDEN' } });
    expect(settled(await go(after)).place).toEqual({ documentId: document, line: 2 });
  });
});
