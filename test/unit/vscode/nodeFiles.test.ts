import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodeFileSystem } from '../../../src/vscode/host/platform/nodeFiles.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'lc-'));
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true, maxRetries: 5 });
});

test('a file that vanishes while a folder is listed hides none of the others', async () => {
  const files = nodeFileSystem(root);
  await Promise.all(Array.from({ length: 20 }, (_, index) => files.write(`folder/${index}`, new Uint8Array(1))));
  let stop = false;
  const coming = (async () => {
    while (!stop) {
      const name = join(root, 'folder', randomUUID());
      await writeFile(name, '');
      await rm(name);
    }
  })();
  for (let round = 0; round < 300; round++) {
    const names = (await files.list('folder')).map(({ name }) => name).filter((name) => name.length < 3);
    expect(names).toHaveLength(20);
  }
  stop = true;
  await coming;
});

test('whole writes of one file at once never mix', async () => {
  const files = nodeFileSystem(root);
  for (let round = 0; round < 20; round++) {
    const texts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(50_000));
    await Promise.all(texts.map((text) => files.write('file', Buffer.from(text))));
    expect(texts).toContain(Buffer.from((await files.read('file')) ?? []).toString());
  }
  expect(await files.list('.')).toHaveLength(1);
});
