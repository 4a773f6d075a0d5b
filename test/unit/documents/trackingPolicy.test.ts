import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { TrackingPolicy } from '../../../src/documents/trackingPolicy.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

test('nothing that Live Context itself shows is followed: versions, prompts, deliveries, answers, files, conversations', () => {
  const policy = new TrackingPolicy({ exclude: [], maxDocumentSize: 1_000 });
  const reason = (scheme: string) => policy.reason({ scheme, path: 'a.md', length: 10 });
  const schemes = globSync('src/vscode/**/*.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(root + file, 'utf8').matchAll(/[sS]cheme = '([\w-]+)'/g)].map(([, scheme = '']) => scheme),
  );
  expect(schemes.length).toBeGreaterThanOrEqual(6);
  for (const scheme of schemes) expect([scheme, reason(scheme)]).toEqual([scheme, 'scheme']);
  for (const scheme of ['file', 'untitled', 'vscode-remote', 'vscode-notebook-cell'])
    expect([scheme, reason(scheme)]).toEqual([scheme, null]);
});

test.each([
  ['private', ['private', 'private/a.ts', 'private/x/a.ts'], ['x/private/a.ts', 'privately/a.ts']],
  ['**/private/', ['private/a.ts', 'x/private/y/a.ts'], ['x/privately/a.ts']],
  ['**/*.log', ['a.log', 'x/a.log'], ['a.log.ts']],
  ['**/node_modules/**', ['node_modules/a', 'x/node_modules/y/a'], ['x/modules/a']],
  [' ', [], ['a', '/a']],
])('a glob excludes the files and the folders that match, with what is in them: %j', (glob, excluded, followed) => {
  const excluding = new TrackingPolicy({ exclude: [glob], maxDocumentSize: 1_000 });
  const isExcluded = (path: string) => excluding.reason({ scheme: 'file', path, length: 1 }) === 'excluded';
  expect([...excluded, ...followed].filter(isExcluded)).toEqual(excluded);
});
