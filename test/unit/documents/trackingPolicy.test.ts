import { expect, test } from 'vitest';
import { trackingPolicy } from '../../../src/documents/trackingPolicy.ts';

test('only documents of the known schemes, and of those that the user or a folder adds, are followed', () => {
  const policy = trackingPolicy({ followSchemes: ['sftp', 'live-context'], exclude: [], maxDocumentSize: 1_000 });
  const schemes = ['file', 'untitled', 'vscode-remote', 'vscode-notebook-cell', 'sftp'];
  const foreign = ['git', 'gitlens', 'review', 'search-editor', 'output', 'vscode-userdata', 'jdt', 'live-context'];
  const isFollowed = (scheme: string) => policy({ scheme, path: 'a.md', length: 10 }) === null;
  expect([...schemes, ...foreign].filter(isFollowed)).toEqual(schemes);
});

test.each([
  ['private', ['private', 'private/a.ts', 'private/x/a.ts'], ['x/private/a.ts', 'privately/a.ts']],
  ['**/private/', ['private/a.ts', 'x/private/y/a.ts'], ['x/privately/a.ts']],
  ['**/*.log', ['a.log', 'x/a.log'], ['a.log.ts']],
  ['**/node_modules/**', ['node_modules/a', 'x/node_modules/y/a'], ['x/modules/a']],
  [' ', [], ['a', '/a']],
])('a glob excludes the files and the folders that match, with what is in them: %j', (glob, excluded, followed) => {
  const excluding = trackingPolicy({ followSchemes: [], exclude: [glob], maxDocumentSize: 1_000 });
  const isExcluded = (path: string) => excluding({ scheme: 'file', path, length: 1 }) === 'excluded';
  expect([...excluded, ...followed].filter(isExcluded)).toEqual(excluded);
});
