import { beforeEach, describe, expect, test } from 'vitest';
import type { FileError, LanguageFeatures, LineRange } from '../../../../src/base/ports/language.ts';
import { DiagnosticChunks } from '../../../../src/sources/retrieved/diagnosticChunks.ts';
import { ProjectTexts } from '../../../../src/sources/retrieved/index/projectTexts.ts';
import { RecentEdits } from '../../../../src/sources/retrieved/recentEdits.ts';
import { SymbolSource } from '../../../../src/sources/retrieved/symbols.ts';
import { MemoryProjectFiles } from '../../../support/memoryProjectFiles.ts';
import { MemoryWorkspace } from '../../../support/memoryWorkspace.ts';
import { chunksOf, requestAt } from '../../../support/prompts/sourceRequest.ts';

const project = 'file:///project';
const current = `${project}/main.ts`;
const other = `${project}/other.ts`;
const foreign = 'file:///elsewhere/other.ts';
const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

let workspace: MemoryWorkspace;
let files: MemoryProjectFiles;
let texts: ProjectTexts;
let features: LanguageFeatures & { asked: number };
let definitions: readonly LineRange[] | ((offset: number) => readonly LineRange[]);
let errors: FileError[];
const allowed = (id: string) => workspace.tracking(id) === null;

beforeEach(async () => {
  workspace = await MemoryWorkspace.open();
  files = new MemoryProjectFiles();
  texts = new ProjectTexts(workspace, workspace.histories, files, allowed, workspace.redaction);
  definitions = [];
  errors = [];
  features = {
    asked: 0,
    async definitions(_documentId, offset) {
      features.asked++;
      return typeof definitions === 'function' ? definitions(offset) : definitions;
    },
    errors: () => errors,
  };
});

function open(documentId: string, text: string, cursor = 0): void {
  workspace.openDocument(documentId, text, 'typescript');
  const document = workspace.documents.get(documentId);
  if (document !== undefined) document.cursor = cursor;
}

