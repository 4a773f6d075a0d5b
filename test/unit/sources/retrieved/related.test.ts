import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '../../../../src/base/ports/clock.ts';
import { Definitions } from '../../../../src/sources/retrieved/definitions.ts';
import type { IndexBounds } from '../../../../src/sources/retrieved/index/wordIndex.ts';
import { RelatedCode } from '../../../../src/sources/retrieved/related.ts';
import { MemoryProjectFiles } from '../../../support/memoryProjectFiles.ts';
import { chunksOf, requestAt } from '../../../support/prompts/sourceRequest.ts';
import { useWorkspace, workspace } from '../../../support/workspace.ts';

const project = 'file:///project';
const current = `${project}/src/main.ts`;

let files: MemoryProjectFiles;
let search: RelatedCode;

function searchWith(clock: Clock = workspace.clock, bounds?: IndexBounds): RelatedCode {
  const allowed = (id: string) => workspace.tracking(id) === null;
  const { histories, redaction } = workspace;
  const features = { definitions: (...asked: [string, number]) => workspace.definitions(...asked), errors: () => [] };
  return new RelatedCode({
    ...{ workspace, files, histories, clock, allowed, redaction, ...(bounds === undefined ? {} : { bounds }) },
    commits: { newest: (...asked) => workspace.commits(...asked) },
    definitions: new Definitions(features, clock),
    counter: async () => (text) => Math.ceil(text.length / 4),
    most: () => 4_000,
  });
}

useWorkspace(() => {
  files = new MemoryProjectFiles();
  search = searchWith();
  workspace.openDocument(current, 'computeOrbit(planet);\n', 'typescript');
});

/** Asks once to begin, then again when all is indexed. */
async function found(documentId = current) {
  await search.pieces(requestAt(workspace, documentId));
  await search.settled(workspace.locate(documentId).projectId);
  return search.pieces(requestAt(workspace, documentId));
}

async function foundFiles(documentId = current): Promise<readonly string[]> {
  return chunksOf(await found(documentId)).map(({ file }) => file);
}

