import type * as vscode from 'vscode';
import { nodePlatform } from './vscode/host/platform/node.ts';
import { type LiveContextApi, type RunningExtension, start } from './vscode/start.ts';

let running: RunningExtension | undefined;

/** The extension on the desktop and on remote machines; its entry is `extension.ts`. */
export async function activate(context: vscode.ExtensionContext): Promise<LiveContextApi> {
  running = await start(context, nodePlatform, () => import('./mcp/mcp.ts'));
  return running.api;
}

export async function deactivate(): Promise<void> {
  await running?.flush();
  running?.dispose();
  running = undefined;
}
