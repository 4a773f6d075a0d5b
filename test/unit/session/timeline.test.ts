import { expect, test, vi } from 'vitest';
import { DocumentHistory } from '../../../src/documents/versions/documentHistory.ts';
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

test('the timeline of a file that agents rewrite is told again without reading its versions', async () => {
  const workspace = await MemoryWorkspace.open();
  const textOf = (round: number) => `const value = compute(${round}, other);\n`.repeat(6_000);
  workspace.openDocument(documentId, textOf(0));
  for (let round = 1; round < 4; round++) {
    workspace.edit(documentId, [{ start: 0, end: textOf(0).length, newText: textOf(round) }]);
    workspace.clock.advance(60_000);
  }
  const first = await workspace.ask('live:timeline', {}, 'clipboard');
  const read = vi.spyOn(DocumentHistory.prototype, 'textOf');
  expect(await workspace.ask('live:timeline', {}, 'clipboard')).toEqual(first);
  expect(read).not.toHaveBeenCalled();
});
