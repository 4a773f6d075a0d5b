import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { runs } from '../../support/runs.ts';

const heads = { typescript: 'export function part', rust: 'fn part', python: 'def part' };
const inner = Array.from({ length: 5 }, (_, line) => `    let value${line} = compute(${line}); // step ${line}\n`);
const functionOf = (head: string, at: number) => `${head}${at}(input) {\n${inner.join('')}}\n`;

test('from 4,000 characters on, 60 % of a reply of a long file is text around the cursor, its function whole', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('typescript', 'rust', 'python'),
      fc.integer({ min: 10, max: 690 }),
      fc.integer({ min: 4_000, max: 40_000 }),
      async (language, at, maxCharacters) => {
        const workspace = await MemoryWorkspace.open();
        const text = Array.from({ length: 700 }, (_, other) => functionOf(heads[language], other)).join('');
        for (let other = 0; other < 30; other++) {
          const uses = Array.from(
            { length: 40 },
            (_, use) => `use${other}x${use}(part${at - 10 + use}, value${use % 5})\n`,
          );
          workspace.projectFiles.put(`file:///project/src/other${other}.x`, uses.join(''));
        }
        const document = 'file:///project/src/long.x';
        workspace.openDocument(document, text, language);
        Object.assign(workspace.documents.get(document) ?? {}, { cursor: text.indexOf(`part${at}(`) });
        workspace.type(document, text.indexOf(`part${at - 9}(`), 'xyz');
        workspace.clock.advance(10_000);
        await workspace.ask('context:assemble', {}, 'mcp:agent');
        for (let round = 0; round < 5; round++) await new Promise((resolve) => setImmediate(resolve));
        const asked = await workspace.ask('live:get', { maxCharacters, preview: true }, 'mcp:agent');
        expect(asked.text.length).toBeLessThanOrEqual(maxCharacters);
        if (maxCharacters > 8_000) expect(asked.text).toContain('# Retrieved');
        expect(asked.payload.current_document.length / asked.text.length, `${maxCharacters}`).toBeGreaterThan(0.6);
        expect(asked.text).toContain(functionOf(heads[language], at));
      },
    ),
    { numRuns: runs(12) },
  );
});

test('a short reply tells the newest change of the document in front before those of other files', async () => {
  const workspace = await MemoryWorkspace.open();
  const text = Array.from({ length: 400 }, (_, at) => functionOf('export function part', at)).join('');
  const document = 'file:///project/src/long.ts';
  workspace.openDocument(document, text, 'typescript');
  const start = text.indexOf('export function part300(');
  workspace.edit(document, [
    { start, end: start, newText: `export function added() {\n${'  work();\n'.repeat(60)}}\n` },
  ]);
  for (const other of ['file:///project/src/a.ts', 'file:///project/src/b.ts']) {
    workspace.clock.advance(10_000);
    workspace.openDocument(other, 'a line\n'.repeat(200));
    workspace.edit(other, [{ start: 700, end: 756, newText: '' }]);
  }
  workspace.active = document;
  const { text: reply } = await workspace.ask('live:get', { maxCharacters: 4_000, preview: true }, 'mcp:agent');
  expect(reply).toMatch(/### file src\/long.ts, only hunk-headers\n\n```diff\n@@ .* @@ export function added\(\)\n/);
});
