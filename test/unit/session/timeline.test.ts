import { expect, test } from 'vitest';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';

const documentId = 'file:///project/a.ts';

test('the timeline counts the lines that each edit added and removed, as its patch does', async () => {
  const workspace = await MemoryWorkspace.open();
  workspace.openDocument(documentId, "one\ntwo\nconst password = 'correct-Horse-7-battery';\n");
  const edit = (start: number, end: number, newText: string) => {
    workspace.edit(documentId, [{ start, end, newText }]);
    workspace.clock.advance(3_600_000);
  };
  edit(4, 4, 'new\n');
  edit(5, 5, 'X');
  edit(0, 4, '');
  edit(0, 0, 'nXew\nnXew\n');
  const { entries } = await workspace.ask('live:timeline', {}, 'clipboard');
  const counts = entries.flatMap((entry) => (entry.edit === undefined ? [] : [[entry.edit.added, entry.edit.removed]]));
  expect(counts).toEqual([
    [2, 0],
    [0, 1],
    [1, 1],
    [1, 0],
  ]);
});
