import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { type Doors, type LiveContextApi, openDoors } from './vscode/doors.ts';

/** What was compiled is stored so long after the start, ms: then nobody waits for it. */
const storeAfterMs = 10_000;

let doors: Doors | undefined;

/** Small, so that it is read in no time: what V8 compiled of the rest at an earlier start is read instead of compiled again. */
export function activate(context: vscode.ExtensionContext): LiveContextApi {
  doors = openDoors(context, async () => {
    enableCompileCache?.(join(context.globalStorageUri.fsPath, 'compiled'));
    const { startOnDesktop } = await import('./extension.desktop.ts');
    const timer = setTimeout(() => flushCompileCache?.(), storeAfterMs);
    context.subscriptions.push({ dispose: () => clearTimeout(timer) });
    return startOnDesktop(context);
  });
  return doors.api;
}

export async function deactivate(): Promise<void> {
  await doors?.close();
  doors = undefined;
}
