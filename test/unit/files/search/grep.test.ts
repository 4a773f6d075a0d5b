import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Search, SearchQuery } from '../../../../src/base/ports/search.ts';
import { type GrepResult, grep } from '../../../../src/files/search/grep.ts';
import { systemClock } from '../../../../src/vscode/host/clock.ts';
import { ripgrep } from '../../../../src/vscode/host/platform/ripgrep.ts';
import { openFile } from '../../../support/contextFiles/openFile.ts';
import { runs } from '../../../support/runs.ts';

let folder: string;
let search: Search;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'live-context-grep-'));
  search = ripgrep(folder, [rgPath]);
});

afterAll(async () => {
  search.dispose();
  await rm(folder, { recursive: true });
});

const usual = { caseSensitive: false, maxResults: 1_000, contextLines: 0, timeLimit: 60_000 };

async function byEngine(name: string, query: Partial<SearchQuery> & { pattern: string }, engine: Search | null) {
  return grep(openFile(folder, name), { ...usual, ...query }, { search: engine, clock: systemClock });
}

/** The result of both engines, which is one. */
async function found(name: string, query: Partial<SearchQuery> & { pattern: string }): Promise<GrepResult> {
  const byRipgrep = await byEngine(name, query, search);
  expect(await byEngine(name, query, null)).toEqual(byRipgrep);
  return byRipgrep;
}

function context(lines: readonly string[], line: number, count: number) {
  return { before: lines.slice(Math.max(0, line - 1 - count), line - 1), after: lines.slice(line, line + count) };
}

