import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { characterWidth } from '../../../../src/files/terminal/characterWidth.ts';
import { TerminalText } from '../../../../src/files/terminal/terminalText.ts';
import { shownByXterm, withoutBlankEnd } from '../../../support/contextFiles/terminalOracle.ts';

const runs = 2_000 * Number(process.env['LIVE_CONTEXT_RUNS'] ?? 1);

const count = fc.oneof(fc.constant(''), fc.nat(4).map(String), fc.constantFrom('9', '30', '65535'));
const text = fc.oneof(
  fc.constantFrom('a', 'word ', 'Compiling x v1.0', '====>', 'ü', '中文', '日', 'oe\u0301', '✓', '…'),
  fc.string({ unit: fc.constantFrom('x', 'y', ' ', '-', '中'), maxLength: 30 }),
);
const move = fc.tuple(count, fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F', 'G', '`', 'a', 'e', 'd', 'I', 'Z'));
// In the last row xterm.js fails to erase the display up to the cursor.
const erase = fc.constantFrom('J', '0J', '2J', 'A\x1b[1J', 'K', '0K', '1K', '2K').map((final) => ['', final] as const);
const change = fc.tuple(count, fc.constantFrom('@', 'P', 'X', 'L', 'M', 'S', 'T'));
const control = fc.oneof(
  fc.oneof(move, erase, change).map(([number, final]) => `\x1b[${number}${final}`),
  fc.tuple(count, count, fc.constantFrom('H', 'f')).map(([row, column, final]) => `\x1b[${row};${column}${final}`),
  fc.tuple(fc.nat(6), fc.nat(9)).map(([top, bottom]) => `\x1b[${top};${bottom}r`),
  fc.oneof(fc.nat(12), fc.constantFrom(81, 200)).map((times) => `z\x1b[${times}b`),
  // Without wrapping narrow characters only: xterm.js leaves half of a wide one standing.
  fc.nat(50).map((times) => `\r\x1b[?7l${'q'.repeat(times)}\x1b[?7h`),
  fc.constantFrom('\r', '\n', '\r\n', '\b', '\t', '\v', '\f', '\x07', '\x00'),
  fc.constantFrom('\x1b7', '\x1b8', '\x1b[s', '\x1b[u', '\x1bD', '\x1bE', '\x1bM', '\x1bH', '\x1b[g', '\x1b[3g'),
  fc.constantFrom('\x84', '\x85', '\x9b2A', '\x9bK', '\x88'),
  fc.constantFrom('\x1b[4h', '\x1b[4l', '\x1b[!p', '\x1b[31;1m', '\x1b[38:5:1m', '\x1b[?25l'),
  fc.constantFrom('\x1b[?1049h', '\x1b[?1049l', '\x1b[?47h', '\x1b[?47l', '\x1b[?1048h', '\x1b[?1048l'),
);
const string = fc
  .tuple(
    fc.constantFrom('\x1b]0;', '\x1bP1$q', '\x1b_', '\x1b^', '\x1bX', '\x9d8;;', '\x90', '\x9f'),
    fc.constantFrom('', 'title', 'a;b', '\r\n', 'x\ty'),
    fc.constantFrom('\x1b\\', '\x9c', '\x18', '\x1a', '\x1b[K', '\x1bD', '\x9b1C'),
  )
  .map((parts) => parts.join(''));
const broken = fc.constantFrom(
  '\x1b[12',
  '\x1b[1;\x18',
  '\x1b[?1;2',
  '\x1b[<1>2x',
  '\x1b[1 q',
  '\x1b(B',
  '\x1b🚀',
  '\x1b ',
  '\x1b',
);
const stream = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: text },
    { weight: 8, arbitrary: control },
    { weight: 1, arbitrary: string },
    { weight: 1, arbitrary: broken },
  ),
  { maxLength: 60 },
);

describe('the text of a terminal', () => {
  test('is what an emulator shows, for random streams of what command output uses', {
    timeout: 60_000 * Math.max(1, runs / 2_000),
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        stream,
        fc.integer({ min: 4, max: 40 }),
        fc.integer({ min: 2, max: 9 }),
        async (parts, columns, rows) => {
          const size = { columns, rows };
          const ours = new TerminalText(size);
          const given = parts.map((part) => ours.push(part)).join('') + ours.end();
          expect(withoutBlankEnd(given.split('\n').map(withoutTabs))).toEqual(await shownByXterm(parts.join(''), size));
        },
      ),
      { numRuns: runs, seed: 20_261_121 },
    );
  });
});

/** How Docker draws the layers that it pulls: up to the layer's line, erase, write, down again. */
function dockerPull(): string {
  const layers = ['8a1e25ce7c4f', '1103112ebfc4', 'b4b80ef7128d', 'cc7f04ac52f8'];
  const at = (layer: number, words: string) => {
    const up = layers.length - layer;
    return `\x1b[${up}A\x1b[2K\r${layers[layer]}: ${words} \r\x1b[${up}B`;
  };
  let output = `Using default tag: latest\r\nlatest: Pulling from library/node\r\n${layers.map(() => '\r\n').join('')}`;
  for (const [layer] of layers.entries()) output += at(layer, 'Pulling fs layer');
  for (let done = 0; done <= 50; done += 5)
    for (const [layer] of layers.entries())
      output += at(
        layer,
        `Downloading [${'='.repeat(Math.max(0, done - layer))}>${' '.repeat(50 - done)}]  ${done}MB/50MB`,
      );
  for (const [layer] of layers.entries()) output += at(layer, 'Pull complete');
  return `${output}Digest: sha256:9d1e…\r\nStatus: Downloaded newer image for node:latest\r\n`;
}

describe('what a program drew', () => {
  const size = { columns: 80, rows: 24 };
  const recorded = (name: string) =>
    readFileSync(join(import.meta.dirname, '../../../fixtures/terminal', `${name}.txt`), 'utf8');

  // Recorded in a terminal of 80 columns and 24 rows; Docker's is written as it draws.
  test.each([
    ['git', () => recorded('git'), 'remote: '],
    ['cargo', () => recorded('cargo'), 'unused variable: `x`'],
    ['npm', () => recorded('npm'), '[100%] building'],
    ['pytest', () => recorded('pytest'), '1 failed'],
    ['less', () => recorded('less'), null],
    ['vim', () => recorded('vim'), null],
    ['docker pull', dockerPull, 'cc7f04ac52f8: Pull complete'],
  ])('%s, reads as the terminal showed it, in pieces of every size', async (_name, of, holds) => {
    const data = of();
    const shown = await shownByXterm(data, size);
    for (const pieceLength of [1, 7, 64, data.length]) {
      const ours = new TerminalText(size);
      let given = '';
      for (let at = 0; at < data.length; at += pieceLength) given += ours.push(data.slice(at, at + pieceLength));
      given += ours.end();
      expect(withoutBlankEnd(given.split('\n').map(withoutTabs))).toEqual(shown);
      if (holds !== null) expect(given).toContain(holds);
    }
  });
});

/** A tab as the columns that it leads over. */
function withoutTabs(line: string): string {
  let shown = '';
  let column = 0;
  for (const character of line) {
    const width = character === '\t' ? 8 - (column % 8) : characterWidth(character.codePointAt(0) ?? 0);
    shown += character === '\t' ? ' '.repeat(width) : character;
    column += width;
  }
  return shown;
}
