import type * as vscode from 'vscode';
import type { RunningExtension } from './vscode/contributions.ts';
import { nodePlatform } from './vscode/host/platform/node.ts';
import { start } from './vscode/start.ts';

/** Starts the extension on the desktop and on remote machines; its entry is `extension.ts`. */
export function startOnDesktop(context: vscode.ExtensionContext): Promise<RunningExtension> {
  return start(context, nodePlatform, () => import('./mcp/mcp.ts'));
}