describe('symbols', () => {
  const symbols = () => new SymbolSource(workspace, features, texts, workspace.clock, () => []);

  test('definitions are shown from the disk, or as they are typed', async () => {
    files.put(other, lines(50));
    definitions = [{ documentId: other, startLine: 9, endLine: 11 }];
    open(current, 'launchProbe();\n');
    const source = symbols();
    const ask = async () => chunksOf(await source.pieces(requestAt(workspace, current)));
    expect(await ask()).toEqual([
      {
        file: 'other.ts',
        first_line: 10,
        last_line: 12,
        language: 'typescript',
        why: 'defines launchProbe',
        score: 0.95,
        text: 'line 10\nline 11\nline 12\n',
      },
    ]);
    open(other, lines(50).replace('line 10\n', 'typed\n'));
    expect((await ask())[0]?.text).toBe('typed\nline 11\nline 12\n');
  });

  test('nearer names score higher; names alone get the lines that their shape shows; long ones end after 16 lines', async () => {
    files.put(other, lines(500));
    open(current, 'near far\nbelow\nlower\n\nunseen\n', 2);
    const starts = [10, 100, 200, 300];
    const ends = [10, 100, 200, 450];
    let index = 0;
    definitions = () => [{ documentId: other, startLine: starts[index] ?? 0, endLine: ends[index++] ?? 0 }];
    const chunks = chunksOf(await symbols().pieces(requestAt(workspace, current)));
    expect(chunks.map(({ why, score, first_line, last_line }) => [why, score, first_line, last_line])).toEqual([
      ['defines near', 0.95, 11, 11],
      ['defines far', 0.9, 101, 101],
      ['defines below', 0.8, 201, 201],
      ['defines lower', 0.7, 301, 316],
    ]);
  });

  test.each([
    ["import { greet } from './greeting.ts';", ['greet']],
    ["const page = require('../pages/index.html')", ['page']],
    ['#include <net/socket.hpp>', []],
    ['show("No such file", 0xff, 12px, \'b.json\')', ['show']],
    [`register('launchProbe', "#{moon}", f'{crater} of {rim}')`, ['register', 'launchProbe', 'moon', 'crater', 'rim']],
    ["fn pick<'a>(near: &'a Stone, far: &'b Rock)", ['pick', 'near', 'Stone', 'far', 'Rock']],
    ["it's what the Orbiter isn't", ['what', 'Orbiter', 'isn']],
    ['items: Dict[str, "Moon"], path = "list[Crater]"', ['items', 'Dict', 'Moon', 'path', 'Crater']],
  ])('of %j the names are looked up, not parts of paths, sentences and numbers', async (line, names) => {
    const asked = new Set<string>();
    definitions = (offset) => {
      asked.add(/[\p{L}_]+/u.exec(line.slice(offset))?.[0] ?? '');
      return [];
    };
    open(current, line);
    await symbols().pieces(requestAt(workspace, current));
    expect([...asked]).toEqual(names);
  });

  test.each([
    ["import { launchProbe } from '@space/probe';\n", 0],
    ["import {\n  type Orbit as Path,\n  launchProbe,\n} from '@space/probe';\n", 2],
    ['from space.probe import launchProbe\n', 0],
  ])(
    'where a service knows no more of a name than the import of it, the declarations that are indexed are asked: %j',
    async (imports, startLine) => {
      files.put(other, 'export function launchProbe() {}\n');
      definitions = [{ documentId: current, startLine, endLine: startLine }];
      open(current, `${imports}\n\n\n\nlaunchProbe();\n`, imports.length + 4);
      const indexed = [{ documentId: other, startLine: 0, endLine: 0 }];
      const source = new SymbolSource(workspace, features, texts, workspace.clock, () => indexed);
      const found = chunksOf(await source.pieces(requestAt(workspace, current)));
      expect(found.map(({ file, why }) => [file, why])).toEqual([['other.ts', 'defines launchProbe']]);
    },
  );

  test('the same line is not asked about twice within a while', async () => {
    open(current, 'launchProbe();\n');
    const source = symbols();
    await source.pieces(requestAt(workspace, current));
    await source.pieces(requestAt(workspace, current));
    expect(features.asked).toBe(1);
    workspace.clock.advance(31_000);
    await source.pieces(requestAt(workspace, current));
    expect(features.asked).toBe(2);
  });

  test('at most 10 definitions, asked for at most 10 names', async () => {
    files.put(other, lines(2_000));
    open(current, Array.from({ length: 30 }, (_, index) => `name${index}`).join(' '));
    definitions = (offset) =>
      [0, 1, 2].map((at) => ({ documentId: other, startLine: offset + at, endLine: offset + at }));
    expect((await symbols().pieces(requestAt(workspace, current))).length).toBeLessThanOrEqual(10);
    expect(features.asked).toBe(10);
  });

  test('nothing of another project, of secrets or of what is excluded', async () => {
    files.put(foreign, lines(9));
    files.put(`${project}/.env`, lines(9));
    files.put(`${project}/node_modules/x.d.ts`, lines(9));
    definitions = [foreign, `${project}/.env`, `${project}/node_modules/x.d.ts`, `${project}/missing.ts`].map(
      (documentId) => ({ documentId, startLine: 0, endLine: 2 }),
    );
    open(current, 'launchProbe();\n');
    expect(await symbols().pieces(requestAt(workspace, current))).toEqual([]);
    open(foreign, lines(9));
    expect(await symbols().pieces(requestAt(workspace, current))).toEqual([]);
  });

  test('the innermost symbol of several lines around the cursor, at most 60 lines from its head', async () => {
    open(current, lines(200), lines(120).length);
    workspace.outline = async () => [
      { name: 'Outer', kind: 'class', startLine: 0, endLine: 199, depth: 0 },
      { name: 'inner', kind: 'method', startLine: 50, endLine: 150, depth: 1 },
      { name: 'constant', kind: 'variable', startLine: 120, endLine: 120, depth: 2 },
    ];
    const [piece] = await symbols().pieces(requestAt(workspace, current));
    expect(piece && chunksOf([piece])[0]).toMatchObject({
      first_line: 51,
      last_line: 110,
      why: 'the method inner around the cursor',
    });
  });

  test('without a cursor there are none, and key words are not names', async () => {
    open(current, 'return new this');
    expect(await symbols().pieces(requestAt(workspace, current))).toEqual([]);
    expect(await symbols().pieces({ ...requestAt(workspace, current), cursorOffset: null })).toEqual([]);
    expect(features.asked).toBe(0);
  });
});

