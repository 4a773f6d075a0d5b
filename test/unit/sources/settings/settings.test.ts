import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as oracle from 'editorconfig';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ResolvedEditorSettings } from '../../../../src/base/ports/editorSettings.ts';
import type { SettingPart } from '../../../../src/protocol/prompt/prompt.ts';
import type { PieceSource } from '../../../../src/sources/gather.ts';
import { RulesFile, rulesFilePath } from '../../../../src/sources/rules/rulesFile.ts';
import { editorConfigOf, parseEditorConfig } from '../../../../src/sources/settings/editorConfig.ts';
import { learn, winnerOf } from '../../../../src/sources/settings/learner.ts';
import { LearnedPreferences } from '../../../../src/sources/settings/preferences.ts';
import { settingsSource } from '../../../../src/sources/settings/settings.ts';
import { WatchedFiles } from '../../../../src/sources/watchedFiles.ts';
import { MemoryProjectFiles } from '../../../support/memoryProjectFiles.ts';
import { project, requestFor } from '../request.ts';

const defaults: ResolvedEditorSettings = {
  tabSize: 4,
  insertSpaces: true,
  trimTrailingWhitespace: false,
  insertFinalNewline: false,
  rulers: [],
  formatOnSave: false,
  formatter: null,
};

let files: MemoryProjectFiles;
let editor: ResolvedEditorSettings | null;
let source: PieceSource;

beforeEach(() => {
  files = new MemoryProjectFiles();
  editor = defaults;
  const watched = new WatchedFiles(files, (_projectId, text) => text);
  const rules = new RulesFile(files, watched, () => undefined);
  source = settingsSource(
    watched,
    rules,
    { resolved: () => editor, instructionFolders: () => ({}) },
    new LearnedPreferences(),
  );
});

const put = (path: string, text: string) => files.set(project, path, text);
async function settings(
  asked: Parameters<typeof requestFor>[0],
): Promise<Readonly<Record<string, Omit<SettingPart, 'name'>>>> {
  const pieces = await source.pieces(requestFor(asked), []);
  return Object.fromEntries(
    pieces.map((piece) => {
      expect(piece).toMatchObject({ layer: 'settings', projectId: project });
      const content = piece.render('full');
      if (content.kind !== 'setting') throw new Error(content.kind);
      const { name, ...part } = content.part;
      return [name, part];
    }),
  );
}

