import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ContextRef } from '../../src/protocol/contextFiles.ts';
import { ask, copied, server, useVSCode, workbench } from '../support/vscode/fixture.ts';
import { newest, releaseUnderTest } from '../support/vscode/release.ts';

useVSCode({ settings: { 'files.simpleDialog.enable': true } });

async function listed(source: string, from = workbench): Promise<ContextRef[]> {
  const { items } = await ask('files:list', {}, from);
  return items.filter(({ id }) => id.startsWith(`${source}-`));
}

/** Runs a command in the terminal of this name, once the shell's integration is there, to its end. */
async function runInTerminal(name: string, command: string): Promise<void> {
  await workbench.probe.run((api, terminalName) => {
    const open = api.window.terminals.find((terminal) => terminal.name === terminalName);
    (open ?? api.window.createTerminal({ name: terminalName, shellPath: '/bin/bash' })).show();
  }, name);
  const isIntegrated = () =>
    workbench.probe.run((api, terminalName) => {
      const terminal = api.window.terminals.find((one) => one.name === terminalName);
      return terminal?.shellIntegration !== undefined;
    }, name);
  await expect.poll(isIntegrated).toBe(true);
  await workbench.probe.run(
    (api, run) =>
      new Promise<void>((resolve) => {
        const listening = api.window.onDidEndTerminalShellExecution(({ terminal }) => {
          if (terminal.name !== run.name) return;
          listening.dispose();
          resolve();
        });
        api.window.terminals.find((one) => one.name === run.name)?.shellIntegration?.executeCommand(run.command);
      }),
    { name, command },
  );
}

/** Picks a file of the workspace in VS Code's simple file dialog. */
async function chooseFile(name: string): Promise<void> {
  await workbench.page.locator('.quick-input-widget').getByRole('option', { name }).first().click();
}

async function activeText(): Promise<{ readonly scheme: string; readonly text: string } | null> {
  return workbench.probe.run((api) => {
    const document = api.window.activeTextEditor?.document;
    return document === undefined ? null : { scheme: document.uri.scheme, text: document.getText() };
  });
}

describe('terminal output', () => {
  test('5 MB of it become a context file, of which Copy Context holds head, tail and id', async () => {
    await workbench.openFile('src/greeting.ts');
    await runInTerminal('big', 'seq 1 700000; printf "\\033[31mthe end\\033[0m\\n"; false');
    await expect.poll(() => listed('terminal')).toHaveLength(1);
    const [ref] = (await listed('terminal')) as [ContextRef];
    expect(ref.hint).toMatch(/^\$ seq 1 700000.*\(exit code 1\)$/);
    const printed = `${Array.from({ length: 700_000 }, (_, i) => i + 1).join('\n')}\nthe end\n`;
    // On a machine so busy that the layout takes seconds, one line says so.
    const { matches: notes } = await ask('files:grep', { id: ref.id, pattern: '^\\[This output took too long' });
    expect(ref.byteSize).toBe(notes.reduce((sum, { content }) => sum + content.length + 2, printed.length));
    const tail = await ask('files:tail', { id: ref.id, lines: 2 });
    expect(tail.content).toBe('700000\nthe end\n');
    const found = await ask('files:grep', { id: ref.id, pattern: '^69999\\d$', contextLines: 1 });
    expect(found.totalMatches).toBe(10);
    expect(found.matches[9]).toEqual({
      line: 699_999 + 2 * notes.length,
      content: '699999',
      before: ['699998'],
      after: ['700000'],
    });
    await workbench.openFile('src/greeting.ts');
    const prompt = await copied('Live Context: Copy Context');
    expect(prompt).toContain(ref.id);
    expect(prompt).toContain('\n1\n2\n3\n');
    expect(prompt).toContain('\n700000\nthe end\n');
    expect(prompt).not.toContain('\n350000\n');
    expect(prompt.length).toBeLessThan(8_192 + 20_000);
  });
});

// VS Code 1.104 tells nobody what a task prints.
if (releaseUnderTest() === newest) {
  test('the output of a task becomes a context file, too', async () => {
    await workbench.probe.run(async (api) => {
      const execution = new api.ShellExecution('sleep 1; seq 1 3000');
      await api.tasks.executeTask(
        new api.Task({ type: 'shell' }, api.TaskScope.Workspace, 'count', 'probe', execution),
      );
    });
    await expect.poll(() => listed('task')).toHaveLength(1);
    const [ref] = (await listed('task')) as [ContextRef];
    expect(ref.hint).toMatch(/seq 1 3000.*\(exit code 0\)$/);
    expect((await ask('files:tail', { id: ref.id, lines: 1 })).content).toBe('3000\n');
  });
}

