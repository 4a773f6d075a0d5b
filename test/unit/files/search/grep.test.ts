import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rgPath } from '@vscode/ripgrep';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Search } from '../../../../src/base/search.ts';
import { type GrepQuery, type GrepResult, grep } from '../../../../src/files/search/grep.ts';
import { PatternError, readPattern } from '../../../../src/files/search/searchPattern.ts';
import { ripgrep, ripgrepPlaces } from '../../../../src/vscode/host/platform/ripgrep.ts';
import { hostilePatterns, patterns } from '../../../support/grepPatterns.ts';

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

const clock = { now: () => performance.now(), after: () => ({ dispose: () => {} }) };
const usual = { caseSensitive: false, maxResults: 1_000, contextLines: 0, timeLimit: 60_000 };

/** The result of both engines, which is one. */
async function found(name: string, query: Partial<GrepQuery> & { pattern: string }): Promise<GrepResult> {
  const file = await open(join(folder, name), 'r');
  const { size } = await file.stat();
  const reader = {
    name,
    size,
    read: async (offset: number, length: number) => {
      const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    },
  };
  try {
    const byRipgrep = await grep(reader, { ...usual, ...query }, { search, clock });
    const byRe2 = await grep(reader, { ...usual, ...query }, { search: null, clock });
    expect(byRe2).toEqual(byRipgrep);
    return byRipgrep;
  } finally {
    await file.close();
  }
}

const run = promisify(execFile);

/** What `rg` itself says: the numbers of the matching lines. */
async function matchingLines(name: string, pattern: string, caseSensitive: boolean): Promise<number[]> {
  const args = ['--no-config', '--text', '--crlf', '--json', caseSensitive ? '-s' : '-i', '-e', pattern, '--', name];
  const { stdout } = await run(rgPath, args, { cwd: folder, maxBuffer: 1 << 28 }).catch((error) => {
    if (error.code === 1) return { stdout: '' };
    throw error;
  });
  const events = stdout.split('\n').filter((line) => line.startsWith('{"type":"match"'));
  return events.map((line) => JSON.parse(line).data.line_number);
}

function context(lines: readonly string[], line: number, count: number) {
  return { before: lines.slice(Math.max(0, line - 1 - count), line - 1), after: lines.slice(line, line + count) };
}

const textLines = [
  '2026-01-02 12:00:01 INFO  GET /api/v1/items 200 12.5ms',
  '2026-01-02 12:00:02 ERROR timeout after 30000 ms: connect ECONNREFUSED 127.0.0.1:5432',
  'error: not found',
  'this line ends with error',
  '',
  '   ',
  '\tat Object.<anonymous> (src/app.ts:10:5)',
  'C:\\Users\\me\\app.log "quoted" it\'s 100% [x] {y} (z) a|b ^ $ ? * + # ~ ` @ & = => <div> &amp; %20',
  'aaa aab abab ababc xxxxx y',
  'foo',
  'bar foo',
  'foobar',
  'a foo b',
  'FOO',
  '--version -e -rf',
  'user@example.com, other.name@test.org',
  '550e8400-e29b-41d4-a716-446655440000 deadbeef',
  'École, naïve café, Straße STRASSE ñandú, Ünicode',
  'é',
  'Привет мир, на столе',
  'Σίσυφος ΣΊΣΥΦΟΣ',
  '中文 字符 混合 text, 日本語 ひらがな',
  'مرحبا',
  '😀 smile 😀!',
  'ǅ İ ß K (kelvin) ſ',
  'non\u00a0breaking\u3000ideographic',
  'e\u0301 combining',
  'zero\u200bwidth joiner\u200d ',
  'control \u0007 bell \u0001',
  'price €5 £6 – dash — em',
  'word_with_underscore another-word',
  'trailing space ',
  '1.2.3.4:80:90',
  'bcdefghijklmnopqrstuvw',
  'yx',
  'warn: WARN Info',
  'get /x',
  'POST /y failed with exception 5',
  'internationalization',
  '9',
  'UPPER',
  'x',
];
const text = Array.from({ length: 6 }, (_, round) =>
  textLines.map((line) => (round % 2 === 0 ? line : `${line} ${round}`)),
).flat();

