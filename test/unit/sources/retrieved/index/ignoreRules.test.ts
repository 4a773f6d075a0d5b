import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IgnoreRules } from '../../../../../src/sources/retrieved/index/ignoreRules.ts';
import { runs } from '../../../../support/runs.ts';

test('property: of random trees, git ignores the same, from the folder of the repository that is open', () => {
  const root = mkdtempSync(join(tmpdir(), 'ignore-'));
  const git = (args: readonly string[], input = '') =>
    spawnSync('git', ['-C', root, ...args], { encoding: 'utf8', input }).stdout;
  const name = fc.constantFrom('f', 'F', 'abf', 'a.ts', 'B.ts', 'b.log', '.x');
  const folder = fc.array(fc.constantFrom('a', 'A', 'b', 'ab'), { maxLength: 3 }).map((names) => names.join('/'));
  const part = fc.oneof(
    name,
    fc.constantFrom('a', 'A', 'b', 'ab', '*', '**', '*.ts', 'a*', '?', '[ab]', '[!a]*', '[a-b].ts', '*b*', '\\a'),
  );
  const rule = fc
    .record({
      negated: fc.constantFrom('', '', '!'),
      rooted: fc.constantFrom('', '', '/'),
      parts: fc.array(part, { minLength: 1, maxLength: 3 }),
      end: fc.constantFrom('', '', '/', '/**', ' ', '\\ '),
    })
    .map(({ negated, rooted, parts, end }) => `${negated}${rooted}${parts.join('/')}${end}`);
  const rules = fc.array(fc.oneof({ weight: 9, arbitrary: rule }, fc.constantFrom('', '# a', '\\#a', '\\!a')), {
    minLength: 1,
    maxLength: 5,
  });
  const tree = fc.record({
    ignoring: fc.uniqueArray(fc.tuple(folder, rules), { maxLength: 4, selector: ([at]) => at }),
    paths: fc.uniqueArray(
      fc.tuple(folder, name).map((names) => names.filter((one) => one !== '').join('/')),
      { minLength: 5, maxLength: 25 },
    ),
    place: fc.constantFrom('', 'a', 'a/b'),
  });
  try {
    git(['init', '-q']);
    git(['config', 'core.ignorecase', 'false']);
    let ignored = 0;
    fc.assert(
      fc.property(tree, ({ ignoring, paths: names, place }) => {
        // Every second one is in the folder that is open, wherever that is.
        const paths = names.map((name, index) => (place === '' || index % 2 === 0 ? name : `${place}/${name}`));
        const levels = place === '' ? 0 : place.split('/').length;
        const above = (at: string) => (at === '' ? levels : levels - at.split('/').length);
        const open = new IgnoreRules(place);
        for (const [at, lines] of ignoring) {
          mkdirSync(join(root, at), { recursive: true });
          writeFileSync(join(root, at, '.gitignore'), `${lines.join('\n')}\n`);
          const isAbove = at === '' || place === at || place.startsWith(`${at}/`);
          const isBelow = place === '' || at.startsWith(`${place}/`);
          if (isAbove) open.add(Array(above(at)).fill('..').join('/'), lines.join('\n'));
          else if (isBelow) open.add(place === '' ? at : at.slice(place.length + 1), lines.join('\n'));
        }
        const inside = paths.filter((path) => place === '' || path.startsWith(`${place}/`));
        const said = git(['check-ignore', '--no-index', '-z', '--stdin'], paths.map((path) => `${path}\0`).join(''));
        const seen = new Set(said.split('\0'));
        for (const [at] of ignoring) rmSync(join(root, at, '.gitignore'));
        const expected = inside.filter((path) => seen.has(path));
        ignored += expected.length;
        const within = (path: string) => (place === '' ? path : path.slice(place.length + 1));
        const isOurs = (path: string) => open.ignoresProject() || open.ignores(within(path));
        expect(inside.filter(isOurs)).toEqual(expected);
      }),
      { numRuns: runs(150), seed: 12 },
    );
    expect(ignored).toBeGreaterThan(50);
  } finally {
    rmSync(root, { recursive: true });
  }
});
