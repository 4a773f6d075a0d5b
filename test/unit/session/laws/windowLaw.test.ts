import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Value } from '../../../../src/protocol/channels.ts';
import { readerIn } from '../../../../src/protocol/consumer.ts';
import { MemoryFileSystem } from '../../../support/memoryFileSystem.ts';
import { MemoryWorkspace, settled } from '../../../support/memoryWorkspace.ts';
import { chunk, constraint, setting, words } from '../../../support/prompts/samplePieces.ts';
import { runs } from '../../../support/runs.ts';

const documents = ['file:///project/a.ts', 'file:///project/b.ts'];
/** Six agents with the characters that they pass on, and the developer. */
const bounds: Readonly<Record<string, number | undefined>> = {
  clipboard: undefined,
  'lm-tools': undefined,
  [readerIn('lm-tools', 'chat')]: 100_000,
  'mcp:claude-1': 200_000,
  [readerIn('mcp:claude-1', 'subagent')]: 200_000,
  'mcp:codex-1': 11_500,
  'mcp:cline-1': 4_000,
};

const share = fc.double({ min: 0, max: 0.999, noNaN: true });
const step = fc.oneof(
  fc.record({
    does: fc.constant('type' as const),
    at: share,
    text: fc.constantFrom('x', '\n', 'let y = 2;\n', '```\n'),
  }),
  fc.record({ does: fc.constant('move' as const), at: share }),
  fc.record({ does: fc.constant('show' as const), at: share }),
  fc.record({ does: fc.constant('find' as const), count: fc.nat(3), length: fc.constantFrom(5, 60, 600) }),
  fc.record({ does: fc.constant('budget' as const), limit: fc.constantFrom(900, 1_500, 4_000, 20_000) }),
  fc.record({ does: fc.constant('act' as const), at: share, piece: share, deed: share }),
  fc.record({ does: fc.constant('restart' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

async function opened(files: MemoryFileSystem): Promise<MemoryWorkspace> {
  const workspace = await MemoryWorkspace.open(files);
  workspace.settings.excerptTokens = 750;
  for (const document of documents)
    workspace.openDocument(
      document,
      Array.from({ length: 150 }, (_, at) => `const v${at} = ${at};\n`).join(''),
      'typescript',
    );
  return workspace;
}

async function list(workspace: MemoryWorkspace, consumer: string): Promise<Value<'windows:list'>> {
  return settled(await workspace.session.request('windows:list', {}, consumer));
}

async function act(workspace: MemoryWorkspace, consumer: string, { at, piece, deed }: Extract<Step, { does: 'act' }>) {
  const { windows } = await list(workspace, consumer);
  const offered = windows.flatMap((window) =>
    Object.entries(window.context.anchors).map((entry) => [window, entry] as const),
  );
  const chosen = offered[Math.floor(at * offered.length)];
  if (chosen === undefined) return;
  const [window, [id, info]] = chosen;
  const pick = <T>(all: readonly T[], by: number) => all[Math.floor(by * all.length)];
  const name = pick(window.parts, piece)?.name ?? 'none';
  const isOne = deed < 0.5 || info.params.includes('piece:string');
  const given: Readonly<Record<string, string | number>> = {
    ...(isOne ? { piece: name } : { summary: 'seen\nit' }),
    ...{ first: 1, last: 2 },
    text: words(Math.ceil(deed * 50)),
  };
  const names = info.params.map((param) => param.replace(/:.*/, ''));
  const params = Object.fromEntries(Object.entries(given).filter(([param]) => names.includes(param)));
  await workspace.session.request('windows:act', { id, params }, consumer);
}

/** The windows and the prompt of one moment, after a reply and before the next: a late search may change them in between. */
async function atOneMoment(workspace: MemoryWorkspace, consumer: string) {
  const maxCharacters = bounds[consumer];
  const bound = maxCharacters === undefined ? {} : { maxCharacters };
  const reply = async () => (await workspace.ask('live:get', { have: [], ...bound }, consumer)).text;
  for (let tries = 0, before = await reply(); ; tries++) {
    const { windows } = await list(workspace, consumer);
    const shown = await workspace.ask('live:get', { preview: true, trace: true }, consumer);
    const copied = await workspace.ask('live:get', { reader: consumer, hold: true }, 'clipboard');
    const next = await reply();
    if (before === next || tries > 3) {
      expect([shown.text, copied.text]).toEqual([next, next]);
      return { windows, shown };
    }
    before = next;
  }
}

/** Every version ever seen, with what it told. */
type Told = Map<string, string>;

async function check(workspace: MemoryWorkspace, consumer: string, told: Told): Promise<void> {
  const { windows, shown } = await atOneMoment(workspace, consumer);
  const blocks = new Map(shown.trace?.parts.map(({ id, start, end }) => [id, shown.text.slice(start, end)]));
  const inWindows: string[] = [];
  for (const window of windows) {
    const own = window.parts.map(({ id }) => id);
    inWindows.push(...own.filter((id) => blocks.has(id)));
    expect(window.context.content).toBe(own.map((id) => blocks.get(id) ?? '').join(''));
    const { appId, sessionId, version } = window.context.header;
    const key = JSON.stringify([sessionId, window.id, version]);
    const now = JSON.stringify(window.context);
    expect(told.get(key) ?? now).toBe(now);
    told.set(key, now);
    expect(appId).toBe(window.kind);
  }
  expect(inWindows.sort()).toEqual([...blocks.keys()].sort());
}

test('view, copy, windows and the next reply of six agents are the same bytes, and other content is another version: after any typing, moving, finding, acting, restarting', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 15, maxLength: 30 }),
      fc.constantFrom(...Object.keys(bounds)),
      async (steps, consumer) => {
        const files = new MemoryFileSystem();
        let workspace = await opened(files);
        const told: Told = new Map();
        for (const one of steps) {
          const text = workspace.text(workspace.active ?? '') ?? '';
          switch (one.does) {
            case 'type':
              workspace.type(workspace.active ?? '', Math.floor(one.at * (text.length + 1)), one.text);
              break;
            case 'move': {
              const document = workspace.documents.get(workspace.active ?? '');
              if (document !== undefined) document.cursor = Math.floor(one.at * (text.length + 1));
              break;
            }
            case 'show':
              workspace.active = documents[Math.floor(one.at * documents.length)] ?? null;
              break;
            case 'find': {
              const pieces = [
                constraint('c', 'Say it plainly.'),
                setting('indentation', `${one.length} spaces`, 0.5),
                ...Array.from({ length: one.count }, (_, at) => chunk(`f${at}.ts`, words(one.length), at / 10)),
              ];
              workspace.pieces = () => pieces;
              break;
            }
            case 'budget':
              await workspace.limit(one.limit);
              break;
            case 'act':
              await act(workspace, consumer, one);
              break;
            case 'restart':
              await workspace.liveContext.flush();
              workspace = await opened(files);
          }
          await check(workspace, consumer, told);
        }
      },
    ),
    { numRuns: runs(2) },
  );
}, 3_600_000);

