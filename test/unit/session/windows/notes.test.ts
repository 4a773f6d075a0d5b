import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { callTool } from '../../../../src/agents/toolAnswer.ts';
import { tools } from '../../../../src/agents/tools.ts';
import type { Value } from '../../../../src/protocol/channels.ts';
import { clientOf } from '../../../support/mcp/window.ts';
import { MemoryWorkspace } from '../../../support/memoryWorkspace.ts';
import { chunk, words } from '../../../support/prompts/samplePieces.ts';
import { runs } from '../../../support/runs.ts';

const document = 'file:///project/a.ts';
const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `const value${index} = compute(${index}, 'text');\n`).join('');
let workspace: MemoryWorkspace;
let asked = 0;

beforeEach(async () => {
  workspace = await MemoryWorkspace.open();
});

async function write(title: string, text: string, bound: number, agent = 'mcp:1'): Promise<string> {
  const { windows } = await workspace.ask('windows:list', { contents: false }, agent);
  const { context } = windows.find(({ kind }) => kind === 'note') ?? {};
  const [id = ''] = Object.entries(context?.anchors ?? {}).find(([, { action }]) => action === 'write') ?? [];
  const action = tools.find(({ name }) => name === 'live_context_action');
  if (action === undefined) throw new Error('no live_context_action');
  const answer = await callTool(clientOf(workspace), action, { id, params: { title, text } }, agent, bound);
  return /brought: ?"?(.*)$/m.exec(answer.text)?.[1] ?? answer.text;
}

async function prompt(maxCharacters: number, agent = 'mcp:1'): Promise<Value<'live:get'>> {
  return await workspace.ask('live:get', { maxCharacters }, agent);
}

/** What the account of a prompt says of its notes, as the action words it. */
function noteTokens({ account }: Value<'live:get'>): string {
  const notes = account.ledger.filter(({ id }) => id.startsWith('note:'));
  const sum = (of: 'tokens' | 'fullTokens') => notes.reduce((total, line) => total + line[of], 0);
  return `${sum('tokens')} of ${sum('fullTokens')} tokens`;
}

test('an agent that takes 8,000 characters reads its note beside a document of 9,000 lines', async () => {
  workspace.openDocument(document, lines(9_000), 'typescript');
  workspace.pieces = () => [chunk('b.ts', words(900), 1)];
  const note = `The plan: ${words(100)}`;
  const brought = await write('plan', note, 8_000);
  const next = await prompt(8_000);
  expect(next.text).toContain(note);
  expect(brought).toMatch(/^Full, /);
  expect(brought).toContain(noteTokens(next));
}, 60_000);

test('what an action says it brought is what the next prompt shows, whatever the asker takes', async () => {
  const situation = fc.record({
    notes: fc.array(fc.constantFrom(40, 200, 1_200), { minLength: 1, maxLength: 3 }),
    bound: fc.constantFrom(2_000, 4_000, 8_000),
    asksFirst: fc.boolean(),
  });
  workspace.openDocument(document, lines(200), 'typescript');
  await fc.assert(
    fc.asyncProperty(situation, async ({ notes, bound, asksFirst }) => {
      const asker = `mcp:${++asked}`;
      if (asksFirst) await prompt(bound, asker);
      for (const [index, length] of notes.entries()) {
        const brought = await write(`note ${index}`, words(length), bound, asker);
        const next = await prompt(bound, asker);
        expect(brought).toContain(noteTokens(next));
        expect(next.account.ledger.filter(({ id }) => id.startsWith('note:'))).toHaveLength(index + 1);
        expect(next.text.length).toBeLessThanOrEqual(bound);
      }
    }),
    { numRuns: runs(6) },
  );
}, 60_000);
