import fc from 'fast-check';
import { Minimatch } from 'minimatch';
import { describe, expect, test } from 'vitest';
import { compileEditorConfigGlob, compileGlob, matchesGlob, splitGlobs } from '../../../src/base/globs.ts';
import { runs } from '../../support/runs.ts';

describe('globs of settings, as VS Code matches them', () => {
  const globs: readonly (readonly [glob: string, matching: readonly string[], others: readonly string[]])[] = [
    ['node_modules', ['node_modules'], ['node_module', '/node_modules', 'test/node_modules']],
    ['*.js', ['foo.js', '.js'], ['folder/foo.js', '/node_modules/foo.js', 'foo.jss', 'some.js/test']],
    ['*.*', ['foo.js', 'a.b.c'], ['folder/foo.js', 'foo']],
    ['f?o', ['foo', 'fxo'], ['fo', 'f/o', 'fooo']],
    ['**/*.js', ['foo.js', 'folder/foo.js', 'a/b/foo.js'], ['foo.ts', 'a/foo.js/b']],
    ['**/project.json', ['project.json', 'some/folder/project.json'], ['some/folder/file_project.json', 'project.jso']],
    ['**/node_modules/**', ['node_modules/a', 'x/node_modules/a/b', 'node_modules'], ['node_modules_old/a']],
    ['src/**/*.ts', ['src/a.ts', 'src/x/y/a.ts'], ['lib/src/a.ts', 'src/a.js']],
    ['{**/*.html,**/*.txt}', ['a.html', 'x/b.txt'], ['a.md']],
    ['{folder/a,b}.ts', ['folder/a.ts', 'b.ts'], ['a.ts']],
    ['**/*.{[ch],go}', ['x.c', 'x/y.h', 'z.go'], ['x.o']],
    ['[0-9a-f].x', ['3.x', 'b.x'], ['g.x', '12.x']],
    ['[!0-9].x', ['a.x'], ['3.x', '/.x']],
    ['[^0-9].x', ['a.x'], ['3.x']],
    ['!src', ['!src'], ['lib', 'src']],
    ['#a', ['#a'], ['b']],
    ['+(a|b)', ['+(a|b)'], ['a', 'aa']],
    ['a\\b', ['a\\b'], ['ab']],
    ['*.JS', ['a.JS'], ['a.js']],
    ['', [''], ['a']],
    ['/app/**/*.cs', ['/app/a.cs', '/app/x/a.cs'], ['app/a.cs']],
    ['**/.*', ['.git', 'path/.hidden.txt'], ['path/git', 'pat.h/hidden.txt']],
    ['{**/node_modules/**,**/.git/**}', ['node_modules', '/node_modules/a', 'x/y/.git'], ['tempting', 'x/tempting']],
    ['{**/*.d.ts,**/*.js,path/simple.jgs}', ['/testing/foo.js', 'path/simple.jgs'], ['/path/simple.jgs', 'foo.d']],
    ['prefix/{**/*.d.ts,**/*.js,foo.[0-9]}', ['prefix/foo.5', 'prefix/a/b.js'], ['prefix/bar.5', 'prefix/foo.f']],
    ['**/build/', ['build', 'x/build'], ['x/build/y']],
    [' *.js ', ['a.js'], ['a.ts']],
  ];

  /** VS Code drops what is not closed, and ends braces at the first that closes. */
  const ownGlobs: typeof globs = [
    ['{a,{b,c}}/d', ['a/d', 'b/d', 'c/d'], ['d', 'a,b/d']],
    ['[a-', ['[a-'], ['a']],
  ];

  test.each([...globs, ...ownGlobs])('%j', (glob, matching, others) => {
    const matches = compileGlob(glob);
    expect(matching.filter((path) => !matches(path))).toEqual([]);
    expect(others.filter(matches)).toEqual([]);
  });

  test('property: where two kinds of globs mean the same, minimatch finds the same', () => {
    const part = fc.constantFrom('*', '?', 'a', 'b', '.', '{a,b}', '[ab]', '[!a]', '{a,b*}');
    const name = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
    const glob = fc
      .array(fc.oneof(name, fc.constant('**')), { minLength: 1, maxLength: 4 })
      .map((names) => names.join('/'))
      // Only here is it known that they differ: the folder itself, and names of stars or dots alone.
      .filter((text) => !/[/]\*\*$|\*\*\*|\*\*[^/]|[^/]\*\*|(?:^|[/])[*?.]+(?:[/]|$)/.test(`${text}`));
    const path = fc
      .array(fc.string({ unit: fc.constantFrom('a', 'b', 'ab', 'x'), minLength: 1, maxLength: 3 }), {
        minLength: 1,
        maxLength: 4,
      })
      .map((names) => names.join('/'));
    fc.assert(
      fc.property(glob, path, (pattern, candidate) => {
        const oracle = new Minimatch(pattern, { dot: true, nocomment: true, nonegate: true, noext: true });
        expect(compileGlob(pattern)(candidate)).toBe(oracle.match(candidate));
      }),
      { numRuns: runs(250) },
    );
  });
});

describe('globs of an instruction’s applyTo', () => {
  test.each([
    ['**', 'a/b.ts', true],
    ['*.ts', 'a/b.ts', true],
    ['*.TS', 'a/B.ts', true],
    ['/*.ts', 'a/b.ts', false],
    ['src/**/*.ts', 'src/b.ts', true],
    ['src/**', 'lib/src/b.ts', true],
    ['**/.github/**', '.github/x', true],
    ['!a.ts', 'b.ts', false],
    ['#a', 'b', false],
    ['', 'a', false],
  ])('%j %j %s', (glob, path, matches) => expect(matchesGlob(glob, path)).toBe(matches));

  test('property: a list joined by commas splits into its globs', () => {
    const glob = fc.constantFrom('a', 'a}b', '**/*.{ts,tsx}', '{a,{b,c}}/d', 'x/**');
    fc.assert(
      fc.property(fc.array(glob), (globs) => {
        expect(splitGlobs(globs.join(', '))).toEqual(globs);
      }),
    );
  });
});

// That .editorconfig's globs match as the reference does is tested beside its reader.

test('property: any text is a glob of either kind', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'{},*?[]!-\\/a1.') }));
  fc.assert(
    fc.property(text, fc.string(), (glob, path) => {
      for (const compile of [compileGlob, compileEditorConfigGlob]) expect(compile(glob)(path)).toBeTypeOf('boolean');
    }),
  );
});

test.each([`${'*a'.repeat(2_000)}b`, '{'.repeat(4_000), `${'**/'.repeat(1_300)}x`, 'x'.repeat(5_000)])(
  'a hostile glob is only a glob: %.20s…',
  (glob) => {
    for (const compile of [compileGlob, compileEditorConfigGlob]) expect(compile(glob)('a'.repeat(1_000))).toBe(false);
  },
);
