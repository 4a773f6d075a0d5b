import type * as vscode from 'vscode';
import { webPlatform } from './vscode/host/platform/web.ts';
import { type LiveContextApi, type RunningExtension, start } from './vscode/start.ts';

/** The desktop has its own entry and takes these from here. */
export { FileSystemError } from './base/ports/fileSystem.ts';
export { SearchError } from './base/ports/search.ts';
export { start } from './vscode/start.ts';

let running: RunningExtension | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<LiveContextApi> {
  running = await start(context, webPlatform, null);
  return running.api;
}

export async function deactivate(): Promise<void> {
  await running?.flush();
  running?.dispose();
  running = undefined;
}
