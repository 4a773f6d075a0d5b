import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { IgnoreRules } from '../../../../../src/sources/retrieved/index/ignoreRules.ts';

const files = {
  '': '# a comment\n*.log\n/build/\ndocs/**/draft.md\n!keep.log\ntemp*/\n\\#odd\nspace\\ \n\n[\n',
  sub: 'local.txt\n!again.log\n/rooted.js\n',
  'sub/deep': '!local.txt\n*.ts\n!main.ts\n',
  build: '!saved.txt\n',
};

const paths = [
  'a.log',
  'keep.log',
  'x/a.log',
  'x/keep.log',
  'build/out.js',
  'build/saved.txt',
  'x/build/out.js',
  'docs/draft.md',
  'docs/a/b/draft.md',
  'docs/a/final.md',
  'temporary/file',
  'temp',
  '#odd',
  'sub/local.txt',
  'sub/again.log',
  'sub/other.log',
  'sub/rooted.js',
  'sub/x/rooted.js',
  'sub/x/local.txt',
  'sub/deep/local.txt',
  'sub/deep/a.ts',
  'sub/deep/main.ts',
  'sub/deep/er/again.log',
  'a.ts',
];

describe('.gitignore', () => {
  test('says of nested files what git says', () => {
    const root = mkdtempSync(join(tmpdir(), 'ignore-'));
    try {
      execFileSync('git', ['init', '-q', root]);
      const rules = new IgnoreRules();
      for (const [folder, text] of Object.entries(files)) {
        mkdirSync(join(root, folder), { recursive: true });
        writeFileSync(join(root, folder, '.gitignore'), text);
        rules.add(folder, text);
      }
      for (const path of paths) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), '');
      }
      const listed = execFileSync('git', ['-C', root, 'ls-files', '-oc', '--exclude-standard', '-z'], {
        encoding: 'utf8',
      });
      const seen = new Set(listed.split('\0'));
      const ignored = paths.filter((path) => rules.ignores(path));
      expect(ignored).toEqual(paths.filter((path) => !seen.has(path)));
      expect(ignored.length).toBeGreaterThan(8);
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  test('a hostile file neither throws nor hangs', () => {
    const rules = new IgnoreRules();
    rules.add('', ['[', '[z-a]', '\\', '*'.repeat(2_000), '**/'.repeat(500), '(((', '!', '{a,b', '\0'].join('\n'));
    expect(rules.ignores('a/b/c.ts')).toBe(true);
    expect(new IgnoreRules().ignores('a/b/c.ts')).toBe(false);
  });
});

test('letter case matters unless the repository says otherwise, as for git', () => {
  const rules = (config: string) => {
    const made = new IgnoreRules();
    made.configure(config);
    made.add('', 'Build/\n*.LOG\n');
    return ['Build/a', 'build/a', 'a.LOG', 'a.log'].map((path) => made.ignores(path));
  };
  expect(rules('[core]\n\tbare = false\n')).toEqual([true, false, true, false]);
  expect(rules('[core]\n\tignoreCase = true\n')).toEqual([true, true, true, true]);
});
