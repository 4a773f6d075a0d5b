import type * as vscode from 'vscode';
import { type ActiveExtension, type LiveContextApi, registerContributions } from './vscode/contributions.ts';
import { webPlatform } from './vscode/host/platform/web.ts';
import { start } from './vscode/start.ts';

/** The desktop has its own entry and takes these from here. */
export { FileSystemError } from './base/ports/fileSystem.ts';
export { SearchError } from './base/ports/search.ts';
export { start } from './vscode/start.ts';

let webExtension: ActiveExtension | undefined;

export function activate(context: vscode.ExtensionContext): LiveContextApi {
  webExtension = registerContributions(context, () => start(context, webPlatform, null));
  return webExtension.api;
}

export async function deactivate(): Promise<void> {
  await webExtension?.close();
  webExtension = undefined;
}
