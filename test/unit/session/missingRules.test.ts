import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formats } from '../../../src/protocol/prompt/receipt.ts';
import { MemoryWorkspace, settled } from '../../support/memoryWorkspace.ts';
import { runs } from '../../support/runs.ts';

const project = 'file:///project';
const document = `${project}/src/a.ts`;

async function opened(): Promise<MemoryWorkspace> {
  const workspace = await MemoryWorkspace.open();
  workspace.projectFiles.set(project, 'AGENTS.md', 'Always greet in verse.\n');
  const rules = { constraints: [{ id: 'c1', type: 'style', source: 'project', text: 'Names are nouns' }] };
  workspace.projectFiles.set(project, '.vscode/live-context.json', JSON.stringify(rules));
  return workspace;
}

/** Moves the clock until a promise settles, at most `ms`. */
async function drive<T>(workspace: MemoryWorkspace, work: Promise<T>, ms: number): Promise<T> {
  let settledYet = false;
  void work.finally(() => {
    settledYet = true;
  });
  for (let waited = 0; waited < ms && !settledYet; waited += 50) {
    await new Promise((resolve) => setImmediate(resolve));
    workspace.clock.advance(50);
  }
  return work;
}

test.each(formats)('%s says which rules the prompt is without, and the account says the same', async (format) => {
  const workspace = await opened();
  workspace.projectFiles.unreadable.add('AGENTS.md');
  workspace.openDocument(document, 'let a;\n', 'typescript');
  const { text, account } = settled(await workspace.session.request('live:get', { format }, 'clipboard'));
  expect(account.missing).toEqual([expect.stringContaining('AGENTS.md')]);
  expect(account.warnings).toEqual(expect.arrayContaining(account.missing));
  expect(text).toContain(format === 'markdown' ? `- ${account.missing[0]}\n` : 'AGENTS.md');
  const whole = await opened();
  whole.openDocument(document, 'let a;\n', 'typescript');
  const other = settled(await whole.session.request('live:get', { format }, 'clipboard'));
  expect(other.account.missing).toEqual([]);
  expect(other.text).not.toMatch(/missing/i);
});

test('copies up to two seconds after opening, on a slow and failing disk, have every rule or say that it is missing', async () => {
  const read = fc.record({ ms: fc.oneof(fc.nat(300), fc.nat(4_000)), fails: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.nat(2_000), fc.infiniteStream(read), async (after, reads) => {
      const workspace = await opened();
      workspace.projectFiles.delay = async () => {
        const { ms, fails } = reads.next().value;
        await new Promise<void>((resolve) => workspace.clock.after(ms, resolve));
        if (fails) throw new Error('the disk fails');
      };
      workspace.openDocument(document, 'let a;\n', 'typescript');
      workspace.clock.advance(after);
      const copy = workspace.session.request('live:get', {}, 'clipboard');
      const { text, account } = settled(await drive(workspace, copy, 30_000));
      const told = account.missing.join('\n');
      for (const missing of account.missing) expect(text).toContain(missing);
      if (!text.includes('Always greet in verse.')) expect(told).toMatch(/INSTRUCTIONS_/);
      if (!text.includes('Names are nouns')) expect(told).toMatch(/CONSTRAINTS_/);
    }),
    { numRuns: runs(100) },
  );
});
