import { expect, test } from 'vitest';
import { MemoryWorkspace, settled } from '../../../support/memoryWorkspace.ts';

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
  const { payload, account, text } = settled(await workspace.session.request('live:get', {}, 'clipboard'));
  expect(payload.current_document).toBe('cell_5 = 5\n');
  expect(payload.editor_state.file).toBe('work/sales.ipynb#c5');
  expect(text).toContain('Plot in blue.');
  expect(text).toContain('unsaved_cell_6 = 6');
  expect(text).toContain('why "cell 7 of 12; the current one is cell 6"');
  expect(text).not.toContain(password);
  const shown = account.ledger.filter(({ id }) => id.startsWith('chunk:cell:')).map(({ source }) => source);
  expect(shown.map((source) => Number(source.split('#c')[1])).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 6, 7, 8, 9]);
  const near = account.ledger.filter(({ source }) => /#c[46]$/.test(source)).map(({ weight }) => weight);
  expect(near).toEqual([0.9, 0.9]);
});
