import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Value } from '../../../../src/protocol/channels.ts';
import type { WindowState } from '../../../../src/protocol/windows.ts';
import { MemoryFileSystem } from '../../../support/memoryFileSystem.ts';
import { MemoryWorkspace, settled } from '../../../support/memoryWorkspace.ts';
import { chunk, constraint, setting, words } from '../../../support/prompts/samplePieces.ts';
import { runs } from '../../../support/runs.ts';

const documents = ['file:///project/a.ts', 'file:///project/b.ts'];
const consumers = ['clipboard', 'lm-tools', 'mcp:1'] as const;

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
  const paramsOf: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
    piece: { piece: name, do: pick(['remove', 'pin', 'expand', 'collapse', 'restore', 'read'], deed) ?? 'read' },
    close: { summary: 'seen\nit' },
    write: { title: 'To do', text: deed < 0.3 ? '' : words(Math.ceil(deed * 50)) },
    addConstraint: { text: `No globals ${Math.floor(deed * 3)}` },
    readMore: { first: 1, last: 2 },
    compareWithVersion: { version_id: 'v' },
  };
  await workspace.session.request('windows:act', { id, params: paramsOf[info.action ?? ''] ?? {} }, consumer);
}

/** The windows and the prompt of one moment: a search that comes late may change both in between. */
async function atOneMoment(workspace: MemoryWorkspace, consumer: string) {
  const prompt = async () =>
    settled(await workspace.session.request('live:get', { preview: true, trace: true }, consumer));
  for (let before = await prompt(); ; ) {
    const { windows } = await list(workspace, consumer);
    const shown = await prompt();
    if (shown.text === before.text) return { windows, shown };
    before = shown;
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

test('each window’s content is its blocks in the prompt, and another content is another version: after any typing, moving, finding, acting, restarting', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 15, maxLength: 30 }),
      fc.constantFrom(...consumers),
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
            case 'budget': {
              const { version } = settled(await workspace.session.request('context:budget:get', {}, 'clipboard'));
              const budget = { modelLimit: one.limit, outputReserve: 0 };
              await workspace.session.request('context:budget:update', { version, budget }, 'clipboard');
              break;
            }
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

/** Ids that are tried for each run: with LIVE_CONTEXT_RUNS=40 ten thousand. */
const idsOfRun = 250;

test('ids of other processes, conversations and times execute nothing, and each refusal holds one that does', async () => {
  const files = new MemoryFileSystem();
  const start = async () => {
    const workspace = await opened(files);
    workspace.pieces = () => [setting('s', 'x', 0.5), chunk('c.ts', words(30), 0.5)];
    return workspace;
  };
  const kept = new Set<string>();
  const keep = async (workspace: MemoryWorkspace, consumer: string) => {
    const { windows } = await list(workspace, consumer);
    for (const id of windows.flatMap(({ context }) => Object.keys(context.anchors))) kept.add(id);
    return windows;
  };
  const keepOfAll = async (workspace: MemoryWorkspace, all: readonly string[], most: number) => {
    for (const consumer of all) if (kept.size < most) await keep(workspace, consumer);
  };
  const others = ['clipboard', 'lm-tools', ...Array.from({ length: 40 }, (_, at) => `mcp:other-${at}`)];
  while (kept.size < runs(idsOfRun) / 2) {
    const before = await start();
    await keepOfAll(before, ['mcp:me', ...others], runs(idsOfRun) / 2);
    await before.liveContext.flush();
  }
  const workspace = await start();
  await keepOfAll(workspace, others, runs(idsOfRun) * 0.75);
  const idOf = (windows: readonly WindowState[], action: string) =>
    windows.flatMap(({ context }) => Object.entries(context.anchors)).find(([, info]) => info.action === action)?.[0] ??
    '';
  let own = new Set<string>();
  // Every action makes the ids of its window those of another time.
  while (kept.size < runs(idsOfRun) + own.size) {
    for (const action of ['collapse', 'expand', 'pin', 'unpin', 'close', 'open']) {
      const windows = await keep(workspace, 'mcp:me');
      settled(await workspace.session.request('windows:act', { id: idOf(windows, action) }, 'mcp:me'));
    }
    const { windows } = await list(workspace, 'mcp:me');
    own = new Set(windows.flatMap(({ context }) => Object.keys(context.anchors)));
  }
  const tried = [...kept].filter((id) => !own.has(id));
  expect(tried.length).toBeGreaterThanOrEqual(runs(idsOfRun));
  const guess = fc
    .tuple(fc.constantFrom('b', 'f', 'r'), fc.integer({ min: 1, max: 40 }), fc.stringMatching(/^[0-9a-f]{8}$/))
    .map(([letter, number, key]) => `${letter}${number}@${key}`);
  const guesses = fc.sample(guess, runs(idsOfRun / 5)).filter((id) => !own.has(id));
  const state = async () =>
    JSON.stringify((await list(workspace, 'mcp:me')).windows.map((one) => ({ ...one, context: null })));
  const before = await state();
  let back = '';
  for (const id of [...tried, ...guesses]) {
    const refused = await workspace.session.request('windows:act', { id }, 'mcp:me');
    if (refused.ok) throw new Error(`${id} was executed`);
    expect(['ANCHOR_UNKNOWN', 'ANCHOR_STALE', 'ANCHOR_HIDDEN']).toContain(refused.error.code);
    const { anchors = [] } = refused.error.data as { anchors?: readonly string[] };
    [, back = ''] = /collapse (b\d+@\w{8})/.exec(anchors.join(' ')) ?? [];
    expect(own).toContain(back);
  }
  expect(await state()).toBe(before);
  settled(await workspace.session.request('windows:act', { id: back }, 'mcp:me'));
}, 3_600_000);
