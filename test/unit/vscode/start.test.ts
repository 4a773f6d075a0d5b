import { expect, test, vi } from 'vitest';
import type { ExtensionContext } from 'vscode';
import type { Platform } from '../../../src/vscode/host/platform/platform.ts';
import { start } from '../../../src/vscode/start.ts';
import { MemoryFileSystem } from '../../support/memoryFileSystem.ts';

const { disposed, disposable } = vi.hoisted(() => {
  const disposed: string[] = [];
  return { disposed, disposable: (name: string) => ({ dispose: () => disposed.push(name) }) };
});

vi.mock('../../../src/vscode/tracking/diskChanges.ts', () => ({ diskChanges: () => disposable('changes') }));
vi.mock('../../../src/vscode/tracking/diskRenames.ts', () => ({ followRenames: () => disposable('renames') }));
vi.mock('../../../src/vscode/tracking/tracker.ts', () => ({
  Tracker: class {
    dispose = disposable('tracker').dispose;
  },
}));
vi.mock('../../../src/vscode/contributions.ts', () => ({ markReady: () => {} }));
vi.mock('../../../src/vscode/surfaces.ts', () => ({ openSurfaces: () => Promise.reject(new Error('no view')) }));
vi.mock('../../../src/vscode/host/vscodeHost.ts', () => ({
  openVscodeHost: async () => ({
    ...{ files: new MemoryFileSystem(), clock: { now: () => 0, after: () => disposable('timer') }, log: {} },
    ...{ sha256: String, newId: () => 'a', rules: { onDidChange: () => disposable('rules') } },
    ...disposable('host'),
  }),
}));

test('a start that fails once documents are followed leaves nothing behind that follows them', async () => {
  await expect(start({} as ExtensionContext, {} as Platform, null)).rejects.toThrow('no view');
  expect(disposed).toEqual(['tracker', 'changes', 'renames', 'rules', 'host']);
});
