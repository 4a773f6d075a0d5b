import { expect, test } from 'vitest';
import { MemoryWorkspace } from '../../../support/memoryWorkspace.ts';

const document = 'file:///project/src/config.ts';

test.each([
  ['a quote that is not closed yet', 'const password = "', 'Kq7!vR2mTz9pLw4x', '";\n'],
  ['quotes that the editor closes', 'const password = "', 'Kq7!vR2mTz9pLw4x', '";\n', '"'],
  ['a setting', 'HOST=a\nDB_PASSWORD=', 'Kq7!vR2mTz9pLw4x', '\n'],
  ['a key', 'const apiKey = "', 'q7W8e9R0t1Y2u3I4', '";\n', '"'],
])('a secret that is typed is hidden from its first unit on: %s', async (_name, before, secret, after, closed = '') => {
  const workspace = await MemoryWorkspace.open();
  workspace.openDocument(document, `import x;\n\n${before}${closed}`);
  const at = 'import x;\n\n'.length + before.length;
  const since = workspace.histories.get(document)?.seal().id as string;
  const answers: string[] = [];
  const ask = async () => {
    const now = workspace.histories.get(document)?.seal().id as string;
    answers.push(
      JSON.stringify([
        await workspace.session.request('live:get', { trace: true }, 'mcp:agent'),
        await workspace.session.request('live:changesSince', { since }, 'mcp:agent'),
        await workspace.session.request('live:version', { versionId: since, compareWith: now }, 'mcp:agent'),
      ]),
    );
  };
  for (let typed = 0; typed < secret.length; typed++) {
    workspace.type(document, at + typed, secret[typed] as string);
    await ask();
  }
  workspace.edit(document, [{ start: at + secret.length, end: at + secret.length + closed.length, newText: after }]);
  await ask();
  for (const units of [1, 2, 3, 8]) {
    const shown = `${before.split('\n').at(-1)}${secret.slice(0, units)}`;
    for (const answer of answers) expect(answer).not.toContain(JSON.stringify(shown).slice(1, -1));
  }
  expect(answers[0]).toContain('[REDACTED:');
});
