import type * as vscode from 'vscode';
import type { McpModule } from '../agents/mcpModule.ts';
import { Histories } from '../documents/histories.ts';
import { HistoryStore } from '../documents/store/historyStore.ts';
import { runOf } from '../documents/versions/versionId.ts';
import { markReady, type RunningExtension } from './contributions.ts';
import type { Platform } from './host/platform/platform.ts';
import { openVscodeHost } from './host/vscodeHost.ts';
import { diskChanges } from './tracking/diskChanges.ts';
import { followRenames } from './tracking/diskRenames.ts';
import { Tracker } from './tracking/tracker.ts';

/**
 * Starts Live Context in this window. Only what follows documents is loaded at first; everything
 * else is evaluated once the open documents are followed. `loadMcp` is null in the browser, which
 * has no MCP server.
 */
export async function start(
  context: vscode.ExtensionContext,
  platform: Platform,
  loadMcp: (() => Promise<McpModule>) | null,
): Promise<RunningExtension> {
  const host = await openVscodeHost(context, platform);
  const { clock, log, rules, disk, heads } = host;
  const parts: vscode.Disposable[] = [host];
  try {
    const store = await HistoryStore.open(host.files, clock, host.sha256, runOf(host.newId()));
    const histories = new Histories(clock, store);
    const changes = diskChanges(histories, heads, disk, log.info);
    const tracker = new Tracker(histories, rules.reason, changes);
    const renames = followRenames(histories, rules.reason, disk);
    const following = [tracker, changes, renames, rules.onDidChange(() => tracker.applyRules())];
    parts.unshift(...following, histories, store);
    markReady();
    const { openSurfaces } = await import('./surfaces.ts');
    return await openSurfaces(context, host, histories, store, following, loadMcp);
  } catch (error) {
    for (const part of parts) part.dispose();
    throw error;
  }
}
