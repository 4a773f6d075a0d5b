import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryWorkspace } from '../../../support/memoryWorkspace.ts';

test('a cell’s prompt holds the cells around it as they stand in the editor, nearest first, without secrets, and the project’s rules', async () => {
  const workspace = await MemoryWorkspace.open();
  workspace.projectFiles.set('file:///project', 'AGENTS.md', 'Plot in blue.\n');
  const cells = Array.from({ length: 12 }, (_, at) => `vscode-notebook-cell:/project/work/sales.ipynb#c${at}`);
  workspace.notebook = cells;
  const password = 'hunter-2-Zebra!';
  for (const [at, cell] of cells.entries())
    workspace.openDocument(cell, at === 4 ? `password = '${password}'\n` : `cell_${at} = ${at}\n`, 'python');
  workspace.active = cells[5] ?? null;
  workspace.type(cells[6] ?? '', 0, 'unsaved_');
  const { payload, account, text } = await workspace.ask('live:get', {}, 'clipboard');
  expect(payload.current_document).toBe('cell_5 = 5\n');
  expect(payload.editor_state.file).toBe('work/sales.ipynb#c5');
  expect(text).toContain('Plot in blue.');
  expect(text).toContain('unsaved_cell_6 = 6');
  expect(text).toContain(', "cell 7 of 12; the current one is cell 6"');
  expect(text).not.toContain(password);
  const shown = account.ledger.filter(({ id }) => id.startsWith('chunk:cell:')).map(({ source }) => source);
  expect(shown.map((source) => Number(source.split('#c')[1])).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 6, 7, 8, 9]);
  const near = account.ledger
    .filter(({ id, source }) => id.startsWith('chunk:') && /#c[46]$/.test(source))
    .map(({ weight }) => weight);
  expect(near).toEqual([0.9, 0.9]);
});

describe('what cells have printed', () => {
  const [first = '', second = ''] = ['one', 'two'].map((id) => `vscode-notebook-cell:/project/work/sales.ipynb#${id}`);
  const password = 'hunter-2-Zebra!';
  let workspace: MemoryWorkspace;
  const live = async () => (await workspace.ask('live:get', {}, 'clipboard')).text;

  beforeEach(async () => {
    workspace = await MemoryWorkspace.open();
    workspace.notebook = [first, second];
    workspace.openDocument(first, 'print(rows)\n', 'python');
    workspace.openDocument(second, 'plot()\n', 'python');
    workspace.active = second;
  });

  test('stands with the cell while it is short, as a terminal would show it and without secrets', async () => {
    const text = `\u001b[31mlate\u001b[0m\n10%\r100%\npassword = '${password}'\n`;
    workspace.outputs.set(first, { text, isRunning: false });
    workspace.outputs.set(second, { text: 'own output\n', isRunning: true });
    const prompt = await live();
    expect(prompt).toContain(', "output of cell 1"');
    expect(prompt).toContain('late\n100%\n');
    expect(prompt).toContain('own output');
    expect(prompt).not.toContain(password);
    expect((await workspace.ask('files:list', {}, 'clipboard')).items).toEqual([]);
  });

  test('is a context file when it is long: once, without secrets that the cut would go through, with head, tail and id in the prompt', async () => {
    const rows = Array.from({ length: 3_000 }, (_, row) => `row ${row} password = '${password}'\n`);
    workspace.outputs.set(first, { text: rows.join(''), isRunning: false });
    const prompt = await live();
    expect(await live()).toBe(prompt);
    const [, id = ''] = /context file (notebook-[a-z0-9]{10})/.exec(prompt) ?? [];
    expect(prompt).toContain('row 0 ');
    expect(prompt).toContain('row 2999 ');
    expect(prompt).not.toContain('row 1500 ');
    for (const start of [password.slice(0, 6), password.slice(-6)]) expect(prompt).not.toContain(start);
    const { items } = await workspace.ask('files:list', {}, 'clipboard');
    expect(items).toMatchObject([{ id, kind: 'artifact', hint: 'Output of work/sales.ipynb#one' }]);
    const found = await workspace.ask('files:grep', { id, pattern: '^row 1500 ' }, 'clipboard');
    expect(found.matches).toHaveLength(1);
    const { content } = await workspace.ask('files:read', { id, limit: 65_536 }, 'clipboard');
    expect(content).not.toContain(password);
  });

  test('is told by its end, without a file, while the cell still runs', async () => {
    const rows = Array.from({ length: 3_000 }, (_, row) => `row ${row}\n`);
    workspace.outputs.set(first, { text: rows.join(''), isRunning: true });
    const prompt = await live();
    expect(prompt).toContain('still running, its end:');
    expect(prompt).toContain('row 2999');
    expect(prompt).not.toContain('row 0\n');
    expect((await workspace.ask('files:list', {}, 'clipboard')).items).toEqual([]);
  });

  test('costs only itself when it cannot be kept', async () => {
    workspace.settings.filesQuota = 1;
    const rows = Array.from({ length: 300_000 }, (_, row) => `row ${row}\n`);
    workspace.outputs.set(first, { text: rows.join(''), isRunning: false });
    const prompt = await live();
    expect(prompt).toContain('print(rows)');
    expect(prompt).toContain('it could not be kept as a context file, its end:');
  });
});
