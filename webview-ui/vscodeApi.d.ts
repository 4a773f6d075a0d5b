import type { FromView } from '../src/protocol/viewMessages.ts';

declare global {
  /** VS Code's API for a webview, once per load. */
  function acquireVsCodeApi(): {
    postMessage(message: FromView): void;
    getState(): unknown;
    setState(state: unknown): void;
  };
}
