import { Unicode11Addon } from '@xterm/addon-unicode11';
import xterm from '@xterm/headless';
import type { TerminalSize } from '../../../src/files/terminal/xterm.ts';

/** Returns the lines on the screen and in the scrollback of an xterm.js given everything at once. */
export async function shownByXterm(data: string, { columns, rows }: TerminalSize): Promise<readonly string[]> {
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
export function withoutBlankEnd(lines: readonly string[]): readonly string[] {
  const trimmed = lines.map((line) => line.trimEnd());
  while (trimmed.at(-1) === '') trimmed.pop();
  return trimmed;
}
