import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryWorkspace } from '../../../support/memoryWorkspace.ts';
import { MarkTokenizers, markCount, marks } from '../../../support/prompts/markTokenizers.ts';
import { chunk, constraint, setting } from '../../../support/prompts/samplePieces.ts';
import { WindowUser } from '../../../support/windowUser.ts';

// The tables and examples of context management, as a session answers them.

const document = 'file:///project/a.ts';
const consumer = 'live:thread';
let workspace: MemoryWorkspace;
let agent: WindowUser;

beforeEach(async () => {
  workspace = await MemoryWorkspace.open(undefined, undefined, { tokenizers: new MarkTokenizers() });
  workspace.openDocument(document, 'one\n', 'typescript');
  workspace.settings.debug = true;
  agent = new WindowUser(workspace, consumer);
});

type Talk = readonly (readonly ['User' | 'Assistant', string])[];

async function say(...talk: Talk): Promise<void> {
  const items = talk.map(([type, content]) => ({ type, content }));
  await workspace.ask('conversations:say', { talk: items }, consumer);
}

interface Message {
  readonly role: string;
  readonly content: string;
}

async function rendered(inputLimit?: number): Promise<readonly Message[]> {
  const room = inputLimit === undefined ? {} : { inputLimit };
  const request = { format: 'messages', preview: true, ...room } as const;
  return JSON.parse((await workspace.ask('context:assemble', request, consumer)).prompt);
}

async function listing(): Promise<readonly string[]> {
  return (await workspace.ask('context:inspect', {}, consumer)).conversation;
}

describe('the items of a conversation', () => {
  test('a closed window is obsolete wherever it stands, and in no prompt; the listing marks it, the stats count it', async () => {
    workspace.pieces = () => [setting('tabs', 'two', 0.5), chunk('b.ts', 'words', 0.5)];
    await say(['User', 'x'.repeat(60)]);
    const before = await agent.conversation();
    await agent.act('settings', 'remove', { summary: 'seen' });
    const { id } = await agent.windowOf('settings');
    const lines = await listing();
    expect(lines[0]).toMatch(/^\[✓\] \[0001\] System: .{50}\.\.\.$/);
    expect(lines[1]).toBe(`[✓] [0002] User: ${'x'.repeat(50)}...`);
    expect(lines.filter((line) => line.startsWith('[X]'))).toEqual([
      expect.stringMatching(`^\\[X\\] \\[\\d{4}\\] Window: ${id}$`),
    ]);
    expect(JSON.stringify(await rendered())).not.toContain('tabs');
    const { items, stats } = await agent.conversation();
    expect(stats).toMatchObject({ totalItems: items.length, obsoleteItems: 1, activeItems: items.length - 1 });
    expect(stats.windowItems).toBe(items.filter(({ type }) => type === 'Window').length);
    expect(before.items.every(({ isObsolete }) => !isObsolete)).toBe(true);
    await agent.act('settings', 'putBack');
    expect((await agent.conversation()).items.at(-1)).toMatchObject({ type: 'Window', content: id, isObsolete: false });
  });

  test('the published dialogue and its listing: a window stands in a message of the user, as it is now', async () => {
    await say(['User', '创建一个待办列表'], ['Assistant', '好的，我来帮你创建...']);
    await agent.act('note', 'add', { text: '空' });
    await agent.act('note', 'remove', { piece: '空' });
    const asked = '添加一个条目：买菜';
    await say(
      ['User', '创建一个待办列表'],
      ['Assistant', '好的，我来帮你创建...'],
      ['User', asked],
      ['Assistant', '已添加...'],
    );
    await agent.act('note', 'add', { text: '买菜' });
    const messages = await rendered();
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user', 'assistant', 'user']);
    expect(messages.slice(1, 5).map(({ content }) => content)).toEqual([
      '创建一个待办列表',
      '好的，我来帮你创建...',
      asked,
      '已添加...',
    ]);
    expect(messages[5]?.content).toMatch(/^2\. 买菜 \(/m);
    expect(messages[5]?.content).not.toContain('空');
    const note = (await agent.windowOf('note')).id;
    const lines = await listing();
    expect(lines.slice(0, 3)).toEqual([
      expect.stringMatching(/^\[✓\] \[0001\] System: /),
      '[✓] [0002] User: 创建一个待办列表',
      '[✓] [0003] Assistant: 好的，我来帮你创建...',
    ]);
    expect(lines.filter((line) => line.includes(note))).toEqual([
      expect.stringMatching(`^\\[✓\\] \\[\\d{4}\\] Window: ${note}$`),
    ]);
  });
});

describe('trimming', () => {
  const system = (count: number) => constraint('c', marks(count));

  /** What a prompt keeps: the marks of each message, `w` for what its windows take. */
  async function kept(inputLimit: number) {
    const messages = await rendered(inputLimit);
    const counts = messages.map(({ content }) => markCount(content));
    return { system: counts[0], talk: counts.slice(1, -1).filter((count) => count > 0), windows: counts.at(-1) };
  }

  test('10, 20, 5 and 500 tokens for a limit of 100: System, User and Window stay, the newest that does not fit is skipped', async () => {
    workspace.pieces = () => [system(10), chunk('todo', marks(5), 0.5)];
    await say(['User', marks(20)], ['User', marks(500)]);
    expect(await kept(100)).toEqual({ system: 10, talk: [20], windows: 5 });
  });

  test('first old talk goes, then windows, then the last three rounds; System never, and closed windows are not there at all', async () => {
    workspace.pieces = () => [system(10), setting('tabs', marks(7), 0.5), chunk('todo', marks(20), 0.5)];
    await agent.windows();
    await agent.act('settings', 'remove');
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
});