/** Begins a command of a menu; it asks for more. */
const run = (command: string) => workbench.probe.run((api, id) => void api.commands.executeCommand(id), command);

describe('commands', () => {
  test('Save Selection as Context File, and its Open button', { tags: 'contract' }, async () => {
    await workbench.openFile('src/greeting.ts');
    const selected = await workbench.probe.run((api) => {
      const editor = api.window.activeTextEditor;
      if (editor === undefined) throw new Error('No editor');
      editor.selection = new api.Selection(0, 0, 2, 0);
      return editor.document.getText(editor.selection);
    });
    await workbench.runCommand('Live Context: Save Selection as Context File');
    await expect.poll(() => listed('selection')).toHaveLength(1);
    await workbench.page.locator('.notification-toast').getByRole('button', { name: 'Open' }).first().click();
    await expect.poll(activeText).toEqual({ scheme: 'live-context-file', text: selected });
    await workbench.focusEditor();
    await workbench.type('typed');
    expect(await activeText()).toEqual({ scheme: 'live-context-file', text: selected });
    const { document } = await ask('live:status', {});
    expect(document).not.toMatchObject({ tracked: true, file: expect.stringContaining('selection-') });
  });

  test('Export, Clear, Import give the same files back', { tags: 'contract' }, async () => {
    const before = (await ask('files:list', { limit: 100 })).items;
    const archive = join(server.workspace, 'live-context-workspace.zip');
    await run('liveContext.exportConversation');
    const input = workbench.page.locator('.quick-input-widget input[type=text]');
    await expect.poll(() => input.inputValue()).toContain(archive);
    await workbench.press('Enter');
    await expect
      .poll(() =>
        readFile(archive).then(
          (bytes) => bytes.length,
          () => 0,
        ),
      )
      .toBeGreaterThan(500);
    await run('liveContext.clearContextFiles');
    await workbench.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(async () => (await ask('files:list', {})).items).toEqual([]);
    await run('liveContext.importConversation');
    await chooseFile('live-context-workspace.zip');
    const sizes = (items: readonly ContextRef[]) => items.map(({ id, hint }) => `${id} ${hint}`).sort();
    await expect.poll(async () => sizes((await ask('files:list', { limit: 100 })).items)).toEqual(sizes(before));
    await writeFile(archive, 'no archive');
    await run('liveContext.importConversation');
    await chooseFile('live-context-workspace.zip');
    await workbench.page
      .getByText(/ARCHIVE|FILES_/)
      .first()
      .waitFor();
    expect((await ask('files:list', { limit: 100 })).items).toHaveLength(before.length);
  });
});

describe('the tree of its own', () => {
  const save = (hint: string, text: string) => ask('files:save', { source: 'tool', hint, text });
  const tree = () => workbench.page.getByRole('tree', { name: /Context Files/ });
  const row = (name: string) => tree().getByRole('treeitem', { name }).first();
  /** Focuses the tree, with all the height of the side bar: rows out of sight are not in the page. */
  const focusTree = async () => {
    await workbench.probe.run((api) => api.commands.executeCommand('liveContext.files.focus'));
    await tree().waitFor();
    const above = workbench.page.locator('.pane-header[aria-label^="Live Context"][aria-expanded="true"]');
    if ((await above.count()) > 0) await above.first().click({ position: { x: 40, y: 10 } });
    await workbench.probe.run((api) => api.commands.executeCommand('liveContext.files.focus'));
  };

  test('lists the files, and opens the one that is chosen', { tags: 'contract' }, async () => {
    await save('oak of the wood', 'text of the oak');
    await save('elm of the wood', 'text of the elm');
    await focusTree();
    await row('oak of the wood').waitFor();
    await row('elm of the wood').click();
    await expect.poll(activeText).toEqual({ scheme: 'live-context-file', text: 'text of the elm' });
    await row('oak of the wood').click();
    await expect.poll(activeText).toEqual({ scheme: 'live-context-file', text: 'text of the oak' });
  });

  test('deletes a file once that is confirmed', async () => {
    const { ref } = await save('ash of the wood', 'text of the ash');
    await focusTree();
    await row('ash of the wood').hover();
    await row('ash of the wood').getByRole('button', { name: 'Delete Context File' }).click();
    await workbench.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => row('ash of the wood').count()).toBe(0);
    const { items } = await ask('files:list', { limit: 100 });
    expect(items.map(({ id }) => id)).not.toContain(ref.id);
  });
});
