import type * as vscode from 'vscode';
import { type Composition, compose, type LiveContextApi } from './vscode/composition.ts';
import { webPlatform } from './vscode/host/platform/web.ts';

let composition: Composition | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<LiveContextApi> {
  composition = await compose(context, webPlatform, null);
  return composition.api;
}

export async function deactivate(): Promise<void> {
  await composition?.flush();
  composition?.dispose();
  composition = undefined;
}
