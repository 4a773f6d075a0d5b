import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../running/toolchain.mjs';

/** Names of the same idea in places that cannot share it, each with the reason. */
const declaredAgain: readonly (readonly [names: readonly string[], files: RegExp, reason: string])[] = [
  [['activate', 'deactivate', 'running'], /^src\/extension/, 'VS Code calls each entry point by these names.'],
  [['Dependencies'], /^src\//, 'Private: what the one class or function of its file is given.'],
  [
    ['LiveContextApi', 'Result', 'Failure', 'ErrorCode', 'Schema'],
    /^src\/(protocol|base|vscode\/start)/,
    'apiTypes.ts prints the types that other extensions see, under the names that they have here.',
  ],
];

/** The names that a file declares at its top level, but for those of the platform. */
function topLevelNames(path: string): readonly string[] {
  const file = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest);
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

/** The names that are declared at the top level of two files of the source, with those files. */
export function namesDeclaredTwice(): readonly string[] {
  const files = new Map<string, Set<string>>();
  for (const path of globSync('{src,webview-ui}/**/*.ts', { cwd: root }).map((one) => one.replaceAll('\\', '/'))) {
    for (const name of topLevelNames(path)) files.set(name, (files.get(name) ?? new Set()).add(path));
  }
  if (files.size < 2_000) throw new Error(`Only ${files.size} names were found: was the source read?`);
  const isExcused = (name: string, paths: ReadonlySet<string>) =>
    declaredAgain.some(([names, where]) => names.includes(name) && [...paths].every((path) => where.test(path)));
  return [...files]
    .filter(([name, paths]) => paths.size > 1 && !isExcused(name, paths))
    .map(([name, paths]) => `${name}: ${[...paths].join(', ')}`);
}
