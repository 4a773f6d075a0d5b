import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TerminalText } from '../../../../src/files/terminal/terminalText.ts';
import { ManualClock } from '../../../support/manualClock.ts';
import { runs } from '../../../support/runs.ts';

async function shown(...pieces: readonly string[]): Promise<string> {
  return written(terminalText(), pieces);
}

function terminalText(budgetMs?: number): TerminalText {
  return new TerminalText(new ManualClock(), undefined, budgetMs);
}

async function written(text: TerminalText, pieces: readonly string[]): Promise<string> {
  let given = '';
  for (const piece of pieces) given += await text.push(piece);
  return given + (await text.end());
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
    ['cursor columns', 'ab\x1b[5Gx\x1b[2Dy\r\n', 'ab yx\n'],
    ['a display of several lines', 'a 1\r\nb 1\r\n\x1b[2A\x1b[2Ka 2\r\n\x1b[2Kb 2\r\nend\r\n', 'a 2\nb 2\nend\n'],
    ['lines erased below', 'a\r\nb\r\nc\x1b[2A\r\x1b[Jx', 'x'],
    ['a full-screen program', 'before\r\n\x1b[?1049h\x1b[2Jscreen\r\n\x1b[?1049lafter\r\n', 'before\nafter\n'],
    ['a watcher that clears everything', `${'old\n'.repeat(70)}\x1bcnew\r\n`, `${'old\n'.repeat(7)}new\n`],
    ['an erased scrollback', `${'x\n'.repeat(70)}\x1b[3Jend`, `${'x\n'.repeat(70)}end`],
    ['tabs stay, bells go', 'a\tb\x07\x00\r\n\t\tc  \td\r\n', 'a\tb\n\t\tc  \td\n'],
    ['a tab over text', 'abcdefghij\r\tX', 'abcdefghXj'],
    ['absurd counts', 'a\x1b[2147483647Lb\x1b[2147483647Sc\x1b[2147483647bd\x1b[2147483647Ie', 'abcde'],
    ['unknown sequences', 'a\x1b[1;2;3zb\x1b[>c\x1b[!pc\r\n', 'abc\n'],
    ['nothing', '', ''],
    ['characters of every length', 'é 中 😀\r\n', 'é 中 😀\n'],
  ])('%s', async (_name, written, expected) => {
    expect(await shown(written)).toBe(expected);
    expect(await shown(...written.slice(0, 60), written.slice(60))).toBe(expected);
  });

  test('no control character is left but tabs and line feeds, whatever comes', async () => {
    const part = fc.oneof(fc.string(), fc.constantFrom('\x1b[', '\x1b]', '\x1bP', '\x1b\\', '\x07', '\r', ';', 'm'));
    await fc.assert(
      fc.asyncProperty(fc.array(part), fc.constantFrom(-1, 1e9), async (parts, budget) => {
        const text = await written(terminalText(budget), ['', parts.join('')]);
        expect(text).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f]/);
      }),
      { numRuns: runs(60) },
    );
  });

  test('a string that never ends is not held, a line that never ends is returned', async () => {
    const text = terminalText();
    const endless = await written(text, ['\x1b]1337;File=', ...Array<string>(20).fill('x'.repeat(100_000))]);
    expect(endless).toBe('');
    const line = terminalText();
    expect((await line.push('y'.repeat(100_000))).length).toBeGreaterThan(50_000);
    expect(await shown('z'.repeat(100_000), '\r\nnext')).toBe(`${'z'.repeat(100_000)}\nnext`);
  });

  test('an output over its budget goes on as plain text and says so', async () => {
    const text = terminalText(-1);
    const first = await text.push('one\r\ntwo\x1b[1mbold');
    const rest = [
      ...['\x1b[', '31m10%\r', '20%\r', '\nlink \x1b]8;;http', '://a\x1b\\here\x1b]', '0;t\x07\ttab\x1b[K', '\x1b'],
    ];
    expect(first).toMatch(/^one\ntwobold\n\[This output .+\]\n$/);
    expect(await written(text, rest)).toBe('10%\n20%\nlink here\ttab');
  });

  test('what is asked for meanwhile is not returned again', async () => {
    const text = terminalText();
    expect((await text.push('one\r\ntwo\r\n\x1b[?1049h')) + (await text.end())).toBe('one\ntwo\n');
    expect(text.isEmpty).toBe(true);
    expect((await text.push('screen\x1b[?1049lthree')) + (await text.end())).toBe('three');
  });
});
