import type * as vscode from 'vscode';
import { type ActiveExtension, type LiveContextApi, registerContributions } from './vscode/contributions.ts';
import { webPlatform } from './vscode/host/platform/web.ts';
import { start } from './vscode/start.ts';

/** The desktop has its own entry and takes these from here. */
export { FileSystemError } from './base/ports/fileSystem.ts';
export { SearchError } from './base/ports/search.ts';
export { start } from './vscode/start.ts';

let webActive: ActiveExtension | undefined;

export function activate(context: vscode.ExtensionContext): LiveContextApi {
  webActive = registerContributions(context, () => start(context, webPlatform, null));
  return webActive.api;
}

export async function deactivate(): Promise<void> {
  await webActive?.close();
  webActive = undefined;
}
