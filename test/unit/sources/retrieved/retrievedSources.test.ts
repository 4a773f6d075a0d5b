import { describe, expect, test } from 'vitest';
import type { FileError, LanguageFeatures, LineRange } from '../../../../src/base/ports/language.ts';
import { Definitions } from '../../../../src/sources/retrieved/definitions.ts';
import { diagnosticChunks } from '../../../../src/sources/retrieved/diagnosticChunks.ts';
import { ProjectTexts } from '../../../../src/sources/retrieved/index/projectTexts.ts';
import { MemoryProjectFiles } from '../../../support/memoryProjectFiles.ts';
import { chunksOf, requestAt } from '../../../support/prompts/sourceRequest.ts';
import { useWorkspace, workspace } from '../../../support/workspace.ts';

const project = 'file:///project';
const current = `${project}/main.ts`;
const other = `${project}/other.ts`;
const foreign = 'file:///elsewhere/other.ts';
const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

let files: MemoryProjectFiles;
let texts: ProjectTexts;
let features: LanguageFeatures & { asked: number };
let definitions: readonly LineRange[] | ((offset: number) => readonly LineRange[]);
let errors: FileError[];
const allowed = (id: string) => workspace.tracking(id) === null;

useWorkspace(() => {
  files = new MemoryProjectFiles();
  const { histories, redaction } = workspace;
  texts = new ProjectTexts({ workspace, histories, redaction, files, allowed });
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

describe('definitions near the cursor', () => {
  const near = async (source = new Definitions(features, workspace.clock)) =>
    source.near(requestAt(workspace, current));

  test('long ones end after 16 lines, of what the developer points at after 40; of a name alone lines that follow', async () => {
    open(current, 'near far\nbelow\nlower\n\nunseen\n', 2);
    const starts = [10, 100, 200, 300];
    const ends = [90, 100, 201, 450];
    let index = 0;
    definitions = () => [{ documentId: other, startLine: starts[index] ?? 0, endLine: ends[index++] ?? 0 }];
    const { ranges } = await near();
    expect(ranges.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
      [10, 49],
      [100, 115],
      [200, 201],
      [300, 315],
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
    await near();
    expect([...asked]).toEqual(names);
  });

  test.each([
    ["import { launchProbe } from '@space/probe';\n", 0],
    ["import {\n  type Orbit as Path,\n  launchProbe,\n} from '@space/probe';\n", 2],
    ['from space.probe import launchProbe\n', 0],
  ])('a service that knows no more of a name than its import knows nothing: %j', async (imports, startLine) => {
    definitions = [{ documentId: current, startLine, endLine: startLine }];
    open(current, `${imports}\n\n\n\nlaunchProbe();\n`, imports.length + 4);
    expect(await near()).toEqual({ ranges: [], unknown: ['launchProbe'] });
  });

  test('the same line is not asked about twice within a while', async () => {
    open(current, 'launchProbe();\n');
    const source = new Definitions(features, workspace.clock);
    await near(source);
    await near(source);
    expect(features.asked).toBe(1);
    workspace.clock.advance(31_000);
    await near(source);
    expect(features.asked).toBe(2);
  });

  test('without a cursor there are none, and key words are not names', async () => {
    open(current, 'return new this');
    expect((await near()).ranges).toEqual([]);
    const source = new Definitions(features, workspace.clock);
    expect((await source.near({ ...requestAt(workspace, current), cursorOffset: null })).ranges).toEqual([]);
    expect(features.asked).toBe(0);
  });
});

describe('diagnostics', () => {
  const ask = async () => chunksOf(await diagnosticChunks(features, texts).pieces(requestAt(workspace, current), []));

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
    errors = Array.from({ length: 30 }, (_, at) => ({ documentId: `${project}/${at}.ts`, line: 1, message: 'm' }));
    expect(await ask()).toHaveLength(10);
  });
});
