import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { MemoryWorkspace } from '../../../support/memoryWorkspace.ts';
import { runs } from '../../../support/runs.ts';
import { WindowUser } from '../../../support/windowUser.ts';

const document = 'file:///project/a.ts';
let workspace: MemoryWorkspace;

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
  const notes = '2. Write the code (claude)\n1. [x] Buy milk (developer)\n3. [x] Fix the tests (agent)\n';
  for (const consumer of ['clipboard', 'lm-tools', 'mcp:1', 'live:7'])
    expect(await promptOf(consumer)).toMatch(
      new RegExp(`^# Notes \\d\\d-\\d\\d \\d\\d:\\d\\dZ\\n\\n${escaped(notes)}\\n`, 'm'),
    );
  await user('mcp:2').act('note', 'close', { summary: 'all done' });
  expect(await board()).toEqual(['✓ all done (agent)']);
  await user('view').act('note', 'remove', { piece: '4' });
  expect(await promptOf('mcp:1')).not.toContain('# Notes');
});

function escaped(text: string): string {
  return text.replace(/[.[\]()]/g, '\\$&');
}

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

test('1,000 concurrent ticks of agents and a person, over restarts: none is lost, none is done twice', async () => {
  const consumers = ['lm-tools', 'mcp:claude', 'mcp:codex', 'view'];
  const rounds = runs(25);
  const tick = fc.record({ note: fc.nat(39), by: fc.constantFrom(...consumers) });
  let ticked = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(tick, { minLength: 20, maxLength: 40 }), fc.nat(20), async (ticks, early) => {
      const add = Array.from({ length: 40 }, (_, at) => `note ${at}`).join('\n');
      const ids = (await user('view').act('note', 'add', { text: add })).result.split(', ');
      const press = async (some: typeof ticks) => {
        const anchors = new Map<string, string>();
        for (const by of consumers) anchors.set(by, await user(by).anchor('note', 'tick'));
        const done = some.map(({ note, by }) => user(by).press(anchors.get(by) ?? '', { piece: ids[note] ?? '' }));
        return Promise.all(done);
      };
      const replies = await press(ticks.slice(0, early));
      await restart();
      replies.push(...(await press(ticks.slice(early))));
      await restart();
      const wanted = new Set(ticks.map(({ note }) => ids[note] ?? ''));
      const results = replies.map((reply) => (reply.ok ? reply.value.result : reply.error.code));
      const first = results.filter((result) => !result.endsWith(', already done'));
      expect(first.map((result) => result.replace(/:.*/, '')).toSorted()).toEqual([...wanted].toSorted());
      const done = (await board()).flatMap((name) => (name.startsWith('✓') ? name.replace(/^✓ (.*) \(.*/, '$1') : []));
      expect(done.toSorted()).toEqual([...wanted].map((id) => `note ${ids.indexOf(id)}`).toSorted());
      ticked += results.length;
      await user('view').act('note', 'close');
    }),
    { numRuns: rounds },
  );
  expect(ticked).toBeGreaterThanOrEqual(rounds * 20);
});
