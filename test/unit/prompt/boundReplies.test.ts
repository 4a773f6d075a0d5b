import { expect, test } from 'vitest';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';

test.each(['typescript', 'rust', 'python'])(
  'from 4,000 characters on, 60 %% of a reply of a long %s file is text around the cursor',
  async (language) => {
    const workspace = await MemoryWorkspace.open();
    const body = { typescript: 'export function part', rust: 'fn part', python: 'def part' }[language];
    const text = Array.from({ length: 700 }, (_, at) => {
      const inner = Array.from(
        { length: 5 },
        (_, line) => `    let value${line} = compute(${at}, ${line}); // step ${line}\n`,
      );
      return `${body}${at}(input) {\n${inner.join('')}}\n`;
    }).join('');
    for (let other = 0; other < 30; other++) {
      const uses = Array.from({ length: 40 }, (_, at) => `use${other}x${at}(part${330 + at}, value${at % 5})\n`);
      workspace.projectFiles.put(`file:///project/src/other${other}.x`, uses.join(''));
    }
    const document = 'file:///project/src/long.x';
    workspace.openDocument(document, text, language);
    const opened = workspace.documents.get(document);
    if (opened) opened.cursor = text.indexOf('part350(');
    for (let edits = 0; edits < 3; edits++) {
      workspace.type(document, text.indexOf('part340('), 'x');
      workspace.clock.advance(10_000);
    }
    await workspace.ask('context:assemble', {}, 'mcp:agent');
    for (let round = 0; round < 5; round++) await new Promise((resolve) => setImmediate(resolve));
    for (const maxCharacters of [4_000, 8_000, 12_000, 20_000, 40_000]) {
      const { prompt } = await workspace.ask('context:assemble', { maxCharacters }, 'mcp:agent');
      const lines = prompt
        .split('\n')
        .filter((line) => / {4}let value\d/.test(line) || /part\d+\(input\) \{/.test(line));
      const shown = lines.reduce((sum, line) => sum + line.length + 1, 0);
      expect(prompt.length).toBeLessThanOrEqual(maxCharacters);
      if (maxCharacters > 8_000) expect(prompt).toContain('# Retrieved');
      expect(shown / prompt.length, `${maxCharacters}`).toBeGreaterThan(0.6);
      expect(prompt).toContain('part350(input) {');
    }
  },
);
