import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import type { LogSink } from '../../host.ts';

/** Our log, which VS Code also writes to a file. It holds codes, ids and counts, never users' text. */
export class Log implements LogSink, Disposable {
  readonly #channel = vscode.window.createOutputChannel('Live Context', { log: true });

  info(message: string): void {
    this.#channel.info(message);
  }

  warning(code: string, message: string): void {
    this.#channel.warn(`${code} ${message}`);
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
    this.#channel.error(`${error instanceof Error ? error.name : typeof error}${place}`);
  }

  show(): void {
    this.#channel.show();
  }

  dispose(): void {
    this.#channel.dispose();
  }
}
