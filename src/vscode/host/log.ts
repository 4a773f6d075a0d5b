import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import type { LogSink } from '../../host.ts';

/** Our log, which VS Code also writes to a file. It holds codes, ids and counts, never users' text. */
export interface Log extends LogSink, Disposable {
  show(): void;
}

export function openLog(): Log {
  const channel = vscode.window.createOutputChannel('Live Context', { log: true });
  return {
    info: (message) => channel.info(message),
    warning: (code, message) => channel.warn(`${code} ${message}`),
    security: (line) => channel.info(`security ${line}`),
    fault: (error) => channel.error(error instanceof Error ? `${error.name}${placeOf(error)}` : typeof error),
    show: () => channel.show(),
    dispose: () => channel.dispose(),
  };
}

/** The place of a fault inside, without its message, which might quote a document. */
function placeOf({ stack = '', message }: Error): string {
  const lines = stack.replace(message, '').split('\n');
  return lines
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 6)
    .join('');
}