describe('grep equals rg', () => {
  test.each([
    ['LF', `${text.join('\n')}\n`],
    ['CRLF', `${text.join('\r\n')}\r\n`],
    ['no final newline', `${text.slice(0, 44).join('\n')}\nfoo`],
    ['byte order mark, lone carriage returns', '\ufefffoo\nx\rfoo\r\ra\r\nb\r\r\n\r\nfoo\r'],
    ['one empty line', '\n'],
    ['nothing', ''],
  ])('for every pattern: %s', async (name, content) => {
    await writeFile(join(folder, name), content);
    const lines = content
      .replace(/^\ufeff/, '')
      .split('\n')
      .map((line) => line.replace(/\r$/, ''));
    if (content.endsWith('\n')) lines.pop();
    expect(patterns.length).toBeGreaterThanOrEqual(200);
    // Of next to nothing a quarter of them will do.
    const step = content.length < 10 ? 4 : 1;
    for (const [index, pattern] of patterns.entries()) {
      if (index % step !== 0) continue;
      const query = { pattern, caseSensitive: index % 3 === 0, contextLines: index % 4 };
      const expected = await matchingLines(name, pattern, query.caseSensitive);
      const { totalMatches, matches } = await found(name, query);
      const told = matches.map(({ line }) => line);
      expect({ pattern, told, totalMatches }).toEqual({ pattern, told: expected, totalMatches: expected.length });
      for (const { line, content, before, after } of matches) {
        expect(content).toBe(lines[line - 1]);
        if (query.contextLines > 0) expect({ before, after }).toEqual(context(lines, line, query.contextLines));
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
      `${'a'.repeat(20_000)}\n`.repeat(5) + `${'ab 01x"=.'.repeat(1_000)}\n`.repeat(20),
    );
    const result = await found('hostile', { pattern, timeLimit: 30_000 });
    expect(result.partial).toBeUndefined();
  });
});

describe('a pattern that one of the engines would read otherwise', () => {
  test.each([
    ['(?=a)', 'Look-around'],
    ['(?<!a)b', 'Look-around'],
    ['(a)\\1', 'Back-references'],
    ['a\\nb', 'line break'],
    ['a\nb', 'line break'],
    ['[\\r]', 'line break'],
    ['\\Aa', '\\A'],
    ['a\\z', '\\z'],
    ['\\Qa\\E', '\\Q'],
    ['[a&&b]', 'classes'],
    ['[[a]', '\\['],
    ['[a', 'not closed'],
    ['[z-a]', 'before it begins'],
    ['[\\d-z]', 'range'],
    ['a{2', '\\{'],
    ['a{3,2}', 'before it begins'],
    ['*a', 'nothing to repeat'],
    ['(a', 'not closed'],
    ['a)', 'no ('],
    ['a\\', '\\\\'],
    ['(a{100}){100}', 'Repetitions'],
    ['a{1001}', 'Repetitions'],
    ['\\p{Any}', 'categories'],
    ['\\p{Nonsense}', 'categories'],
    ['(?x)a b', 'flags'],
    ['(?-u:\\xff)', 'flags'],
    ['\\b{start}a', 'word boundary'],
    ['(?<a>b)(?<a>c)', 'called a'],
    ['\ud800', 'Unicode'],
    ['\\x{110000}', 'Unicode'],
    ['\0', '\\x00'],
    ['('.repeat(200) + ')'.repeat(200), 'deeply'],
    ['a'.repeat(1_001), 'longer'],
  ])('%s is refused, and the message says what to do', (pattern, words) => {
    expect(() => readPattern(pattern)).toThrow(PatternError);
    expect(() => readPattern(pattern)).toThrow(words);
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
      expect(await grep(file, query, { search: engine, clock })).toMatchObject({ partial: true });
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
      const result = await grep(file, { ...usual, pattern: 'TWO' }, { search: broken, clock });
      expect(result).toEqual({ totalMatches: 1, matches: [{ line: 2, content: 'two' }] });
    }
  });

  test('is looked for where VS Code keeps it, then on the PATH', () => {
    const places = ripgrepPlaces('/code').map((place) => place.replaceAll('\\', '/'));
    const platform = `${process.platform}-${process.arch}`;
    expect(places[0]).toContain(`/code/node_modules/@vscode/ripgrep-universal/bin/${platform}/rg`);
    expect(places.join()).toContain('/code/node_modules.asar.unpacked/@vscode/ripgrep/bin/rg');
  });
});
