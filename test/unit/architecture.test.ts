import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const page = read('ARCHITECTURE.md');
const sources = globSync('{src,webview-ui}/**/*.{ts,css}', { cwd: root }).map((path) => path.replaceAll('\\', '/'));

/** How many files a folder may hold side by side. */
const maxFiles = 15;

describe('ARCHITECTURE.md', () => {
  const hops = [...page.matchAll(/`((?:src|webview-ui)\/[\w/.]+\.ts)` · `(#?\w+)`/g)].map(
    ([, file = '', name = '']) => ({ file, name }),
  );

  test('there are hops to check', () => {
    expect(hops.length).toBeGreaterThan(20);
  });

  test.each(hops)('the hop $file · $name exists', ({ file, name }) => {
    expect(read(file)).toMatch(new RegExp(`(?:function |async |  |private )${name}(?:<[^(]*>)?\\(|const ${name} =`));
  });

  test('what it names in a file is there', () => {
    const named = [
      ...page.matchAll(/((?:`#?\w+`(?:, | or )?)+) (?:in|of) `((?:src|webview-ui|test)\/[\w/]+\.ts)`/g),
    ].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/`(#?\w+)`/g)].map(([, name = '']) => ({ file, name })),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ file, name }) => !new RegExp(`(?<!\\w)${name}\\b`).test(read(file)))).toEqual([]);
  });

  test('every file and folder that it names exists', () => {
    const named = [...page.matchAll(/`((?:src|test|webview-ui|media|l10n|docs)\/[\w/.-]+)`/g)].map(
      ([, path = '']) => path,
    );
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('every room of the source has its rule, and stands in the picture above those that it stands on', () => {
    const rooms = new Set(sources.flatMap((path) => /^src\/(\w+)\//.exec(path)?.[1] ?? []));
    expect([...rooms].filter((room) => !page.includes(`\`src/${room}\``))).toEqual([]);
    const drawn = [...read('media/architecture.svg').matchAll(/y="(\d+)" class="name">([\w-]+)</g)];
    const heights = new Map(drawn.map(([, y, room]) => [room, Number(y)]));
    expect([...rooms].filter((room) => !heights.has(room))).toEqual([]);
    const table = [...read('.dependency-cruiser.cjs').matchAll(/^ {2}(\w+): \[(.*)\],$/gm)];
    expect(table.length).toBe(rooms.size);
    for (const [, room = '', below = ''] of table)
      for (const [, other = ''] of below.matchAll(/'(\w+)'/g))
        expect(heights.get(room), `${room} stands on ${other}`).toBeLessThan(heights.get(other) ?? 0);
  });
});

test('no folder of the source or of the tests holds more files than a reader takes in at a glance', () => {
  const tests = globSync('test/**/*.{ts,mjs}', { cwd: root, exclude: ['test/fixtures/**'] });
  const counts = new Map<string, number>();
  for (const path of [...sources, ...tests.map((one) => one.replaceAll('\\', '/'))])
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > maxFiles)).toEqual([]);
});

test('no comment points to a document that is not in the repository', () => {
  const pointers = sources.flatMap((path) => {
    const found = read(path).match(/\(design[,) ][^)]*\)|\bdesign section\b|\bdesign [A-Z]\b|\bthe seed\b/g) ?? [];
    return found.map((pointer) => `${path}: ${pointer}`);
  });
  expect(pointers).toEqual([]);
});
