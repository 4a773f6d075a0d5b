import { expect, it } from 'vitest';
import { pieceName } from '../../../webview-ui/components/pieceNames.ts';

const texts = new Map([['c1', 'Never log secrets.']]);

it.each([
  ['constraint:c1', 'constraint (user)', 'Never log secrets.', 'constraint (user)'],
  ['constraint:gone', '', 'Constraint gone', ''],
  ['instructions:docs/AGENTS.md', 'docs/AGENTS.md', 'docs/AGENTS.md', ''],
  ['setting:editor.tabSize', '.editorconfig', 'editor.tabSize', '.editorconfig'],
  ['document', 'src/a.ts', 'Current Document', 'src/a.ts'],
  ['editorState', 'src/a.ts', 'Editor State', 'src/a.ts'],
  ['diff:anchor', 'src/a.ts', 'Anchor Diff', 'src/a.ts'],
  ['diff:v20260305-104000-7', 'src/a.ts', 'Diff v20260305-104000-7', 'src/a.ts'],
  ['plan:p1', 'mcp:claude', 'Plan hint p1', 'mcp:claude'],
  ['chunk:search:file:///w/src/a.ts:3-9', 'src/a.ts', 'a.ts:3–9', 'Search · src/a.ts'],
  ['chunk:pin:vscode-remote://host:22/w/a b.ts:3-3', 'a b.ts', 'a b.ts:3', 'Pin · a b.ts'],
  [
    'chunk:context-file:terminal/build.log:1-20',
    'context-file:terminal/build.log',
    'terminal/build.log',
    'Context file',
  ],
  ['chunk:newer:file:///w/a.ts:1-2', 'a.ts', 'a.ts:1–2', 'newer · a.ts'],
  ['chunk:odd', 'a.ts', 'odd', 'a.ts'],
  ['something else', 'there', 'something else', 'there'],
  ['constructor', 'there', 'constructor', 'there'],
])('calls %s by a name for people', (id, source, name, from) => {
  expect(pieceName(id, source, texts)).toEqual({ name, from });
});
