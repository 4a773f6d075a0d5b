import type * as vscode from 'vscode';
import { type Doors, type LiveContextApi, openDoors } from './vscode/doors.ts';
import { webPlatform } from './vscode/host/platform/web.ts';
import { start } from './vscode/start.ts';

/** The desktop has its own entry and takes these from here. */
export { FileSystemError } from './base/ports/fileSystem.ts';
export { SearchError } from './base/ports/search.ts';
export { start } from './vscode/start.ts';

let webDoors: Doors | undefined;

export function activate(context: vscode.ExtensionContext): LiveContextApi {
  webDoors = openDoors(context, () => start(context, webPlatform, null));
  return webDoors.api;
}

export async function deactivate(): Promise<void> {
  await webDoors?.close();
  webDoors = undefined;
}
