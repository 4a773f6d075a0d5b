import { expect, test } from 'vitest';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';

const project = 'file:///project';

test('of thirty tabs eight are told: the active, unsaved ones, those near the document; and how many more are open', async () => {
  const workspace = await MemoryWorkspace.open();
  for (let tab = 0; tab < 27; tab++) workspace.openDocument(`${project}/far/${tab}.ts`, 'text\n');
  workspace.openDocument(`${project}/src/near/b.ts`, 'text\n');
  workspace.openDocument(`${project}/src/c.ts`, 'text\n');
  workspace.openDocument(`${project}/src/near/a.ts`, 'text\n');
  workspace.type(`${project}/far/20.ts`, 0, 'x');
  workspace.active = `${project}/src/near/a.ts`;
  const { text, account } = await workspace.ask('live:get', { preview: true, format: 'json' }, 'clipboard');
  expect(account.warnings).toEqual([]);
  const state = JSON.parse(text).editor_state;
  expect(state.open_tabs.map(({ file }: { file: string }) => file)).toEqual([
    ...['src/near/a.ts', 'far/20.ts', 'src/near/b.ts', 'src/c.ts'],
    ...['far/0.ts', 'far/1.ts', 'far/2.ts', 'far/3.ts'],
  ]);
  expect(state.more_tabs).toBe(22);
});
