import type * as vscode from 'vscode';
import { type Composition, compose, type LiveContextApi } from './vscode/composition.ts';
import { nodePlatform } from './vscode/host/platform/node.ts';

let composition: Composition | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<LiveContextApi> {
  composition = await compose(context, nodePlatform, () => import('./mcp/mcp.ts'));
  return composition.api;
}

export async function deactivate(): Promise<void> {
  await composition?.flush();
  composition?.dispose();
  composition = undefined;
}
