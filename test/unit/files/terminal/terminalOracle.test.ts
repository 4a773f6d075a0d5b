import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Unicode11Addon } from '@xterm/addon-unicode11';
import xterm from '@xterm/headless';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TerminalText } from '../../../../src/files/terminal/terminalText.ts';
import type { TerminalSize } from '../../../../src/files/terminal/xterm.ts';
import { ManualClock } from '../../../support/manualClock.ts';
import { runs } from '../../../support/runs.ts';

/** Returns the lines on the screen and in the scrollback of an xterm.js given everything at once. */
async function shownByXterm(data: string, { columns, rows }: TerminalSize): Promise<readonly string[]> {
  const terminal = new xterm.Terminal({
    cols: columns,
    rows,
    scrollback: 10_000,
    convertEol: true,
    allowProposedApi: true,
    logLevel: 'off',
  });
  terminal.loadAddon(new Unicode11Addon() as never);
  terminal.unicode.activeVersion = '11';
  await new Promise<void>((resolve) => terminal.write(data, resolve));
  const lines: string[] = [];
  const buffer = terminal.buffer.normal;
  for (let row = 0; row < buffer.length; row++) {
    const line = buffer.getLine(row);
    if (line === undefined) break;
    const text = line.translateToString(true);
    if (line.isWrapped && lines.length > 0) lines.push(`${lines.pop()}${text}`);
    else lines.push(text);
  }
  terminal.dispose();
  return withoutBlankEnd(lines);
}

/** Removes white space at the ends of lines, and empty lines at the end. */
function withoutBlankEnd(lines: readonly string[]): readonly string[] {
  const trimmed = lines.map((line) => line.trimEnd());
  while (trimmed.at(-1) === '') trimmed.pop();
  return trimmed;
}

async function linesOf(pieces: readonly string[], size: TerminalSize): Promise<readonly string[]> {
  const text = new TerminalText(new ManualClock(), size);
  let given = '';
  for (const piece of pieces) given += await text.push(piece);
  given += await text.end();
  return withoutBlankEnd(given.split('\n').map(withoutTabs));
}

/** Replaces each tab with the columns that it spans. */
function withoutTabs(line: string): string {
  return line.replaceAll(/([^\t]*)\t/g, (_, text: string) => text.padEnd((Math.floor(text.length / 8) + 1) * 8));
}

const part = fc.oneof(
  fc.constantFrom('a', 'word ', 'ü', '✓ passed', '\r', '\n', '\r\n', '\b', '\n\n\n\n\n\n\n\n', '\x84', '\x85'),
  fc.tuple(fc.nat(2), fc.constantFrom(...'ABCDEFGLMPSTX@')).map(([count, final]) => `\x1b[${count || ''}${final}`),
  fc.tuple(fc.nat(3), fc.nat(9)).map(([top, bottom]) => `\x1b[${top};${bottom}r`),
  fc.constantFrom('\x1b[J', '\x1b[2J', '\x1b[K', '\x1b[2K', '\x1b7', '\x1b8', '\x1bM', '\x1b[9b', '\x1b[4h', '\x1b[!p'),
  fc.constantFrom('\x1b[?1049h', '\x1b[?1049l', '\x1b[?47h', '\x1b[?47l', '\x1b]0;t\x07', '\x1b[31m'),
);

test('the text of a terminal is what xterm.js shows, however often rows are taken', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 60 }), fc.integer({ min: 2, max: 9 }), async (parts, rows) => {
      const size = { columns: 16, rows };
      expect(await linesOf(parts, size)).toEqual(await shownByXterm(parts.join(''), size));
    }),
    { numRuns: runs(10) },
  );
});

test('more than a slice at once loses no row', async () => {
  const lines = Array.from({ length: 9_000 }, (_, i) => String(i));
  const data = `${lines.join('\n')}\x1b[?1049hscreen\x1b[?1049l`;
  expect(await linesOf([data], { columns: 80, rows: 24 })).toEqual(lines);
});

describe('what a program drew', () => {
  const size = { columns: 80, rows: 24 };
  const recorded = (name: string) =>
    readFileSync(join(import.meta.dirname, '../../../fixtures/terminal', `${name}.txt`), 'utf8');

  // Recorded in a terminal of 80 columns and 24 rows.
  test.each([
    ['git', 'remote: '],
    ['cargo', 'unused variable: `x`'],
    ['npm', '[100%] building'],
    ['pytest', '1 failed'],
    ['less', ''],
    ['vim', ''],
  ])('%s, reads as the terminal showed it, in pieces of every size', async (name, holds) => {
    const data = recorded(name);
    const shown = await shownByXterm(data, size);
    expect(shown.join('\n')).toContain(holds);
    for (const pieceLength of [37, 256, data.length]) {
      const pieces = data.match(new RegExp(`[^]{1,${pieceLength}}`, 'g')) ?? [];
      expect(await linesOf(pieces, size)).toEqual(shown);
    }
  });
});