describe('the search', () => {
  test('finds what shares words with the lines around the cursor, best first', async () => {
    files.put(`${project}/src/orbit.ts`, 'export function computeOrbit(planet: Planet) {}\n');
    files.put(`${project}/src/planet.ts`, 'draw(planet, computeOrbit);\n');
    files.put(`${project}/src/unrelated.ts`, 'export const colour = 1;\n');
    const pieces = await found();
    expect(chunksOf(pieces)).toEqual([
      expect.objectContaining({ file: 'src/orbit.ts', first_line: 1, last_line: 1, language: 'typescript' }),
      expect.objectContaining({ file: 'src/planet.ts' }),
    ]);
    expect(pieces[0]).toMatchObject({ id: `chunk:search:${project}/src/orbit.ts:1-1`, projectId: project });
    expect(pieces.map(({ weight }) => weight)).toEqual([0.65, 0.63]);
  });

  test('words of what was typed within the hour are looked for, and uses of a name that is gone', async () => {
    files.put(`${project}/comet.ts`, 'const halley = predictReturn(perihelion)\n');
    expect(await foundFiles()).toEqual([]);
    const other = `${project}/other.ts`;
    workspace.openDocument(other, 'predictReturn(aphelion)\n');
    workspace.edit(other, [{ start: 0, end: 13, newText: 'foretell' }]);
    workspace.active = current;
    expect(await foundFiles()).toContain('comet.ts');
    workspace.clock.advance(3 * 3_600_000);
    expect(await foundFiles()).toEqual([]);
  });

  test('only names of code are changed names: other texts with words of a comment or of a path are no uses', async () => {
    files.put(`${project}/prose.ts`, '// Perihelion, as in comets\n');
    files.put(`${project}/use.ts`, 'computeOrbit(planet, eccentricity)\n');
    workspace.edit(current, [{ start: 0, end: 0, newText: "// Perihelion\nimport 'comets/a'\ndraw(eccentricity)\n" }]);
    const whys = new Map(chunksOf(await found()).map(({ file, why }) => [file, why]));
    expect(whys).toEqual(new Map([...whys, ['prose.ts', ''], ['use.ts', 'use']]));
  });

  function putUses(): void {
    const pair = (at: number) => `computeOrbit(planet, ${at})\nconst radius${at} = 1;\n`;
    for (let file = 0; file < 30; file++)
      files.put(`${project}/f${file}.ts`, Array.from({ length: 8 }, (_, at) => pair(8 * file + at)).join(''));
  }

  test('takes no more than its room', async () => {
    putUses();
    workspace.edit(current, [{ start: 0, end: 12, newText: 'orbitOf' }]);
    await found();
    const tokensWithin = async (room: number) => {
      const chunks = chunksOf(await search.pieces({ ...requestAt(workspace, current), room }));
      return chunks.reduce((sum, { text }) => sum + text.length / 4, 0);
    };
    expect(await tokensWithin(0)).toBe(0);
    for (const room of [200, 1_000, 3_000]) {
      const tokens = await tokensWithin(room);
      expect(tokens).toBeGreaterThan(room / 8);
      expect(tokens).toBeLessThanOrEqual(room);
    }
  });

  test('where a window has no room its declaring line is shown, and the lines beside a use are not called one', async () => {
    const uses = `draw(${'planet, '.repeat(30)}eccentricity)\n`.repeat(8);
    files.put(`${project}/far.ts`, `${uses}${'planet.move()\n'.repeat(8)}`);
    files.put(`${project}/near.ts`, `function eccentricity() {\n${uses}`);
    workspace.edit(current, [{ start: 0, end: 0, newText: 'draw(eccentricity)\n' }]);
    await found();
    const chunks = chunksOf(await search.pieces({ ...requestAt(workspace, current), room: 200 }));
    expect(chunks.map(({ file, why, text }) => [file, why, text])).toEqual([
      ['far.ts', '', 'planet.move()\n'.repeat(8)],
      ['declarations', '', 'near.ts\nfunction eccentricity() {\n'],
    ]);
  });

  test('files that changed together in git come first', async () => {
    for (const name of ['a', 'b', 'c']) files.put(`${project}/${name}.ts`, `computeOrbit(planet, '${name}');\n`);
    expect((await foundFiles())[0]).toBe('a.ts');
    workspace.commits = async () => [{ files: ['src/main.ts', 'c.ts'] }];
    workspace.clock.advance(3_600_000);
    expect((await foundFiles())[0]).toBe('c.ts');
  });

  test.each(['AGENTS.md', '.vscode/live-context.json'])(
    '%s is no code: rules have a layer of their own',
    async (path) => {
      workspace.edit(current, [{ start: 0, end: 12, newText: 'orbitOf' }]);
      files.put(`${project}/${path}`, 'computeOrbit(planet);\n');
      expect(await foundFiles()).toEqual([]);
    },
  );

  test('a definition that a language service knows is shown', async () => {
    files.put(`${project}/far.ts`, 'unrelated\n'.repeat(40));
    workspace.definitions = async () => [
      { documentId: `${project}/far.ts`, startLine: 17, endLine: 18 },
      { documentId: 'file:///other/far.ts', startLine: 17, endLine: 18 },
    ];
    expect(chunksOf(await found()).map((one) => [one.file, one.first_line, one.last_line])).toEqual([
      ['far.ts', 17, 24],
    ]);
  });

  test('beside a document that is no code at most 500 tokens', async () => {
    putUses();
    const readme = `${project}/README.md`;
    workspace.openDocument(readme, 'computeOrbit(planet)\n', 'markdown');
    workspace.edit(readme, [{ start: 0, end: 12, newText: 'orbitOf' }]);
    const tokens = chunksOf(await found(readme)).reduce((sum, { text }) => sum + text.length / 4, 0);
    expect(tokens).toBeGreaterThan(0);
    expect(tokens).toBeLessThanOrEqual(500);
  });

  test("another project's chunks never appear", async () => {
    files.put(`${project}/own.ts`, 'computeOrbit\n');
    files.put('file:///other/theirs.ts', 'computeOrbit(planet)\n');
    workspace.openDocument('file:///other/main.ts', 'computeOrbit(planet);\n');
    expect(await foundFiles('file:///other/main.ts')).toEqual(['theirs.ts']);
    expect(await foundFiles()).toEqual(['own.ts']);
    for (const piece of await found()) expect(piece.projectId).toBe(project);
  });
});

