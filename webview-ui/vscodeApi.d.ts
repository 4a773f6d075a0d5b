import type { FromView } from '../src/protocol/viewMessages.ts';

declare global {
  /** What VS Code gives a webview, once per load. */
  function acquireVsCodeApi(): {
    postMessage(message: FromView): void;
    getState(): unknown;
    setState(state: unknown): void;
  };
}
