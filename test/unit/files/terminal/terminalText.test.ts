import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TerminalText } from '../../../../src/files/terminal/terminalText.ts';

function shown(...pieces: readonly string[]): string {
  const text = new TerminalText();
  return pieces.map((piece) => text.push(piece)).join('') + text.end();
}

describe('what a terminal would show', () => {
  test.each([
    ['plain lines', 'one\r\ntwo\r\n', 'one\ntwo\n'],
    ['line feeds alone', 'one\ntwo', 'one\ntwo'],
    ['colours and styles', '\x1b[1;31merror\x1b[0m: \x1b[38;5;12mblue\x1b[39m\x1b[K\r\n', 'error: blue\n'],
    ['shell integration marks', '\x1b]633;C\x07out\r\n\x1b]633;D;0\x1b\\', 'out\n'],
    ['links and titles', '\x1b]8;;https://example.org\x07text\x1b]8;;\x07\x1b]0;title\x1b\\!', 'text!'],
    ['device control strings and character sets', '\x1bPq#0;2;0\x1b\\\x1b(Bab\x1b7\x1b8\x1b=c', 'abc'],
    ['private modes', '\x1b[?25l\x1b[?2004hx\x1b[?25h', 'x'],
    ['a progress bar', '10%\r 50%\r100%\r\ndone\r\n', '100%\ndone\n'],
    ['a shorter line over a longer one', 'downloading…\rok\x1b[K\r\n', 'ok\n'],
    ['a shorter line that leaves the rest', 'abcdef\rxy\r\n', 'xycdef\n'],
    ['backspaces', 'abc\b\b\x1b[KX\r\n', 'aX\n'],
    ['an erased line', 'secret\x1b[2K\rshown\r\n', 'shown\n'],
    ['cursor columns', 'ab\x1b[5Gx\x1b[2Dy\r\n', `${'ab  yx'.replace('yx', 'x').replace('  x', ' yx')}\n`],
    ['a display of several lines', 'a 1\r\nb 1\r\n\x1b[2A\x1b[2Ka 2\r\n\x1b[2Kb 2\r\nend\r\n', 'a 2\nb 2\nend\n'],
    ['lines erased below', 'a\r\nb\r\nc\x1b[2A\r\x1b[Jx', 'x'],
    ['a full-screen program', 'before\r\n\x1b[?1049h\x1b[2Jscreen\r\n\x1b[?1049lafter\r\n', 'before\nafter\n'],
    ['tabs stay, bells go', 'a\tb\x07\x00\r\n', 'a\tb\n'],
    ['unknown sequences', 'a\x1b[1;2;3zb\x1b[>c\x1b[!pc\r\n', 'abc\n'],
    ['nothing', '', ''],
    ['characters of every length', 'é 中 😀\r\n', 'é 中 😀\n'],
  ])('%s', (_name, written, expected) => {
    expect(shown(written)).toBe(expected);
    expect(shown(...written)).toBe(expected);
  });

  test('the pieces in which it comes make no difference', () => {
    const part = fc.constantFrom(
      'a',
      'word ',
      '\r',
      '\n',
      '\r\n',
      '\b',
      '\t',
      '\x1b[31m',
      '\x1b[K',
      '\x1b[2A',
      '\x1b]633;E;x\x07',
      '\x1b]0;t\x1b\\',
      '\x1b[?1049h',
      '\x1b[?1049l',
      '\x1b(B',
      '\x1b[3C',
      'é😀',
      '\x1b[J',
      '\x1b[1G',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), fc.array(fc.nat(300), { maxLength: 20 }), (parts, cuts) => {
        const whole = parts.join('');
        const places = [...new Set(cuts.filter((cut) => cut < whole.length))].sort((a, b) => a - b);
        const pieces = [0, ...places].map((from, index) => whole.slice(from, places[index] ?? whole.length));
        expect(shown(...pieces)).toBe(shown(whole));
      }),
      { numRuns: 500 },
    );
  });

  test('no control character is left but tabs and line feeds, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom('\x1b[', '\x1b]', '\x1bP', '\x1b\\', '\x07', '\r', ';', 'm'))),
        (parts) => {
          expect(shown(...parts)).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f]/);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('text without control characters is as it was', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme' }).map((line) => line.replace(/[\x00-\x1f\x7f]/g, ''))),
        (lines) => {
          expect(shown(lines.join('\r\n'))).toBe(lines.join('\n'));
        },
      ),
    );
  });

  test('a string that never ends is not held, a line that never ends is given out', () => {
    const text = new TerminalText();
    let given = text.push('\x1b]1337;File=').length;
    for (let i = 0; i < 200; i++) given += text.push('x'.repeat(100_000)).length;
    expect(given + text.end().length).toBe(0);
    const lines = new TerminalText();
    let line = '';
    for (let i = 0; i < 200; i++) line += lines.push(`${i} `.padEnd(1_000, 'y'));
    expect(line.length).toBeGreaterThan(100_000);
    line += lines.end();
    expect(line).toBe(Array.from({ length: 200 }, (_, i) => `${i} `.padEnd(1_000, 'y')).join(''));
    expect(shown('z'.repeat(300_000), '\r\nnext')).toBe(`${'z'.repeat(300_000)}\nnext`);
  });

  test('a short stream makes no long text by repeating a character', () => {
    expect(shown('z\x1b[65535b'.repeat(10_000)).length).toBeLessThan(1_000_000);
  });
});
