import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../running/toolchain.mjs';

/**
 * Members of the source's own types and classes that are declared, but whose name is read nowhere in it, each with its place. What is on
 * the wire is read by others, and what an interface of VS Code or a library asks for is called by them: both count as read.
 */
export function unreadMembers(): readonly string[] {
  const declared: { readonly name: string; readonly place: string }[] = [];
  const read = new Set<string>();
  for (const path of globSync('{src,webview-ui}/**/*.ts', { cwd: root }).map((one) => one.replaceAll('\\', '/'))) {
    const file = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true);
    const isWire = path.startsWith('src/protocol/');
    const visit = (node: ts.Node): void => {
      if (isAmbient(node)) return;
      const name = ownMember(node);
      if (name !== null) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart());
        declared.push({ name, place: `${path}:${line + 1}` });
      }
      const known = readMember(node) ?? (isWire && ts.isPropertyAssignment(node) ? nameOf(node.name) : null);
      if (known !== null) read.add(known);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  if (declared.length < 2_000) throw new Error(`Only ${declared.length} members were found: was the source read?`);
  return declared.filter(({ name }) => !read.has(name)).map(({ name, place }) => `${name}: ${place}`);
}

/** Whether a statement describes what the platform declares. */
function isAmbient(node: ts.Node): boolean {
  const modifiers = ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) === true;
}

/** The name that a node declares in a type or a class of ours. */
function ownMember(node: ts.Node): string | null {
  const isClass = ts.isClassElement(node) && ts.isClassDeclaration(node.parent);
  if (isClass && node.parent.heritageClauses !== undefined) return null;
  return (isClass || ts.isTypeElement(node)) && node.name !== undefined ? nameOf(node.name) : null;
}

/** The name of the member that a node reads: by a dot, a string, a type, or by taking an object apart. */
function readMember(node: ts.Node): string | null {
  if (ts.isPropertyAccessExpression(node)) return isAssigned(node) ? null : node.name.text;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isBindingElement(node)) return nameOf(node.propertyName ?? node.name);
  if (!ts.isShorthandPropertyAssignment(node)) return null;
  return isAssigned(node.parent) ? node.name.text : null;
}

function isAssigned(node: ts.Node): boolean {
  const { parent } = node;
  return (
    ts.isBinaryExpression(parent) && parent.left === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
  );
}

function nameOf(name: ts.Node): string | null {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isPrivateIdentifier(name) ? name.text : null;
}
