import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { Emitter } from '../../../src/base/event.ts';
import { Deliveries } from '../../../src/prompt/deliveries/deliveries.ts';
import type { Channel } from '../../../src/protocol/channels.ts';
import { failure } from '../../../src/protocol/result.ts';
import type { ViewSnapshot } from '../../../src/protocol/viewMessages.ts';
import type { Session } from '../../../src/session/session.ts';
import { type ShownPrompt, Snapshots } from '../../../src/vscode/view/snapshots.ts';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { runs } from '../../support/runs.ts';

// The view's pictures on a whole Live Context in memory: what is asked of the session, and what is pushed.

const project = 'file:///project';
const documentId = `${project}/src/a.ts`;
/** The pieces of a project's files, one of each kind. */
const pieces = ['constraint:c1', 'instructions:AGENTS.md', 'instructions:.claude/rules/a.md', 'setting:indentation'];

async function opened(): Promise<MemoryWorkspace> {
  const workspace = await MemoryWorkspace.open();
  const { projectFiles } = workspace;
  projectFiles.set(project, 'AGENTS.md', 'Always greet in verse.\n');
  projectFiles.set(project, '.claude/rules/a.md', 'Comments rhyme.\n');
  projectFiles.set(project, '.editorconfig', 'root = true\n[*]\nindent_style = space\nindent_size = 7\n');
  const rules = { constraints: [{ id: 'c1', type: 'style', source: 'project', text: 'Names are nouns' }] };
  projectFiles.set(project, '.vscode/live-context.json', JSON.stringify(rules));
  workspace.openDocument(documentId, 'let a;\n', 'typescript');
  return workspace;
}

/** The snapshots of a workspace, what they asked for and what they pushed. */
function watched(workspace: MemoryWorkspace) {
  const asked: (readonly [channel: Channel, params: object])[] = [];
  const taken: ViewSnapshot[] = [];
  /** Channels that fail now. */
  const failing = new Set<Channel>();
  /** Every prompt has a receipt, previews included. */
  const receipts = vi.spyOn(Deliveries.prototype, 'account').mockClear();
  const request: Session['request'] = async (channel, params, consumer) => {
    asked.push([channel, params]);
    return failing.has(channel) ? failure('INTERNAL') : workspace.session.request(channel, params, consumer);
  };
  const front = new Emitter<void>();
  const editor = { onDidChange: front.event, folderOf: () => null, isRestricted: () => false };
  const snapshots = new Snapshots({ request }, workspace.clock, editor);
  snapshots.onDidTake((snapshot) => taken.push(snapshot));
  /** What the status bar was told. */
  const told: (ShownPrompt | null)[] = [];
  snapshots.onDidAssemble((prompt) => told.push(prompt));
  workspace.liveContext.onDidChange(() => snapshots.changed());
  return { snapshots, front, asked, taken, told, failing, assemblies: () => receipts.mock.calls.length };
}

/** Lets time pass until something is so, at most `ms`; whether it is. */
async function passUntil(workspace: MemoryWorkspace, isSo: () => boolean, ms: number): Promise<boolean> {
  for (let passed = 0; passed < ms && !isSo(); passed += 50) {
    for (let turn = 0; turn < 4; turn += 1) await new Promise(setImmediate);
    workspace.clock.advance(50);
  }
  return isSo();
}

const pass = (workspace: MemoryWorkspace, ms: number) => passUntil(workspace, () => false, ms);
/** Until nothing comes late any more. */
const settle = (workspace: MemoryWorkspace) => pass(workspace, 60_000);

/** What is not shown of the project's rules and settings, and what is said to be missing. */
function missing(snapshot: ViewSnapshot | undefined): readonly string[] {
  const prompt = snapshot?.detail?.prompt;
  if (!prompt?.ok) return ['the prompt'];
  const { ledger, missing: told } = prompt.value.account;
  return [...pieces.filter((id) => !ledger.some((line) => line.id === id && line.state === 'kept')), ...told];
}

