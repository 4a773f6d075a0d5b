/// <reference path="./xtermHeadless.d.ts" />
import { Unicode11Addon } from '@xterm/addon-unicode11';
import { Terminal } from '@xterm/headless/lib-headless/xterm-headless.mjs';

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

export interface TerminalListener {
  /** Before a full-screen program takes the screen. */
  readonly onAlternate: () => void;
  /** Before everything is erased, the scrollback included. */
  readonly onReset: () => void;
}

const alternateScreens = [47, 1047, 1049];

/** Opens an emulator of a terminal; loaded when the first output needs one. */
export function openTerminal(
  { columns, rows }: TerminalSize,
  scrollback: number,
  listener: TerminalListener,
): Terminal {
  const terminal = new Terminal({
    cols: columns,
    rows,
    scrollback,
    convertEol: true,
    allowProposedApi: true,
    logLevel: 'off',
  });
  terminal.loadAddon(new Unicode11Addon() as never);
  terminal.unicode.activeVersion = '11';
  const { parser } = terminal;
  // xterm.js repeats these as often as they say, and cannot be interrupted.
  for (const final of 'LMST') parser.registerCsiHandler({ final }, ([count]) => Number(count) > rows);
  for (const final of 'bIZ') parser.registerCsiHandler({ final }, ([count]) => Number(count) > 2 * columns);
  parser.registerCsiHandler({ final: 'J' }, ([part]) => part === 3);
  parser.registerCsiHandler({ prefix: '?', final: 'h' }, (modes) => {
    if (modes.some((mode) => alternateScreens.includes(Number(mode)))) listener.onAlternate();
    return false;
  });
  parser.registerEscHandler({ final: 'c' }, () => {
    listener.onReset();
    return false;
  });
  // It would keep a marker for each line of a link.
  parser.registerOscHandler(8, () => true);
  return terminal;
}
