import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { FileSystemError, type FileTree } from '../../../../src/base/ports/fileSystem.ts';
import { systemClock } from '../../../../src/vscode/host/clock.ts';
import { nodeFileTree } from '../../../../src/vscode/host/platform/nodeFiles.ts';
import { type NoteChange, Notes } from '../../../../src/windows/notes.ts';
import { MemoryFileSystem } from '../../../support/memoryFileSystem.ts';
import { MemoryWorkspace } from '../../../support/memoryWorkspace.ts';
import { runs } from '../../../support/runs.ts';
import { WindowUser } from '../../../support/windowUser.ts';

const document = 'file:///project/a.ts';
let workspace: MemoryWorkspace;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lc-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  workspace = await MemoryWorkspace.open();
  workspace.openDocument(document, 'one\ntwo\n');
});

/** Another process on the same storage; nothing is flushed before. */
async function restart(): Promise<void> {
  workspace = await MemoryWorkspace.open(workspace.files, workspace.clock);
  workspace.openDocument(document, 'one\ntwo\n');
}

function user(consumer: string): WindowUser {
  return new WindowUser(workspace, consumer);
}

async function promptOf(consumer: string, maxCharacters = 40_000): Promise<string> {
  return (await workspace.ask('live:get', { preview: true, maxCharacters }, consumer)).text;
}

async function board(): Promise<readonly string[]> {
  return (await user('view').windowOf('note')).parts.map(({ name }) => name);
}

test('the developer and all agents of a project share one board; a new connection and a reload keep it', async () => {
  await workspace.ask('conversations:say', { name: 'claude-code' }, 'mcp:1');
  await user('mcp:1').act('note', 'add', { text: 'Buy milk\nWrite the code' });
  await user('clipboard').act('note', 'add', { text: 'Buy milk' });
  await user('lm-tools').act('note', 'add', { text: 'Fix the tests' });
  await user('clipboard').act('note', 'tick', { piece: 'Buy milk' });
  await restart();
  workspace.clock.advance(61_000);
  expect((await user('mcp:2').act('note', 'tick', { piece: 3 })).result).toBe('3: Fix the tests');
  const done = '1. [x] Buy milk (claude, ticked by developer)\n3. [x] Fix the tests (Copilot, ticked by agent)\n';
  const notes = `2. Write the code (claude)\n${done}`;
  for (const consumer of ['clipboard', 'lm-tools', 'mcp:1', 'live:7'])
    expect(await promptOf(consumer)).toContain(`\n# Notes 10-09 12:35Z\n\n${notes}\n`);
  await user('view').act('note', 'add', { text: 'Buy milk' });
  expect(await promptOf('mcp:1')).toContain('(claude)\n4. Buy milk\n1.');
  expect((await user('mcp:2').act('note', 'tick', { piece: 'Buy milk' })).result).toBe('4: Buy milk');
  await user('mcp:2').act('note', 'close', { summary: 'all done' });
  expect(await board()).toEqual(['✓ all done (agent)']);
  await user('view').act('note', 'remove', { piece: '5' });
  expect(await promptOf('mcp:1')).not.toContain('# Notes');
});

test('an agent suggests a place, which the lists name and nothing opens', async () => {
  await user('mcp:1').act('note', 'add', { text: 'Look here', place: 'a.ts:2' });
  expect(await promptOf('clipboard')).toContain('1. Look here a.ts:2 (agent)\n');
  const { parts, context } = await user('view').windowOf('note');
  expect(parts[0]?.place).toEqual({ documentId: document, line: 2 });
  expect(context.anchors['note:1']).toEqual({
    type: 'Reference',
    params: [],
    target: `${document}#L2`,
    description: 'a.ts:2 Look here',
  });
  const missing = { text: 'Look there', place: 'none.ts:1' };
  await expect(user('mcp:1').act('note', 'add', missing)).rejects.toThrow('DOCUMENT_');
});

const parties = ['copilot', 'claude', 'codex', 'developer'] as const;

/** Each call waits, and every ninth that reads or writes the notes fails. */
class PoorFiles extends MemoryFileSystem {
  #calls = 0;

  override async read(name: string): Promise<Uint8Array | null> {
    await this.#call();
    return super.read(name);
  }

  override async write(name: string, bytes: Uint8Array): Promise<void> {
    await this.#call();
    return super.write(name, bytes);
  }

  async #call(): Promise<void> {
    await new Promise(setImmediate);
    if (++this.#calls % 9 === 0) throw new FileSystemError('other', 'injected');
  }
}

test.each<readonly [string, number, () => Promise<FileTree>]>([
  ['that fails now and then', 20, async () => new PoorFiles()],
  ['on the disk', 4, async () => nodeFileTree(await mkdtemp(join(folder, 'notes-')))],
])(
  '1,000 concurrent ticks in two windows on one storage %s, over restarts: none lost, none twice',
  async (_, count, storage) => {
    const tick = fc.record({ note: fc.nat(39), by: fc.nat(3), restarts: fc.boolean() });
    const redaction = { redactText: (_project: string, text: string) => ({ text, count: 0 }) };
    await fc.assert(
      fc.asyncProperty(fc.array(tick, { minLength: 50, maxLength: 60 }), async (ticks) => {
        const tree = await storage();
        const open = () => new Notes({ tree, clock: systemClock, redaction, onFail: () => {} });
        const windows = [open(), open()];
        const act = async (
          by: number,
          deed: (notes: Notes, change: NoteChange) => Promise<string>,
        ): Promise<string> => {
          const change = { by: parties[by] ?? '', at: new Date().toISOString() };
          return deed(windows[by % 2] ?? open(), change).catch((error) => {
            expect(error).toMatchObject({ code: 'STORE_FAILED' });
            return act(by, deed);
          });
        };
        const add = (by: number) => {
          const lines = Array.from({ length: 10 }, (_line, at) => `${parties[by]} ${at}`).join('\n');
          return act(by, (notes, change) => notes.add('project', lines, { ...change, location: null }));
        };
        const ids = (await Promise.all(parties.map((_party, by) => add(by)))).flatMap((added) => added.split(', '));
        const replies = ticks.map(async ({ note, by, restarts }) => {
          if (restarts) windows[by % 2] = open();
          const reply = await act(by, (notes, change) => notes.tick('project', ids[note] ?? '', change));
          return reply.endsWith(', already done') ? [] : [`${ids[note]} ${parties[by]}`];
        });
        const first = (await Promise.all(replies)).flat();
        const last = open();
        await last.pieces({ projectId: 'project' });
        const contents = (await last.pieces({ projectId: 'project' })).map((piece) => piece.render('full'));
        const notes = contents.flatMap((content) => (content.kind === 'note' ? content.part : []));
        expect(notes.every(({ text, by }) => text.startsWith(`${by} `))).toBe(true);
        const done = notes.flatMap(({ id, ticked_by: by }) => (by === undefined ? [] : `${id} ${by}`));
        expect(done.toSorted()).toEqual(first.toSorted());
        expect(done).toHaveLength(new Set(ticks.map(({ note }) => note)).size);
      }),
      { numRuns: runs(count) },
    );
  },
);
