import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const page = read('ARCHITECTURE.md');
const sources = globSync('{src,webview-ui}/**/*.{ts,css}', { cwd: root }).map((path) => path.replaceAll('\\', '/'));

/** How many files a folder of the source may hold side by side. */
const maxFiles = 15;
/** Folders that still hold more; none may grow. */
const larger: ReadonlyMap<string, number> = new Map([
  ['src/session/handlers', 16],
  ['src/sources/retrieved', 17],
  ['src/text', 17],
]);

describe('ARCHITECTURE.md', () => {
  const hops = [...page.matchAll(/`((?:src|webview-ui)\/[\w/.]+\.ts)` · `(#?\w+)`/g)].map(
    ([, file = '', name = '']) => ({
      file,
      name,
    }),
  );

  test('there are hops to check', () => {
    expect(hops.length).toBeGreaterThan(20);
  });

  test.each(hops)('the hop $file · $name exists', ({ file, name }) => {
    expect(read(file)).toMatch(new RegExp(`(?:function |async |  |private )${name}(?:<[^(]*>)?\\(|const ${name} =`));
  });

  test('every file and folder that it names exists', () => {
    const named = [...page.matchAll(/`((?:src|test|webview-ui|media|l10n)\/[\w/.-]+)`/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('every room of the source has its rule', () => {
    const rooms = new Set(sources.flatMap((path) => /^src\/(\w+)\//.exec(path)?.[1] ?? []));
    expect([...rooms].filter((room) => !page.includes(`\`src/${room}\``))).toEqual([]);
  });
});

test('no folder of the source holds more files than a reader takes in at a glance', () => {
  const counts = new Map<string, number>();
  for (const path of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  expect([...counts].filter(([folder, count]) => count > (larger.get(folder) ?? maxFiles))).toEqual([]);
});

test('no comment points to a document that is not in the repository', () => {
  const pointers = sources.flatMap((path) => {
    const found = read(path).match(/\(design[,) ][^)]*\)|\bdesign section\b|\bdesign [A-Z]\b|\bthe seed\b/g) ?? [];
    return found.map((pointer) => `${path}: ${pointer}`);
  });
  expect(pointers).toEqual([]);
});

/** Names of the same idea in places that cannot share it, each with the reason. */
const declaredAgain: readonly (readonly [names: readonly string[], files: RegExp, reason: string])[] = [
  [['activate', 'deactivate', 'running'], /^src\/extension/, 'VS Code calls each entry point by these names.'],
  [['Dependencies'], /^src\//, 'Private: what the one class or function of its file is given.'],
  [
    ['LiveContextApi', 'Result', 'Failure', 'ErrorCode', 'Schema'],
    /^src\/(protocol|base|vscode\/start)/,
    'apiTypes.ts prints the types that other extensions see, under the names that they have here.',
  ],
  [
    ['RunningMcp', 'McpAddress', 'McpAgent', 'ConnectableAgent', 'FileStep', 'SetupStep'],
    /^src\/(mcp|vscode\/host\/platform\/mcpModule)/,
    'VS Code’s side loads the server at run time and says what it expects of it; neither imports the other.',
  ],
];

/** The names that a file declares at its top level, but for those of the platform. */
function topLevelNames(path: string): readonly string[] {
  const file = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest);
  return file.statements.flatMap((statement) => {
    const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
    if (modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) === true) return [];
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
    }
    const isDeclaration =
      ts.isFunctionDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement);
    return isDeclaration && statement.name !== undefined ? [statement.name.text] : [];
  });
}

test('no name is declared at the top level of two files', () => {
  const files = new Map<string, Set<string>>();
  for (const path of sources.filter((one) => one.endsWith('.ts'))) {
    for (const name of topLevelNames(path)) files.set(name, (files.get(name) ?? new Set()).add(path));
  }
  expect(files.size).toBeGreaterThan(2_000);
  const isExcused = (name: string, paths: ReadonlySet<string>) =>
    declaredAgain.some(([names, where]) => names.includes(name) && [...paths].every((path) => where.test(path)));
  const twice = [...files].filter(([name, paths]) => paths.size > 1 && !isExcused(name, paths));
  expect(twice.map(([name, paths]) => `${name}: ${[...paths].join(', ')}`)).toEqual([]);
});