describe('what can be read again is shown without anything else having changed', () => {
  const slow = (workspace: MemoryWorkspace, ms: number) =>
    new Promise<void>((resolve) => workspace.clock.after(ms, () => resolve()));
  const fails = async () => {
    throw new Error('the disk fails');
  };
  type Watched = ReturnType<typeof watched>;
  const unreadable = (path: string) => (workspace: MemoryWorkspace) => {
    workspace.projectFiles.unreadable.add(path);
    return () => void workspace.projectFiles.unreadable.delete(path);
  };
  const failing = (channel: Channel) => (_: MemoryWorkspace, watch: Watched) => {
    watch.failing.add(channel);
    return () => void watch.failing.delete(channel);
  };
  const untrusted = (workspace: MemoryWorkspace) => {
    workspace.projectFiles.untrusted.add(project);
    return () => workspace.projectFiles.grantTrust();
  };

  test.each<readonly [string, (workspace: MemoryWorkspace, watch: Watched) => () => void]>([
    ['a file of instructions that could not be read', unreadable('AGENTS.md')],
    ['a folder of rules that could not be listed', unreadable('.claude/rules')],
    ['a file of settings that could not be read', unreadable('.editorconfig')],
    ['the file of constraints, which could not be read', unreadable('.vscode/live-context.json')],
    ['the prompt, which failed', failing('live:get')],
    ['a list, which failed', failing('constraints:list')],
    ['the status, which failed', failing('live:status')],
    ['what was not trusted', untrusted],
  ])('%s', async (_, begin) => {
    const workspace = await opened();
    const watch = watched(workspace);
    const mend = begin(workspace, watch);
    watch.snapshots.seen(true);
    await pass(workspace, 2_500);
    const isWhole = () => {
      const last = watch.taken.at(-1);
      return missing(last).length === 0 && last?.detail?.constraints.ok === true;
    };
    expect(isWhole()).toBe(false);
    mend();
    expect(await passUntil(workspace, isWhole, 60_000), missing(watch.taken.at(-1)).join()).toBe(true);
  });

  test('whatever the disk did before it was well', async () => {
    const percent = fc.noBias(fc.nat(99));
    const access = fc.record({ slowness: percent, luck: percent });
    const bad = fc.record({ slowestMs: fc.constantFrom(50, 300, 4_000), failPercent: fc.constantFrom(0, 20, 100) });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(10_000),
        bad,
        fc.infiniteStream(access),
        async (badMs, { slowestMs, failPercent }, all) => {
          const workspace = await opened();
          workspace.projectFiles.delay = async () => {
            const { slowness, luck } = all.next().value;
            await slow(workspace, (slowness / 100) * slowestMs);
            if (luck < failPercent) await fails();
          };
          const { snapshots, taken } = watched(workspace);
          snapshots.seen(true);
          await pass(workspace, badMs);
          workspace.projectFiles.delay = async () => {};
          expect(await passUntil(workspace, () => missing(taken.at(-1)).length === 0, 120_000)).toBe(true);
        },
      ),
      { numRuns: runs(20) },
    );
  });
});

describe('a view that is hidden', () => {
  const typed = (workspace: MemoryWorkspace) =>
    workspace.type(documentId, 0, 'forty letters, one after the other, typed');
  /** The account for the status bar. */
  const ofBurst = ['live:status', 'live:get'];

  test('costs nothing but the account for the status bar after a burst of changes, and nothing while nothing changes', async () => {
    const workspace = await opened();
    const { snapshots, asked, taken, assemblies } = watched(workspace);
    await settle(workspace);
    const before = assemblies();
    asked.length = 0;
    await pass(workspace, 600_000);
    expect(asked).toEqual([]);
    typed(workspace);
    await pass(workspace, 600_000);
    expect(asked.map(([channel]) => channel)).toEqual(ofBurst);
    expect(asked[1]).toEqual(['live:get', { documentId, preview: true, trace: false }]);
    expect(assemblies()).toBe(before + 1);
    expect(taken).toEqual([]);
    snapshots.seen(true);
    await pass(workspace, 5_000);
    expect(taken).toHaveLength(1);
  });

  test('is pushed nothing more after it was seen', async () => {
    const workspace = await opened();
    const { snapshots, asked, taken, assemblies } = watched(workspace);
    snapshots.seen(true);
    await settle(workspace);
    typed(workspace);
    await settle(workspace);
    const seen = taken.length;
    expect(seen).toBeGreaterThan(1);
    snapshots.seen(false);
    await settle(workspace);
    const before = assemblies();
    asked.length = 0;
    typed(workspace);
    await settle(workspace);
    expect(taken).toHaveLength(seen);
    expect(assemblies()).toBe(before + 1);
    expect(asked.map(([channel]) => channel)).toEqual(ofBurst);
  });
});

test('a document that is known a little later than its tab is told as the one in front within 300 ms', async () => {
  const workspace = await opened();
  const { snapshots, front, taken } = watched(workspace);
  snapshots.seen(true);
  await settle(workspace);
  front.fire();
  await pass(workspace, 100);
  const later = `${project}/src/b.ts`;
  workspace.openDocument(later, 'let b;\n', 'typescript');
  await pass(workspace, 150);
  expect(taken.at(-1)?.head.document?.documentId).toBe(later);
});

test('a seen view has one assembly a snapshot, which all of its parts and the status bar share; an equal one is not sent again', async () => {
  const workspace = await opened();
  const { snapshots, taken, told, assemblies } = watched(workspace);
  snapshots.seen(true);
  await settle(workspace);
  workspace.type(documentId, 0, 'x');
  await settle(workspace);
  expect(taken.length).toBeGreaterThan(1);
  expect(assemblies()).toBe(told.length);
  const accounts = taken.map(({ detail }) => (detail?.prompt.ok ? detail.prompt.value.account : null));
  expect(told.map((prompt) => prompt?.account)).toEqual(expect.arrayContaining(accounts));
  const sent = taken.length;
  snapshots.changed();
  await settle(workspace);
  expect(taken).toHaveLength(sent);
});
