import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { type ActiveExtension, type LiveContextApi, registerContributions } from './vscode/contributions.ts';

/** Delay before the compiled code is stored, ms: by then nobody waits for it. */
const storeAfterMs = 10_000;

let active: ActiveExtension | undefined;

/**
 * Small, so that VS Code reads it fast; the rest is loaded from V8's compiled code of an earlier
 * start.
 */
export function activate(context: vscode.ExtensionContext): LiveContextApi {
  active = registerContributions(context, async () => {
    enableCompileCache?.(join(context.globalStorageUri.fsPath, 'compiled'));
    const { startOnDesktop } = await import('./extension.desktop.ts');
    const timer = setTimeout(() => flushCompileCache?.(), storeAfterMs);
    context.subscriptions.push({ dispose: () => clearTimeout(timer) });
    return startOnDesktop(context);
  });
  return active.api;
}

export async function deactivate(): Promise<void> {
  await active?.close();
  active = undefined;
}