const linesOf = (name: string) =>
  readFileSync(new URL(`../../../fixtures/texts/${name}.txt`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
const textLines = linesOf('lines');
/** Patterns that every engine reads alike, and patterns that make a backtracking engine run for ever. */
const [patterns, hostilePatterns] = [linesOf('patterns'), linesOf('hostilePatterns')];
const text = Array.from({ length: 6 }, (_, round) =>
  textLines.map((line) => (round % 2 === 0 ? line : `${line} ${round}`)),
).flat();

describe('grep finds the lines that JavaScript finds one by one', () => {
  test.each([
    ['LF', `${text.join('\n')}\n`],
    ['CRLF', `${text.join('\r\n')}\r\n`],
    ['no final newline', `${text.slice(0, 44).join('\n')}\nfoo`],
    ['byte order mark', '\ufefffoo\nx foo\r\na\r\nb\r\n\r\nfoo'],
    ['one empty line', '\n'],
    ['nothing', ''],
  ])('for every pattern that all mean alike: %s', async (name, content) => {
    await writeFile(join(folder, name), content);
    const lines = content
      .replace(/^\ufeff/, '')
      .split('\n')
      .map((line) => line.replace(/\r$/, ''));
    if (lines.at(-1) === '') lines.pop();
    const stride = Math.max(1, Math.floor(patterns.length / runs(12)));
    for (const [index, pattern] of patterns.entries()) {
      if (index % stride !== name.length % stride) continue;
      const query = { pattern, caseSensitive: index % 3 === 0, contextLines: index % 4 };
      const expression = new RegExp(pattern, query.caseSensitive ? 'u' : 'iu');
      const expected = lines.flatMap((line, at) => (expression.test(line) ? at + 1 : []));
      for (const engine of [search, null]) {
        const { totalMatches, matches } = await byEngine(name, query, engine);
        const told = matches.map(({ line }) => line);
        expect({ pattern, told, totalMatches }).toEqual({ pattern, told: expected, totalMatches: expected.length });
        for (const { line, content, before, after } of matches) {
          expect(content).toBe(lines[line - 1]);
          if (query.contextLines > 0) expect({ before, after }).toEqual(context(lines, line, query.contextLines));
        }
      }
    }
  });
});

describe('a search', () => {
  test('tells the first matches and counts all; each has its own lines around it', async () => {
    await writeFile(join(folder, 'close'), 'a\nx1\nx2\nb\nx3\nc\nd\nx4\n');
    expect(await found('close', { pattern: 'x', maxResults: 2, contextLines: 2 })).toEqual({
      totalMatches: 4,
      matches: [
        { line: 2, content: 'x1', before: ['a'], after: ['x2', 'b'] },
        { line: 3, content: 'x2', before: ['a', 'x1'], after: ['b', 'x3'] },
      ],
    });
  });

  test('refuses what is not UTF-8', async () => {
    await writeFile(join(folder, 'binary'), Buffer.from([0x61, 0xff, 0xfe, 0x0a]));
    await expect(found('binary', { pattern: 'a' })).rejects.toMatchObject({ code: 'FILE_NOT_TEXT' });
  });

  test('shows of a long line what is around its first match', async () => {
    const long = 'é'.repeat(5_000);
    await writeFile(join(folder, 'long'), `${long}needle${long}\r\n${long}\nneedle${long}\n${long}needle`);
    const { matches } = await found('long', { pattern: 'needle', contextLines: 1 });
    expect(matches.map(({ content }) => content.replace(/é+/g, ' '))).toEqual(['… needle …', 'needle …', '… needle']);
    expect(matches[0]?.after?.[0]).toMatch(/^é+…$/);
    for (const { content } of matches) expect(content.length).toBeLessThan(2_000);
  });

  test('goes over the borders of what is read at once', async () => {
    const filler = `${'0123456789'.repeat(10)} ünï\n`;
    const lines = Array.from({ length: 60_000 }, (_, index) => (index % 9_973 === 0 ? `match ${index}\n` : filler));
    await writeFile(join(folder, 'large'), lines.join(''));
    const { totalMatches, matches } = await found('large', { pattern: '^match \\d+$', maxResults: 5, contextLines: 1 });
    expect(totalMatches).toBe(7);
    expect(matches.map(({ line }) => line)).toEqual([1, 9_974, 19_947, 29_920, 39_893]);
    expect(matches[1]).toMatchObject({ content: 'match 9973', before: [filler.trim()], after: [filler.trim()] });
  });

  test.each(hostilePatterns)('ends in time for %s', async (pattern) => {
    await writeFile(
      join(folder, 'hostile'),
      `${'a'.repeat(1_000)}\n`.repeat(100) + `${'ab 01x"=.'.repeat(110)}\n`.repeat(100),
    );
    const result = await found('hostile', { pattern, timeLimit: 30_000 });
    expect(result.partial).toBeUndefined();
  });
});

describe('a pattern that cannot be searched for', () => {
  test.each([
    ['(?=a)', 'Look-around'],
    ['(?!a)b', 'Look-around'],
    ['(?<!a)b', 'Look-around'],
    ['(a)\\1', 'back-references'],
    ['[a', 'not understood: '],
    ['[z-a]', 'not understood: .*range'],
    ['*a', 'not understood: .*repetition'],
    ['(a', 'not understood: '],
    ['a)', 'not understood: '],
    ['\\p{Nonsense}', 'not understood: '],
    ['a\0', '\\\\x00'],
    ['a'.repeat(1_001), 'longer'],
  ])('%s is refused by both engines, and the message says why', async (pattern, words) => {
    await writeFile(join(folder, 'refusing'), 'a\n');
    for (const engine of [search, null])
      await expect(byEngine('refusing', { pattern }, engine)).rejects.toMatchObject({
        code: 'PATTERN_INVALID',
        message: expect.stringMatching(new RegExp(words)),
      });
  });
});

describe('ripgrep', () => {
  test('ends when the time is up, and tells what it has', async () => {
    await writeFile(join(folder, 'slow'), 'x\n'.repeat(2_000_000));
    const file = {
      name: 'slow',
      size: 4_000_000,
      read: async (_offset: number, length: number) => new Uint8Array(Math.min(length, 4_000_000)).fill(10),
    };
    for (const engine of [search, null]) {
      const query = { ...usual, pattern: 'x|$', timeLimit: 0 };
      expect(await grep(file, query, { search: engine, clock: systemClock })).toMatchObject({ partial: true });
    }
  });

  test("is not asked for more than the user types: options in a pattern and the user's configuration have no effect", async () => {
    await writeFile(join(folder, 'options'), 'a --files b\nAB\n');
    await writeFile(join(folder, 'rc'), '--invert-match\n');
    process.env['RIPGREP_CONFIG_PATH'] = join(folder, 'rc');
    try {
      expect(await found('options', { pattern: '--files' })).toEqual({
        totalMatches: 1,
        matches: [{ line: 1, content: 'a --files b' }],
      });
    } finally {
      delete process.env['RIPGREP_CONFIG_PATH'];
    }
  });

  test('that is missing or cannot run leaves the search to RE2', async () => {
    await writeFile(join(folder, 'plain'), 'one\ntwo\n');
    await writeFile(join(folder, 'rg'), 'no program', { mode: 0o755 });
    for (const places of [[], [join(folder, 'nowhere')], [join(folder, 'rg')]]) {
      const broken = ripgrep(folder, places);
      const file = {
        name: 'plain',
        size: 8,
        read: async (offset: number, length: number) => Buffer.from('one\ntwo\n').subarray(offset, offset + length),
      };
      const result = await grep(file, { ...usual, pattern: 'TWO' }, { search: broken, clock: systemClock });
      expect(result).toEqual({ totalMatches: 1, matches: [{ line: 2, content: 'two' }] });
    }
  });
});
