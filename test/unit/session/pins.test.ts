import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { Documents } from '../../../src/documents/documents.ts';
import { pinHandlers } from '../../../src/session/handlers/pins.ts';
import { ProjectTexts } from '../../../src/sources/retrieved/index/projectTexts.ts';
import { Pins, pinFile } from '../../../src/sources/retrieved/pins.ts';
import { ChangeSet } from '../../../src/text/changeSet.ts';
import type { TextChange } from '../../../src/text/sourceText.ts';
import { MemoryProjectFiles } from '../../support/memoryProjectFiles.ts';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { chunksOf, requestAt } from '../../support/prompts/sourceRequest.ts';

const project = 'file:///project';
const document = `${project}/a.ts`;
const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

let workspace: MemoryWorkspace;
let files: MemoryProjectFiles;
let texts: ProjectTexts;
let pins: Pins;
let handlers: ReturnType<typeof pinHandlers>;
const failures: unknown[] = [];

/** Opens the pins as a new window would. */
async function reload(): Promise<void> {
  const file = pinFile(workspace.files, (error) => failures.push(error));
  pins = await Pins.open({ workspace, texts, clock: workspace.clock, file });
  const documents = new Documents(workspace.documentServices);
  handlers = pinHandlers({ workspace, documents, pins });
}

function textsOf(allowed: (id: string) => boolean): ProjectTexts {
  const { histories, redaction } = workspace;
  return new ProjectTexts({ workspace, histories, files, allowed, redaction });
}

beforeEach(async () => {
  failures.length = 0;
  workspace = await MemoryWorkspace.open();
  files = new MemoryProjectFiles();
  texts = textsOf((id) => workspace.tracking(id) === null);
  await reload();
});

/** An edit that the pins hear of. */
function edit(changes: readonly TextChange[], documentId = document): void {
  const length = workspace.text(documentId)?.length ?? 0;
  workspace.edit(documentId, changes);
  pins.follow(documentId, ChangeSet.of(changes, length));
}

const shown = async (documentId = document) =>
  chunksOf(await pins.pieces(requestAt(workspace, documentId))).map(({ text }) => text);

describe('pinning', () => {
  test('lines of a document give a chunk of score 1', async () => {
    workspace.openDocument(document, lines(20), 'typescript');
    const { pin, unpinned } = await handlers['pins:create']({ lines: { first: 3, last: 4 } }, 'view');
    expect(unpinned).toEqual([]);
    expect(pin).toEqual({
      id: 'pin-1',
      documentId: document,
      projectId: project,
      file: 'a.ts',
      lines: { first: 3, last: 4 },
    });
    const pieces = await pins.pieces(requestAt(workspace, document));
    expect(pieces[0]).toMatchObject({ id: `chunk:pin:${document}:3-4`, weight: 1, projectId: project });
    expect(chunksOf(pieces)).toEqual([
      expect.objectContaining({ file: 'a.ts', language: 'typescript', score: 1, text: 'line 3\nline 4\n' }),
    ]);
  });

  test("without lines pins the cursor's line; the same lines twice are one pin", async () => {
    workspace.openDocument(document, lines(20));
    const opened = workspace.documents.get(document);
    if (opened) opened.cursor = lines(5).length;
    expect((await handlers['pins:create']({}, 'view')).pin.lines).toEqual({ first: 6, last: 6 });
    expect((await handlers['pins:create']({}, 'view')).pin.id).toBe('pin-1');
    expect((await handlers['pins:list']({}, 'view')).pins).toHaveLength(1);
  });

  test('lines outside the text and documents that are not followed are refused', async () => {
    workspace.openDocument(document, lines(3));
    for (const wrong of [
      { first: 2, last: 9 },
      { first: 3, last: 2 },
    ])
      await expect(handlers['pins:create']({ lines: wrong }, 'view')).rejects.toMatchObject({ code: 'LINES_OUTSIDE' });
    workspace.openDocument(`${project}/.env`, 'SECRET=1\n');
    await expect(handlers['pins:create']({}, 'view')).rejects.toMatchObject({ code: 'DOCUMENT_NOT_TRACKED' });
    expect(await pins.list(project)).toEqual([]);
  });
});

