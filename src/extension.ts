import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import type { LiveContextApi } from './vscode/start.ts';

/** What was compiled is stored so long after the start, ms: then nobody waits for it. */
const storeAfterMs = 10_000;

let deactivateAll: (() => Promise<void>) | undefined;

/** Small, so that it is read in no time: what V8 compiled of the rest at an earlier start is read instead of compiled again. */
export async function activate(context: vscode.ExtensionContext): Promise<LiveContextApi> {
  enableCompileCache?.(join(context.globalStorageUri.fsPath, 'compiled'));
  const desktop = await import('./extension.desktop.ts');
  deactivateAll = desktop.deactivate;
  const timer = setTimeout(() => flushCompileCache?.(), storeAfterMs);
  context.subscriptions.push({ dispose: () => clearTimeout(timer) });
  return desktop.activate(context);
}

export async function deactivate(): Promise<void> {
  await deactivateAll?.();
}
