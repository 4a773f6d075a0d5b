import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../bench');

test('every benchmark can be loaded by Node, which reads imports in another way than the tests do', () => {
  const files = globSync('**/*.bench.ts', { cwd: folder });
  expect(files.length).toBeGreaterThan(10);
  const program = `
    for (const url of process.argv.slice(1)) {
      const { run } = await import(url).catch((error) => ({ run: error }));
      if (typeof run !== 'function') console.log(url, String(run));
    }
    process.exit();`;
  const urls = files.map((name) => pathToFileURL(join(folder, name)).href);
  const args = ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', '--input-type=module', '-e', program, ...urls];
  const { stdout, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
});