describe('in a project of a few hundred ordinary chunks', () => {
  const verbs = ['read', 'write', 'open', 'close', 'parse', 'format', 'find', 'count', 'merge', 'split'];
  const nouns = ['File', 'Line', 'Token', 'Session', 'Window', 'Document', 'Version', 'Secret', 'Prompt', 'Piece'];

  /** Names that stand in many files, as in any project, and two of its own. */
  function ordinary(file: number): string {
    const verb = verbs[file % 10];
    const noun = nouns[Math.floor(file / 10) % 10];
    const other = `${verbs[(file * 3 + 1) % 10]}${nouns[(file * 7 + 2) % 10]}`;
    const result = file % 6 === 0 ? 'result' : 'found';
    return [
      `/** The ${noun} to ${verb} next, whatever the name. */`,
      `export function ${verb}${noun}${file}(name: string, price${file % 9}: number): string {`,
      `  const ${result} = ${other}(name);`,
      `  if (${result} === undefined) return 'nothing to ${verb}';`,
      `  for (const item of ${result}) console.log(item.name, price${file % 9});`,
      `  return ${result};`,
      '}',
      '',
    ].join('\n');
  }

  const imports =
    "import { readFile, writeFile } from 'node:fs/promises';\nimport { join, dirname } from 'node:path';\n\n";

  beforeEach(() => {
    for (let file = 0; file < 300; file++) {
      const text = file % 40 === 0 ? `${imports}${ordinary(file)}` : ordinary(file);
      files.put(`${project}/src/${nouns[file % 10]}/${file}.ts`, text);
    }
  });

  test.each([
    ['code', "const greeting = 'Good morning';\nfunction greet(name: string) {\n  return greeting + name;\n}\n"],
    ['code with common words', 'const result = fruits.map((item) => item.price);\nconsole.log(result);\n'],
    ['prose', 'Stir two eggs with flour, then bake the cake for an hour.\nServe it next to nothing.\n'],
    ['code whose imports many files have', `${imports}export const none = 1;\n`],
    ['data', '{\n  "name": "apple",\n  "price": 12,\n  "open": true\n}\n'],
  ])('a small unrelated file gets no hits: %s', async (_, text) => {
    const small = `${project}/small`;
    workspace.openDocument(small, text);
    expect(await foundFiles(small)).toEqual([]);
  });

  test('a small file that uses names of one of them gets that one', async () => {
    files.put(`${project}/src/orbit.ts`, `${ordinary(7)}export function computeOrbit(planet: Planet) {}\n`);
    expect(await foundFiles()).toEqual(['src/orbit.ts']);
  });
});

