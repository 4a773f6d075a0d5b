import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { TrackingPolicy } from '../../../src/history/trackingPolicy.ts';

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