describe('.editorconfig', () => {
  test('the nearest file and the last section win; unset takes away; the search ends at root', async () => {
    put(
      '.editorconfig',
      'root = true\n[*]\nindent_style = space\nindent_size = 4\nend_of_line = crlf\nmax_line_length = 100',
    );
    put('src/.editorconfig', '[*.ts]\nindent_size = 2\n[*.{js,ts}]\nend_of_line = unset');
    expect(await settings({ file: 'src/a.ts' })).toMatchObject({
      indentation: { value: '2 spaces', origin: '.editorconfig', confidence: 1 },
      'line length': { value: 'at most 100' },
    });
    expect(await settings({ file: 'src/a.ts' })).not.toHaveProperty('line endings');
    expect(await settings({ file: 'src/a.py' })).toMatchObject({
      indentation: { value: '4 spaces' },
      'line endings': { value: 'CRLF' },
    });
    put('src/.editorconfig', 'root=true');
    expect(await settings({ file: 'src/a.ts' })).toMatchObject({ indentation: { origin: 'editor' } });
    editor = { ...defaults, tabSize: null };
    expect(await settings({ file: 'src/a.ts' })).not.toHaveProperty('indentation');
  });

  const folder = mkdtempSync(join(tmpdir(), 'editorconfig-'));
  rmSync(folder, { recursive: true });
  const expected = (text: string, path: string) =>
    Object.fromEntries(
      Object.entries(oracle.matcher({ root: folder, unset: true }, Buffer.from(text))(join(folder, path))).map(
        ([key, value]) => [key, String(value)],
      ),
    );
  const actual = (text: string, path: string) =>
    Object.fromEntries(editorConfigOf([{ config: parseEditorConfig(text), path }]));

  const globs =
    '* ** *.ts *.{ts,js} {a,b}.ts {a}.ts {,a}.ts src/*.ts src/** src/**/a.ts /a.ts **/a.ts ?.ts [ab].ts [!ab].ts f{1..12}.ts ' +
    'f{-3..3}.ts a\\*.ts {a,{b,c}}.* src/**.ts [a {a a} *.md Makefile {src,lib}/**.ts 中.ts a,b.ts';
  const paths = (
    'a.ts b.ts c.js src/a.ts src/x/a.ts src/x/y/b.ts lib/a.ts f1.ts f12.ts f13.ts f-2.ts f01.ts a*.ts {a}.ts .ts Makefile ' +
    'x/Makefile README.md 中.ts a,b.ts [a a}'
  ).split(' ');

  test.each(globs.split(' '))('[%s] matches what the reference does', (glob) => {
    const text = `[${glob}]\nindent_style = tab`;
    const ours = paths.filter((path) => actual(text, path)['indent_style'] === 'tab');
    const theirs = paths.filter((path) => expected(text, path)['indent_style'] === 'tab');
    expect(ours).toEqual(theirs);
  });

  test('property: files of many sections resolve as the reference resolves them', () => {
    const property = fc.constantFrom(
      ...['indent_style = tab', 'indent_style=space', 'indent_size = 2', 'indent_size = tab', 'tab_width = 8'],
      ...['indent_size = unset', 'tab_width=unset', 'end_of_line = LF', '# note', '; note', ''],
      'Max_Line_Length = 80',
    );
    const section = fc.tuple(
      fc.constantFrom('*', '*.ts', 'src/**', '*.{ts,js}', '[ab].ts'),
      fc.array(property, { maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(section, { maxLength: 4 }), fc.constantFrom(...paths), (sections, path) => {
        const text = `root = true\n\n${sections.map(([glob, lines]) => `[${glob}]\n${lines.join('\n')}\n`).join('\n')}`;
        expect(actual(text, path)).toEqual(expected(text, path));
      }),
    );
  });
});

describe('the editor and the project', () => {
  test("what the editor is set to, where .editorconfig doesn't speak", async () => {
    editor = {
      ...defaults,
      trimTrailingWhitespace: true,
      rulers: [80, 120],
      formatOnSave: true,
      formatter: 'biomejs.biome',
    };
    put('.editorconfig', '[*]\ntrim_trailing_whitespace = false');
    expect(await settings({ file: 'a.ts' })).toEqual({
      indentation: { value: '4 spaces', origin: 'editor', confidence: 1 },
      'trailing white space': { value: 'kept', origin: '.editorconfig', confidence: 1 },
      'line length': { value: 'at most 120', origin: 'editor', confidence: 1 },
      formatting: { value: 'on save, by biomejs.biome', origin: 'editor', confidence: 1 },
    });
    editor = null;
    expect(await settings({ file: 'b.ts' })).toEqual({
      'trailing white space': { value: 'kept', origin: '.editorconfig', confidence: 1 },
    });
  });

  test('facts from the nearest manifests', async () => {
    editor = null;
    put('package.json', '{"name":"root","scripts":{"root":""}}');
    put(
      'app/package.json',
      JSON.stringify({
        name: 'app',
        type: 'module',
        engines: { node: '>=20' },
        scripts: { test: 'secret', build: '' },
        dependencies: { react: '^19', 'left-pad': '1' },
        devDependencies: { vitest: '5' },
      }),
    );
    put(
      'app/tsconfig.json',
      '{ // a comment, "x": [1,]\n"compilerOptions": {"strict": true, "target": "ES2023" /* y */,},}',
    );
    put('Cargo.toml', '[package]\nname = "crab"\nedition = "2024"\n[dependencies]\nname = "no"\n[[test]]\nname = "no"');
    put('go.mod', 'module example.com/m\n\ngo 1.25\n');
    put('pyproject.toml', '[project]\nname = "snake"\nrequires-python = ">=3.12"');
    const found = await settings({ file: 'app/src/a.ts' });
    expect(Object.entries(found).map(([name, { value, origin }]) => [name, value, origin])).toEqual([
      ['package', 'app', 'app/package.json'],
      ['modules', 'ES modules', 'app/package.json'],
      ['engines', 'node >=20', 'app/package.json'],
      ['scripts', 'test, build', 'app/package.json'],
      ['libraries', 'react ^19, vitest 5', 'app/package.json'],
      ['TypeScript', 'target ES2023, strict', 'app/tsconfig.json'],
      ['project name', 'snake', 'pyproject.toml'],
      ['project requires-python', '>=3.12', 'pyproject.toml'],
      ['package name', 'crab', 'Cargo.toml'],
      ['package edition', '2024', 'Cargo.toml'],
      ['Go module', 'example.com/m', 'go.mod'],
      ['Go go', '1.25', 'go.mod'],
    ]);
  });
});

describe('learned preferences', () => {
  const code = "export function makeThing() {\n\tconst longName = 'x';\n\treturn longName;\n}\n".repeat(20);

  test('what a text shows', () => {
    expect(learn(code, 'typescriptreact')).toEqual([
      { id: 'typescript:quotes', text: 'single quotes', confidence: 0.8 },
      { id: 'typescript:semicolons', text: 'semicolons end statements', confidence: 0.9 },
      { id: 'typescript:indentation', text: 'tabs', confidence: 0.8 },
      { id: 'typescript:naming', text: 'camelCase names', confidence: 0.9 },
    ]);
    expect(learn('def make_it():\n    """don\'t"""\n    my_name = "x"  # isn\'t\n'.repeat(20), 'python')).toEqual([
      { id: 'python:quotes', text: 'double quotes', confidence: 0.8 },
      { id: 'python:indentation', text: '4 spaces', confidence: 0.8 },
      { id: 'python:naming', text: 'snake_case names', confidence: 0.8 },
    ]);
    expect(learn(code, 'markdown')).toEqual([]);
    expect(learn("const a = 'x'", 'typescript')).toEqual([]);
    expect(learn('const a = \'x\'\nconst b = "y"\n'.repeat(20), 'typescript').map(({ id }) => id)).toEqual([
      'typescript:semicolons',
    ]);
  });

  test('property: confidence is share × sample weight, never over the share, and grows with the samples', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), (a, b) => {
        const winner = winnerOf(new Map(Object.entries({ a, b })));
        if (winner === null) return;
        const share = Math.max(a, b) / (a + b);
        expect(winner.text).toBe(a >= b ? 'a' : 'b');
        expect(winner.confidence).toBeLessThanOrEqual(share + 0.025);
        const twice = winnerOf(new Map(Object.entries({ a: 2 * a, b: 2 * b })));
        expect(twice?.confidence).toBeGreaterThanOrEqual(winner.confidence);
      }),
    );
  });

  test('a sure habit outweighs the editor, .editorconfig outweighs both, the developer all', async () => {
    const a = { file: 'a.ts', text: code };
    expect(await settings(a)).toMatchObject({
      indentation: { value: 'tabs', origin: 'learned from this text', confidence: 0.8 },
    });
    put('.editorconfig', '[*]\nindent_style = space');
    expect(await settings(a)).toMatchObject({ indentation: { value: 'spaces', origin: '.editorconfig' } });
    const edited = { id: 'typescript:indentation', decision: 'edited', text: 'tabs in code' };
    put(
      rulesFilePath,
      JSON.stringify({
        version: 1,
        preferences: [
          edited,
          { id: 'typescript:quotes', decision: 'rejected' },
          { id: 'go:naming', decision: 'confirmed', text: 'no' },
        ],
      }),
    );
    const now = await settings(a);
    expect(now).toMatchObject({
      indentation: { value: 'tabs in code', origin: 'edited by the developer', confidence: 1 },
    });
    expect(now).not.toHaveProperty('quotes');
    expect(now['naming']?.value).toBe('camelCase names');
  });
});

test('whoever was given settings without a file is told so, and nobody else', async () => {
  put('.editorconfig', 'root = true\n');
  const gapsNow = async () => {
    const gaps: string[] = [];
    await source.pieces(requestFor({ file: 'a.ts' }), gaps);
    return gaps;
  };
  files.unreadable.add('.editorconfig');
  expect(await gapsNow()).toEqual(['SETTINGS_UNREADABLE: ".editorconfig" cannot be read']);
  files.unreadable.clear();
  expect(await gapsNow()).toEqual([]);
});
