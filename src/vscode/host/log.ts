import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import type { LogSink } from '../../host.ts';
import type { Platform } from './platform/platform.ts';

/**
 * Our log: an output channel for people and a file of our own beside it (output channels stay empty
 * in some builds). It holds codes, ids and counts, never text of the user's files.
 */
export class Log implements LogSink, Disposable {
  readonly #channel = vscode.window.createOutputChannel('Live Context');
  readonly #file;

  constructor(platform: Platform, root: vscode.Uri) {
    this.#file = platform.logFile(root, 'live-context.log');
  }

  info(message: string): void {
    const line = `${new Date().toISOString()} ${message}`;
    this.#channel.appendLine(line);
    this.#file.write(line);
  }

  warning(code: string, message: string): void {
    this.info(`warning ${code} ${message}`);
  }

  security(line: string): void {
    this.info(`security ${line}`);
  }

  /** A fault inside: its kind and its place, not its message, which might quote a document. */
  fault(error: unknown): void {
    const place =
      error instanceof Error
        ? (error.stack ?? '')
            .replace(error.message, '')
            .split('\n')
            .filter((line) => /^\s+at /.test(line))
            .slice(0, 6)
            .join('')
        : '';
    this.info(`fault ${error instanceof Error ? error.name : typeof error}${place}`);
  }

  show(): void {
    this.#channel.show();
  }

  dispose(): void {
    this.#channel.dispose();
    this.#file.dispose();
  }
}