describe('a pin moves with its text', () => {
  test('lines typed above and inside, not those typed at its ends', async () => {
    workspace.openDocument(document, lines(6));
    await handlers['pins:create']({ lines: { first: 3, last: 4 } }, 'view');
    edit([{ start: 0, end: 0, newText: 'above\n' }]);
    const start = 'above\n'.length + lines(2).length;
    edit([{ start, end: start, newText: 'before\n' }]);
    expect(await shown()).toEqual(['line 3\nline 4\n']);
    const inside = start + 'before\nline 3\n'.length;
    edit([{ start: inside, end: inside, newText: 'inside\n' }]);
    const end = inside + 'inside\nline 4'.length;
    edit([{ start: end, end, newText: '\nafter' }]);
    expect(await shown()).toEqual(['line 3\ninside\nline 4\n']);
    expect((await handlers['pins:list']({}, 'view')).pins[0]?.lines).toEqual({ first: 5, last: 7 });
  });

  test('law: a line that no edit touches stays pinned', async () => {
    const place = fc.record({ at: fc.nat(200), removed: fc.nat(20), typed: fc.constantFrom('', 'x', '\n', 'a\nb\n') });
    await fc.assert(
      fc.asyncProperty(fc.array(place, { maxLength: 8 }), async (places) => {
        workspace = await MemoryWorkspace.open();
        texts = textsOf(() => true);
        await reload();
        workspace.openDocument(document, `${lines(10)}PINNED\n${lines(10)}`);
        await handlers['pins:create']({ lines: { first: 11, last: 11 } }, 'view');
        for (const { at, removed, typed } of places) {
          const text = workspace.text(document) ?? '';
          const start = Math.min(at, text.length);
          const end = Math.min(start + removed, text.length);
          const pinned = text.indexOf('PINNED');
          if (start <= pinned + 6 && end >= pinned) continue;
          edit([{ start, end, newText: typed }]);
        }
        expect((await shown())[0]).toContain('PINNED');
        expect((await shown())[0]?.split('\n')).toHaveLength(2);
      }),
      { numRuns: 100 },
    );
  });
});

describe('a reload', () => {
  test('keeps pins where they had moved to, also of a closed file', async () => {
    workspace.openDocument(document, lines(6));
    await handlers['pins:create']({ lines: { first: 3, last: 4 } }, 'view');
    edit([{ start: 0, end: 0, newText: 'above\n' }]);
    workspace.clock.advance(1_500);
    await new Promise((resolve) => setImmediate(resolve));
    files.put(document, workspace.text(document) ?? '');
    workspace.closeDocument(document);
    workspace.openDocument(`${project}/b.ts`, 'b\n');
    await reload();
    expect(await shown(`${project}/b.ts`)).toEqual(['line 3\nline 4\n']);
    expect((await handlers['pins:create']({}, 'view')).pin.id).toBe('pin-2');
  });

  test('finds the lines again in a text that changed meanwhile', async () => {
    workspace.openDocument(document, lines(6));
    await handlers['pins:create']({ lines: { first: 3, last: 4 } }, 'view');
    workspace.closeDocument(document);
    files.put(document, `new\nlines\n${lines(6)}`);
    workspace.openDocument(`${project}/b.ts`, 'b\n');
    await reload();
    expect(await shown(`${project}/b.ts`)).toEqual(['line 3\nline 4\n']);
    files.set(project, 'a.ts', 'x');
    expect(await shown(`${project}/b.ts`)).toEqual(['x']);
  });
});

test('a pin finds its lines again in a document that is opened with another text', async () => {
  workspace.openDocument(document, `first\nsecond\n${lines(6)}`);
  await workspace.ask('pins:create', { documentId: document, lines: { first: 1, last: 2 } }, 'view');
  workspace.closeDocument(document);
  workspace.openDocument(document, `${lines(6)}first\nsecond\n`);
  const { pins } = await workspace.ask('pins:list', {}, 'view');
  expect(pins).toMatchObject([{ lines: { first: 7, last: 8 } }]);
});
