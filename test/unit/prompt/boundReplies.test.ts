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
