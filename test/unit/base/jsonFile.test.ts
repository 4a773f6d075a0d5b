import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { JsonFile } from '../../../src/base/jsonFile.ts';
import { FileSystemError } from '../../../src/base/ports/fileSystem.ts';
import { MemoryFileSystem } from '../../support/memoryFileSystem.ts';

const schema = z.strictObject({ number: z.int() });
const text = (name: string) => Buffer.from(files.files.get(name) ?? []).toString();

let files: MemoryFileSystem;
let failures: unknown[];
let file: JsonFile<z.infer<typeof schema>>;

beforeEach(() => {
  files = new MemoryFileSystem();
  failures = [];
  file = new JsonFile(files, 'small.json', schema, (error) => failures.push(error));
});

describe('JsonFile', () => {
  test('gives back what was saved, and null before anything was', async () => {
    expect(await file.load()).toBeNull();
    await file.save(() => ({ number: 7 }));
    expect(await file.load()).toEqual({ number: 7 });
    expect(failures).toEqual([]);
  });

  test('writes saves that come while one is written as one, with the newest value', async () => {
    let number = 0;
    await Promise.all([1, 2, 3, 4].map(() => file.save(() => ({ number: ++number }))));
    expect(files.writes).toBe(1);
    const first = file.save(() => ({ number: 10 }));
    await Promise.resolve();
    const second = file.save(() => ({ number: 11 }));
    await Promise.all([first, second]);
    expect(text('small.json')).toBe('{"number":11}');
  });

  test.each(['', '{', '[]', '{"number":"7"}', '{"number":7,"more":1}', '\0'])(
    'moves the damaged file %j aside and says so',
    async (content) => {
      files.files.set('small.json', Buffer.from(content));
      expect(await file.load()).toBeNull();
      expect(failures).toEqual([new Error('small.json is damaged')]);
      await file.save(() => ({ number: 1 }));
      expect(text('small.unread.json')).toBe(content);
      expect(await file.load()).toEqual({ number: 1 });
    },
  );

  test('keeps a file that could not be read beside the one that takes its place', async () => {
    files.files.set('small.json', Buffer.from('{"number":5}'));
    const read = files.read.bind(files);
    files.read = async () => {
      throw new FileSystemError('other', 'EMFILE');
    };
    expect(await file.load()).toBeNull();
    files.read = read;
    expect(files.files.has('small.unread.json')).toBe(false);
    await file.save(() => ({ number: 6 }));
    expect(text('small.unread.json')).toBe('{"number":5}');
    expect(text('small.json')).toBe('{"number":6}');
    expect(failures).toHaveLength(1);
  });

  test('a failed save is told, and the next one writes', async () => {
    files.fail = 'full';
    await file.save(() => ({ number: 1 }));
    expect(failures).toHaveLength(1);
    files.fail = null;
    await file.save(() => ({ number: 2 }));
    expect(text('small.json')).toBe('{"number":2}');
  });
});
