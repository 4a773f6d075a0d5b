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
  workspace.projectFiles.set(project, '.claude/rules/comments.md', 'Comments rhyme.\n');
  workspace.projectFiles.set(project, '.editorconfig', 'root = true\n[*]\nindent_style = space\nindent_size = 7\n');
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
  const { text, account } = await workspace.ask('live:get', { format }, 'clipboard');
  expect(account.missing).toEqual([expect.stringContaining('AGENTS.md')]);
  expect(account.warnings).toEqual(expect.arrayContaining(account.missing));
  expect(text).toContain(format === 'markdown' ? `- ${account.missing[0]}\n` : 'AGENTS.md');
  const whole = await opened();
  whole.openDocument(document, 'let a;\n', 'typescript');
  const other = settled(await whole.session.request('live:get', { format }, 'clipboard'));
  expect(other.account.missing).toEqual([]);
  expect(other.text).not.toMatch(/missing/i);
});

test.each([
  ['a folder of rules', '.claude/rules', 'INSTRUCTIONS_UNREADABLE: ".claude/rules" cannot be read'],
  ['a file of settings', '.editorconfig', 'SETTINGS_UNREADABLE: ".editorconfig" cannot be read'],
  ['what tells of the project', 'package.json', 'SETTINGS_UNREADABLE: "package.json" cannot be read'],
  ['the file of constraints', '.vscode/live-context.json', 'CONSTRAINTS_FAILED: the source failed'],
])('%s that is there but cannot be read is named', async (_, path, told) => {
  const workspace = await opened();
  workspace.projectFiles.unreadable.add(path);
  workspace.openDocument(document, 'let a;\n', 'typescript');
  const { text, account } = await workspace.ask('live:get', {}, 'clipboard');
  expect(account.missing).toContain(told);
  expect(text).toContain(told);
});

test('copies up to two seconds after opening, on a slow and failing disk, have every rule or say by its name that it is missing', async () => {
  // How many of a hundred accesses fail.
  const disk = fc.record({ slowestMs: fc.constantFrom(50, 300, 4_000), failing: fc.constantFrom(0, 5, 20, 100) });
  const percent = fc.noBias(fc.nat(99));
  const access = fc.record({ slowness: percent, luck: percent });
  await fc.assert(
    fc.asyncProperty(
      fc.nat(2_000),
      disk,
      fc.infiniteStream(access),
      async (after, { slowestMs, failing }, accesses) => {
        const workspace = await opened();
        workspace.projectFiles.delay = async () => {
          const { slowness, luck } = accesses.next().value;
          await new Promise<void>((resolve) => workspace.clock.after((slowness / 100) * slowestMs, resolve));
          if (luck < failing) throw new Error('the disk fails');
        };
        workspace.openDocument(document, 'let a;\n', 'typescript');
        workspace.clock.advance(after);
        const copy = workspace.session.request('live:get', {}, 'clipboard');
        const { text, account } = settled(await drive(workspace, copy, 30_000));
        for (const missing of account.missing) expect(text).toContain(missing);
        const told = account.missing.join('\n');
        const expectTold = (rule: string, source: string, path: string) => {
          const isNamed = new RegExp(`${source}_(UNAVAILABLE|FAILED|UNREADABLE: .*("${path}"| more ))`);
          if (!text.includes(rule)) expect(told).toMatch(isNamed);
        };
        expectTold('Always greet in verse.', 'INSTRUCTIONS', 'AGENTS.md');
        expectTold('Comments rhyme.', 'INSTRUCTIONS', '.claude/rules(/comments.md)?');
        expectTold('Names are nouns', 'CONSTRAINTS', '.vscode/live-context.json');
        expectTold('7 spaces', 'SETTINGS', '.editorconfig');
        // A copy waits so long as such a disk takes.
        if (failing === 0 && slowestMs <= 300) expect(told).toBe('');
      },
    ),
    { numRuns: runs(100) },
  );
});
