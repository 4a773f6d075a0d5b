import { expect, test } from 'vitest';
import { idOf, useVSCode, workbench } from '../support/vscode/fixture.ts';

useVSCode();

const textOf = async (path: string) => (await workbench.textOf(idOf(path))) ?? '';

async function put(text: string): Promise<void> {
  await workbench.page.evaluate((answer) => navigator.clipboard.writeText(answer), text);
}

/** Copies the context, with this line in it. */
async function copy(line: string): Promise<void> {
  await put('');
  await workbench.runCommand('Live Context: Copy Context');
  await expect.poll(() => workbench.clipboard()).toContain(line);
}

/** Picks an entry of the list, which may not be open yet: then that of the commands is. */
async function pick(label: string): Promise<void> {
  const rows = workbench.page.locator('.quick-input-widget .monaco-list-row');
  await rows
    .filter({ hasText: new RegExp(`^\\s*${label}`) })
    .first()
    .click();
}

/** A button in the title bar of the shown changes. */
const button = (name: string) => workbench.page.locator('.editor-actions').getByRole('button', { name, exact: true });

const block = (path: string, old: string, now: string) =>
  `${path}\n<<<<<<< SEARCH\n${old}\n=======\n${now}\n>>>>>>> REPLACE\n`;

test('an answer to what was copied is applied over what was typed since, shown before, and undone at once', {
  tags: 'contract',
}, async () => {
  await workbench.openFile('src/greeting.ts');
  const before = await textOf('src/greeting.ts');
  const lines = before.split('\n');
  const at = lines.findLastIndex((line) => line.trim().length > 8);
  const old = lines.slice(at - 1, at + 1).join('\n');
  await copy(lines[at] ?? '');
  await workbench.type('// typed meanwhile\n');
  await expect.poll(() => textOf('src/greeting.ts')).toContain('typed meanwhile');
  await put(`Here you are:\n\n${block('src/greeting.ts', old, `${old} // answered`)}`);
  await workbench.runCommand('Live Context: Apply Answer From Clipboard');
  await button('Apply').click();
  const wanted = `// typed meanwhile\n${before.replace(old, `${old} // answered`)}`;
  await expect.poll(() => textOf('src/greeting.ts')).toBe(wanted);
  await workbench.openFile('src/greeting.ts');
  await workbench.press('Control+z');
  await expect.poll(() => textOf('src/greeting.ts')).toBe(`// typed meanwhile\n${before}`);
});

test('an answer over several files is shown as one diff that closes again, is made over what was typed since, and undone at once', async () => {
  await workbench.openFile('src/guestbook.ts');
  await workbench.openFile('src/greeting.ts');
  const paths = ['src/greeting.ts', 'src/guestbook.ts'];
  const before = await Promise.all(paths.map(textOf));
  const firstOf = (text: string) => text.split('\n').find((line) => line.trim().length > 8) ?? '';
  await copy(firstOf(before[0] ?? ''));
  await workbench.press('Control+End');
  await workbench.type('// typed last');
  await expect.poll(() => textOf('src/greeting.ts')).toBe(`${before[0]}// typed last`);
  const typed = await Promise.all(paths.map(textOf));
  const blocks = paths.map((path, at) => {
    const old = firstOf(before[at] ?? '');
    return block(path, old, `${old} // answered`);
  });
  await put(blocks.join('\n'));
  await workbench.runCommand('Live Context: Apply Answer From Clipboard');
  const tab = workbench.page.locator('.tab', { hasText: 'What the answer changes' });
  await tab.waitFor();
  await button('Apply').click();
  const wanted = typed.map((text, at) => {
    const old = firstOf(before[at] ?? '');
    return text.replace(old, `${old} // answered`);
  });
  await expect.poll(() => Promise.all(paths.map(textOf))).toEqual(wanted);
  await expect.poll(() => tab.count()).toBe(0);
  await workbench.openFile('src/greeting.ts');
  await workbench.press('Control+z');
  await expect.poll(() => Promise.all(paths.map(textOf))).toEqual(typed);
});

test('shown changes are not made where they are cancelled or closed, or where another answer comes', async () => {
  await workbench.openFile('src/greeting.ts');
  const before = await textOf('src/greeting.ts');
  const old = before.split('\n')[0] ?? '';
  await copy(old);
  const offer = async (line: string) => {
    await put(block('src/greeting.ts', old, line));
    await workbench.runCommand('Live Context: Apply Answer From Clipboard');
    await expect.poll(() => workbench.diffSides()).toEqual([before, before.replace(old, line)]);
    await button('Apply').waitFor();
  };
  await offer('// cancelled');
  await button('Cancel').click();
  await expect.poll(() => workbench.diffSides()).toBe(null);
  await offer('// closed');
  await workbench.probe.run((api) => api.commands.executeCommand('workbench.action.closeActiveEditor'));
  await button('Apply').waitFor({ state: 'detached' });
  await offer('// followed');
  await offer('// applied');
  await workbench.press('Control+Enter');
  await expect.poll(() => textOf('src/greeting.ts')).toBe(before.replace(old, '// applied'));
});

test('where the developer changed the same lines since, nothing is changed, and both sides stand beside the text', {
  tags: 'contract',
}, async () => {
  await workbench.openFile('src/guestbook.ts');
  const before = await textOf('src/guestbook.ts');
  const old = before.split('\n')[0] ?? '';
  await copy(old);
  await workbench.press('Control+Home', 'End');
  await workbench.type(' // mine');
  await expect.poll(() => textOf('src/guestbook.ts')).toBe(before.replace(old, `${old} // mine`));
  await put(block('src/guestbook.ts', old, `${old} // theirs`));
  await workbench.runCommand('Live Context: Apply Answer From Clipboard');
  const beside = () =>
    workbench.probe.run(
      (api) =>
        api.window.visibleTextEditors.find(({ document }) => document.uri.path === '/answer.md')?.document.getText() ??
        '',
    );
  await expect.poll(beside).toContain(`As the answer would have them:\n\n\`\`\`\n${old} // theirs\n`);
  expect(await beside()).toContain(`As they are now:\n\n\`\`\`\n${old} // mine\n`);
  expect(await textOf('src/guestbook.ts')).toBe(before.replace(old, `${old} // mine`));
});

test('a part that stands in two places is asked about beside the text, and put where the developer says; a new file is made', async () => {
  await workbench.probe.run(
    (api, id) =>
      api.workspace.fs.writeFile(api.Uri.parse(id), new TextEncoder().encode('same();\nother();\nsame();\n')),
    idOf('src/twice.ts'),
  );
  await workbench.openFile('src/twice.ts');
  const created = '*** Begin Patch\n*** Add File: src/made.ts\n+made();\n*** End Patch\n';
  await put(`${block('src/twice.ts', 'same();', 'third();')}\n${created}`);
  await workbench.runCommand('Live Context: Apply Answer From Clipboard');
  await pick('In place of line 3');
  await button('Apply').click();
  await expect.poll(() => textOf('src/twice.ts')).toBe('same();\nother();\nthird();\n');
  const made = () =>
    workbench.probe.run(
      async (api, id) => new TextDecoder().decode(await api.workspace.fs.readFile(api.Uri.parse(id))),
      idOf('src/made.ts'),
    );
  await expect.poll(() => made().catch(() => null)).toBe('made();\n');
});