describe('recent edits', () => {
  const edits = () => new RecentEdits(workspace, workspace.histories, texts, allowed, workspace.clock);
  const ask = async (source = edits()) => chunksOf(await source.pieces(requestAt(workspace, current)));

  test('of other documents: the touched lines and three around them, the newest highest', async () => {
    open(other, lines(100));
    open(`${project}/third.ts`, lines(100));
    open(current, 'x\n');
    workspace.type(other, lines(49).length, 'typed ');
    workspace.clock.advance(5_000);
    workspace.type(`${project}/third.ts`, lines(9).length, 'new ');
    workspace.type(current, 0, 'own ');
    workspace.clock.advance(5_000);
    const chunks = await ask();
    expect(chunks.map(({ file, first_line, last_line }) => [file, first_line, last_line])).toEqual([
      ['third.ts', 7, 13],
      ['other.ts', 47, 53],
    ]);
    expect(chunks[0]?.text).toContain('new line 10\n');
    expect(chunks[0]?.score).toBeGreaterThan(chunks[1]?.score ?? 1);
  });

  test('move with what was typed above them, also while that is still being typed', async () => {
    open(other, lines(100));
    open(current, 'x\n');
    workspace.type(other, lines(49).length, 'typed ');
    workspace.clock.advance(5_000);
    workspace.edit(other, [{ start: 0, end: 0, newText: 'first\nsecond\n' }]);
    expect(workspace.histories.get(other)?.openSince).not.toBeNull();
    const chunks = await ask();
    expect(chunks.map(({ first_line, last_line }) => [first_line, last_line])).toEqual([
      [1, 6],
      [49, 55],
    ]);
    expect(chunks[1]?.text).toContain('typed line 50\n');
  });

  test('old ones are no news, nor are closed documents, a branch switch and what is not followed', async () => {
    open(other, lines(10));
    open(`${project}/switched.ts`, lines(10));
    open(current, 'x\n');
    workspace.type(other, 0, 'x');
    workspace.clock.advance(9 * 3_600_000);
    workspace.edit(`${project}/switched.ts`, [{ start: 0, end: 5, newText: 'y' }], 'unknown');
    const version = workspace.histories.relabel(`${project}/switched.ts`, 'disk', () => true);
    if (version !== null) workspace.histories.markAsEvent(`${project}/switched.ts`, version, 'git switched');
    expect(await ask()).toEqual([]);
    workspace.type(other, 0, 'x');
    workspace.clock.advance(2_000);
    expect(await ask()).toHaveLength(1);
    workspace.settings.exclude = ['**/other.ts'];
    expect(await ask()).toEqual([]);
    workspace.settings.exclude = [];
    workspace.closeDocument(other);
    expect(await ask()).toEqual([]);
  });

  test('of another project are never told', async () => {
    open(foreign, lines(10));
    open(current, 'x\n');
    workspace.type(foreign, 0, 'x');
    workspace.clock.advance(2_000);
    expect(await ask()).toEqual([]);
  });

  test('are at most 6 pieces, the same ones until something changes', async () => {
    for (let index = 0; index < 15; index++) {
      const id = `${project}/${index}.ts`;
      open(id, lines(400));
      for (const line of [50, 150, 250]) {
        workspace.type(id, lines(line).length, 'x');
        workspace.clock.advance(2_000);
      }
    }
    open(current, 'x\n');
    const source = edits();
    const pieces = await source.pieces(requestAt(workspace, current));
    expect(pieces).toHaveLength(6);
    const again = await source.pieces(requestAt(workspace, current));
    expect(again.every((piece, index) => piece === pieces[index])).toBe(true);
  });
});

describe('diagnostics', () => {
  const ask = async () => chunksOf(await new DiagnosticChunks(features, texts).pieces(requestAt(workspace, current)));

  test("other files' errors with their lines and what they say; near ones together", async () => {
    files.put(other, lines(100));
    open(current, 'x\n');
    errors = [
      { documentId: current, line: 0, message: 'own' },
      { documentId: other, line: 49, message: 'Cannot find\nname' },
      { documentId: other, line: 52, message: 'Missing ;' },
      { documentId: other, line: 90, message: 'far' },
    ];
    expect((await ask()).map(({ why, first_line, last_line }) => [why, first_line, last_line])).toEqual([
      ['error: Cannot find name; Missing ;', 47, 56],
      ['error: far', 88, 94],
    ]);
  });

  test('at most 10, none of another project or of what is not followed', async () => {
    open(current, 'x\n');
    files.put(foreign, lines(9));
    files.put(`${project}/.env`, lines(9));
    errors = [foreign, `${project}/.env`].map((documentId) => ({ documentId, line: 1, message: 'no' }));
    expect(await ask()).toEqual([]);
    open(foreign, lines(9));
    expect(await ask()).toEqual([]);
    for (let index = 0; index < 30; index++) files.put(`${project}/${index}.ts`, lines(9));
    errors = Array.from({ length: 30 }, (_, index) => ({
      documentId: `${project}/${index}.ts`,
      line: 1,
      message: 'm',
    }));
    expect(await ask()).toHaveLength(10);
  });
});