describe('what is not searched', () => {
  const text = 'computeOrbit(planet)\n';

  test.each([
    ['.env', text],
    ['keys/server.pem', text],
    ['node_modules/x/index.js', text],
    ['.git/config', text],
    ['image.png', text],
    ['package-lock.json', text],
    ['binary', 'computeOrbit\0planet\n'],
    ['minified.js', text + 'x'.repeat(6_000)],
    ['generated.ts', `// @generated\n${text}`],
    ['large.ts', text.repeat(60_000)],
  ])('%s', async (path, content) => {
    files.put(`${project}/${path}`, content);
    files.put(`${project}/seen.ts`, text);
    expect(await foundFiles()).toEqual(['seen.ts']);
  });

  test('but a file in UTF-16 is', async () => {
    const units = Buffer.from(`\uFEFF${text}`, 'utf16le');
    files.put(`${project}/little.ts`, units);
    files.put(`${project}/big.ts`, Buffer.from(units).swap16());
    expect((await foundFiles()).toSorted()).toEqual(['big.ts', 'little.ts']);
  });

  test('what the repository above the project ignores, and what its own rules say of it', async () => {
    files.levelsAbove.set(project, 1);
    files.put('file:///.gitignore', 'project/out/\nsecret.ts\n*.tmp.ts\n');
    files.put('file:///.git/info/exclude', 'local.ts\n');
    files.put(`${project}/.gitignore`, '!kept.tmp.ts\n');
    files.put(`${project}/pkg/.gitignore`, 'nested.ts\n');
    for (const path of ['out/a.ts', 'secret.ts', 'x/local.ts', 'pkg/nested.ts', 'a.tmp.ts', 'kept.tmp.ts', 'b.ts'])
      files.put(`${project}/${path}`, 'computeOrbit(planet)\n');
    expect((await foundFiles()).toSorted()).toEqual(['b.ts', 'kept.tmp.ts']);
    files.put('file:///.gitignore', 'project/\n');
    files.tell(project, '../.gitignore');
    expect(await foundFiles()).toHaveLength(6);
  });

  test('what becomes ignored or excluded is gone', async () => {
    files.put(`${project}/a.ts`, text);
    files.put(`${project}/b.ts`, text);
    files.put(`${project}/c.ts`, text);
    expect(await foundFiles()).toEqual(['a.ts', 'b.ts', 'c.ts']);
    files.set(project, '.gitignore', 'b.ts\n');
    expect(await foundFiles()).toEqual(['a.ts', 'c.ts']);
    workspace.settings.exclude = ['**/c.ts'];
    search.reset();
    expect(await foundFiles()).toEqual(['a.ts']);
    files.set(project, '.gitignore', '');
    expect(await foundFiles()).toEqual(['a.ts', 'b.ts']);
  });

  test('an excluded folder is not entered, one with an excluded direct child is', async () => {
    workspace.settings.exclude = ['**/deep/*.ts', '**/vendor/**'];
    files.put(`${project}/deep/no.ts`, text);
    files.put(`${project}/deep/er/yes.ts`, text);
    files.put(`${project}/x/vendor/a/no.ts`, text);
    expect(await foundFiles()).toEqual(['deep/er/yes.ts']);
  });
});

describe('what could not be looked at is named', () => {
  test('that the index is not ready, once that takes long, however few files it has yet', async () => {
    let now = 0;
    search = searchWith({
      now: () => now,
      after: (_, callback) => {
        const waiting = setImmediate(callback);
        return { dispose: () => clearImmediate(waiting) };
      },
    });
    files.put(`${project}/a.ts`, 'computeOrbit(planet)\n');
    expect(await gapsNow()).toEqual([]);
    now = 500;
    expect(await gapsNow()).toEqual([expect.stringMatching(/^SEARCH_INDEXING: \d files are indexed so far$/)]);
    await search.settled(project);
    expect(await gapsNow()).toEqual([]);
  });

  async function gapsNow(): Promise<readonly string[]> {
    const gaps: string[] = [];
    await search.pieces(requestAt(workspace, current), gaps);
    return gaps;
  }

  test('folders that cannot be listed, until they can be or are gone; not those that are excluded', async () => {
    workspace.settings.exclude = ['**/vendor/**'];
    for (const path of ['seen.ts', 'locked/a.ts', 'locked/in/b.ts', 'gone/c.ts', 'vendor/d.ts'])
      files.put(`${project}/${path}`, 'computeOrbit(planet)\n');
    for (const folder of ['locked', 'gone', 'vendor']) files.unreadable.add(folder);
    expect(await foundFiles()).toEqual(['seen.ts']);
    files.unreadable.delete('locked');
    files.tell(project, 'locked');
    expect((await foundFiles()).toSorted()).toEqual(['locked/a.ts', 'locked/in/b.ts', 'seen.ts']);
    files.unreadable.delete('gone');
    files.set(project, 'gone', null);
    await found();
    expect(await gapsNow()).toEqual([]);
  });

  test('files that cannot be read, rules of git among them, until they can be', async () => {
    files.put(`${project}/.gitignore`, 'out.ts\n');
    for (const path of ['a.ts', 'b.ts', 'out.ts']) files.put(`${project}/${path}`, 'computeOrbit(planet)\n');
    for (const path of ['a.ts', '.gitignore']) files.unreadable.add(path);
    expect(await foundFiles()).toEqual(['b.ts', 'out.ts']);
    files.unreadable.clear();
    files.tell(project, 'a.ts');
    expect((await foundFiles()).toSorted()).toEqual(['a.ts', 'b.ts', 'out.ts']);
    files.tell(project, '.gitignore');
    expect((await foundFiles()).toSorted()).toEqual(['a.ts', 'b.ts']);
    expect(await gapsNow()).toEqual([]);
  });
});

