import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyAnswer } from './applyAnswer.ts';

// What `git apply` makes of patches written by hand is what an answer with them makes.

const files: Readonly<Record<string, string>> = {
  'src/list.ts':
    'export const list = [\n  1,\n  2,\n  3,\n];\n\nexport function sum() {\n  let all = 0;\n  for (const one of list) all += one;\n  return all;\n}\n',
  'src/names.py':
    'def first(names):\n    return names[0]\n\n\ndef last(names):\n    return names[-1]\n\n\ndef count(names):\n    return len(names)\n',
  'README.md': '# Tool\n\nIt counts.\n\n## Use\n\nRun it.\n',
  'bare.txt': 'one\ntwo\nthree',
  'dos.ini': '[a]\r\nx = 1\r\ny = 2\r\n',
  'twice.css': 'a {\n  top: 0;\n}\nb {\n  top: 0;\n}\nc {\n  top: 0;\n}\n',
};
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'live-context-apply-'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const update = (path: string, ...rows: readonly string[]) => [`--- a/${path}`, `+++ b/${path}`, ...rows];

const patches: Readonly<Record<string, readonly string[]>> = {
  'an added line without context': update('src/list.ts', '@@ -4,0 +5 @@', '+  4,'),
  'a removed line without context': update('src/list.ts', '@@ -3 +2,0 @@', '-  2,'),
  'a last line without a break, which stays without': update(
    ...(['bare.txt', '@@ -2,2 +2,2 @@', ' two', '-three', '\\ No newline at end of file', '+drei'] as const),
    '\\ No newline at end of file',
  ),
  'a last line without a break, kept': update(
    ...(['bare.txt', '@@ -1,3 +1,3 @@', '-one', '+eins', ' two', ' three', '\\ No newline at end of file'] as const),
  ),
  'one of several places without other lines, by its number': update(
    ...(['twice.css', '@@ -5 +5 @@', '-  top: 0;', '+  top: 1px;'] as const),
  ),
  'all of several places': update(
    ...(['twice.css', '@@ -1,9 +1,9 @@', ' a {', '-  top: 0;', '+  top: 1px;', ' }', ' b {'] as const),
    ...['-  top: 0;', '+  top: 1px;', ' }', ' c {', '-  top: 0;', '+  top: 1px;', ' }'],
  ),
  'a deleted file': [
    ...['--- a/bare.txt', '+++ /dev/null', '@@ -1,3 +0,0 @@', '-one', '-two', '-three'],
    '\\ No newline at end of file',
  ],
  "a new and a changed file, with git's own heads": [
    ...['diff --git a/README.md b/README.md', 'index 1111111..2222222 100644'],
    ...update('README.md', '@@ -3 +3 @@ # Tool', '-It counts.', '+It counts well.'),
    ...['diff --git a/docs/more.md b/docs/more.md', 'new file mode 100644', 'index 0000000..3333333'],
    ...['--- /dev/null', '+++ b/docs/more.md', '@@ -0,0 +1 @@', '+More.'],
  ],
  'a moved and changed file': [
    ...['diff --git a/src/names.py b/src/people.py', 'similarity index 90%', 'rename from src/names.py'],
    ...['rename to src/people.py', '--- a/src/names.py', '+++ b/src/people.py'],
    ...['@@ -5,2 +5,2 @@', '-def last(names):', '+def final(names):', '     return names[-1]'],
  ],
};

test.each(Object.entries(patches))('%s', async (_, rows) => {
  const patch = rows.map((row) => `${row}\n`).join('');
  execFileSync('git', ['apply', '--unidiff-zero', '-'], { cwd: folder, input: patch, stdio: ['pipe', 'pipe', 'pipe'] });
  const { files: after, questions } = applyAnswer(`Here it is:\n\n\`\`\`diff\n${patch}\`\`\`\n`, files);
  expect(questions).toEqual([]);
  for (const path of new Set([...Object.keys(files), ...Object.keys(after)])) {
    const at = join(folder, path);
    expect([path, after[path] ?? null]).toEqual([path, existsSync(at) ? await readFile(at, 'utf8') : null]);
  }
  expect(after).not.toEqual(files);
});
