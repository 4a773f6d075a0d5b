import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RulesFile, rulesFilePath } from '../../../src/sources/rules/rulesFile.ts';
import { WatchedFiles } from '../../../src/sources/watchedFiles.ts';
import { MemoryProjectFiles } from '../../support/memoryProjectFiles.ts';

test('property: what is read is what is on the disk, whatever changes', async () => {
  const project = fc.constantFrom('file:///a', 'file:///ab');
  const path = fc.constantFrom('x/v', 'x/y/q', 'x/y/z', 'xy', 'w');
  const step = fc.tuple(project, path, fc.option(fc.constantFrom('one', 'two'), { nil: null }));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const files = new MemoryProjectFiles();
      const watched = new WatchedFiles(files, (_projectId, text) => text);
      for (const [projectId, name, text] of steps) {
        await watched.read(projectId, name);
        const others = await watched.list(projectId, 'x');
        files.set(projectId, name, text);
        const now = await watched.read(projectId, name);
        expect(now?.text ?? null).toBe(text);
        const below = ['x/v', 'x/y/q', 'x/y/z'].filter((one) => files.get(projectId, one) !== null);
        expect(await watched.list(projectId, 'x')).toEqual(below);
        if (!name.startsWith('x')) expect(await watched.list(projectId, 'x')).toBe(others);
      }
    }),
  );
});

test('a file that could not be read is tried again', async () => {
  const files = new MemoryProjectFiles();
  const rules = new RulesFile(files, new WatchedFiles(files, (_projectId, text) => text), () => undefined);
  files.set('p', rulesFilePath, '{"version":1}');
  files.unreadable.add(rulesFilePath);
  await expect(rules.rules('p')).rejects.toThrow('unreadable');
  files.unreadable.clear();
  expect(await rules.rules('p')).toMatchObject({ constraints: [], preferences: [], problems: [] });
});