describe('a large workspace', () => {
  test('is searched as far as the index holds, the nearest files first', async () => {
    search = searchWith(workspace.clock, { files: 2_000, units: 1e6 });
    for (let index = 0; index < 5_000; index++)
      files.put(`${project}/deep/${index % 100}/${index}.ts`, `planet${index}\n`);
    files.put(`${project}/near.ts`, 'computeOrbit(planet)\n');
    expect(await foundFiles()).toEqual(['near.ts']);
    expect(files.reads.length).toBeLessThanOrEqual(2_200);
  });

  test('has the neighbours of the open document in its index, however deep and many others there are', async () => {
    search = searchWith(workspace.clock, { files: 300, units: 1e6 });
    for (let index = 0; index < 1_000; index++) files.put(`${project}/${index}.ts`, `planet${index}\n`);
    files.put(`${project}/very/deep/down/neighbour.ts`, 'computeOrbit(planet)\n');
    files.put(`${project}/very/.gitignore`, 'ignored.ts\n');
    files.put(`${project}/very/deep/down/ignored.ts`, 'computeOrbit(planet)\n');
    const deep = `${project}/very/deep/down/main.ts`;
    workspace.openDocument(deep, 'computeOrbit(planet);\n', 'typescript');
    expect((await foundFiles(deep)).toSorted()).toEqual(['src/main.ts', 'very/deep/down/neighbour.ts']);
  });
});

describe('changes', () => {
  test('on disk are followed: files and folders come, change and go', async () => {
    files.put(`${project}/a.ts`, 'nothing\n');
    expect(await foundFiles()).toEqual([]);
    files.set(project, 'a.ts', 'computeOrbit(planet)\n');
    files.put(`${project}/new/b.ts`, 'computeOrbit(planet)\n');
    files.set(project, 'new/c.ts', 'computeOrbit(planet)\n');
    expect((await foundFiles()).toSorted()).toEqual(['a.ts', 'new/c.ts']);
    files.tell(project, 'new');
    expect((await foundFiles()).toSorted()).toEqual(['a.ts', 'new/b.ts', 'new/c.ts']);
    files.set(project, 'new', null);
    expect(await foundFiles()).toEqual(['a.ts']);
    // Until it is read again, nobody is shown what it was before.
    files.delay = () => setTimeout(20);
    files.set(project, 'a.ts', 'computeOrbit(comet)\n');
    expect(await search.pieces(requestAt(workspace, current))).toEqual([]);
    expect(await foundFiles()).toEqual(['a.ts']);
    files.set(project, 'a.ts', null);
    expect(await foundFiles()).toEqual([]);
  });

  test('that are not saved count at once, and what was closed without saving no more', async () => {
    const other = `${project}/other.ts`;
    files.put(other, 'computeOrbit(planet)\n');
    expect(await foundFiles()).toEqual(['other.ts']);
    workspace.openDocument(other, 'computeOrbit(planet)\n');
    workspace.active = current;
    workspace.type(other, 0, 'planet ');
    const textsNow = async () => chunksOf(await search.pieces(requestAt(workspace, current))).map(({ text }) => text);
    expect(await textsNow()).toEqual(['planet computeOrbit(planet)\n']);
    workspace.closeDocument(other);
    expect(chunksOf(await found()).map(({ text }) => text)).toEqual(['computeOrbit(planet)\n']);
  });

  test('in any order lead to what indexing anew finds', async () => {
    const change = fc.record({
      path: fc.constantFrom('a.ts', 'b.ts', 'd/c.ts', 'd/e/f.ts', '.gitignore', 'd/.gitignore'),
      content: fc.option(
        fc.constantFrom('computeOrbit\n', 'planet\n', 'a.ts\n', 'e/\n', '!*\n', 'd\n', 'computeOrbit\0'),
      ),
      settle: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
        files = new MemoryProjectFiles();
        search = searchWith();
        await found();
        for (const { path, content, settle } of changes) {
          files.set(project, path, content);
          if (settle) await search.settled(project);
        }
        const kept = chunksOf(await found());
        search = searchWith();
        expect(kept).toEqual(chunksOf(await found()));
      }),
      { numRuns: 200 },
    );
  });
});