test('ids of other processes and conversations execute nothing, and each refusal holds one that does', async () => {
  const workspace = await opened(new MemoryFileSystem());
  workspace.pieces = () => [setting('s', 'x', 0.5), chunk('c.ts', words(30), 0.5)];
  const earlier = await opened(new MemoryFileSystem());
  const idsOf = async (from: MemoryWorkspace, consumer: string) =>
    (await list(from, consumer)).windows.flatMap(({ context }) => Object.keys(context.anchors));
  const own = new Set(await idsOf(workspace, 'mcp:me'));
  const foreign = new Set([...(await idsOf(earlier, 'mcp:me')), ...(await idsOf(workspace, 'mcp:other'))]);
  const anchor = fc.constantFrom(...own).map((id) => id.replace(/@.*/, ''));
  const guess = fc.tuple(anchor, fc.stringMatching(/^[0-9a-z]{6}$/)).map(([id, key]) => `${id}@${key}`);
  const tried = [...foreign, ...fc.sample(guess, runs(40))].filter((id) => !own.has(id));
  const state = async () =>
    JSON.stringify((await list(workspace, 'mcp:me')).windows.map((one) => ({ ...one, context: null })));
  const before = await state();
  let back = '';
  for (const id of tried) {
    const refused = await workspace.session.request('windows:act', { id }, 'mcp:me');
    if (refused.ok) throw new Error(`${id} was executed`);
    expect(['ANCHOR_UNKNOWN', 'ANCHOR_STALE']).toContain(refused.error.code);
    const { id: form = '', name } = refused.error.data as { id?: string; name?: string };
    expect(name).toBe(refused.error.code === 'ANCHOR_STALE' ? 'VersionMismatchError' : undefined);
    back = form.replace('verb:window', 'shorten:document');
    expect(own).toContain(back);
  }
  expect(await state()).toBe(before);
  settled(await workspace.session.request('windows:act', { id: back }, 'mcp:me'));
}, 3_600_000);
