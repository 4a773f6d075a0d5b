import * as vscode from 'vscode';
import type { McpModule } from '../agents/mcpModule.ts';
import { createLiveContext } from '../createLiveContext.ts';
import { isExtension } from '../protocol/consumer.ts';
import { failure } from '../protocol/result.ts';
import { markReady, type RunningExtension } from './contributions.ts';
import type { Platform } from './host/platform/platform.ts';
import { openVscodeHost } from './host/vscodeHost.ts';
import { openUi } from './ui.ts';

const foreignConsumer = failure(
  'REQUEST_INVALID',
  'The consumer must be the id of your own extension (publisher.name), or be left out.',
);

/**
 * Starts Live Context in this window. `loadMcp` is null in the browser, which has no MCP server.
 */
export async function start(
  context: vscode.ExtensionContext,
  platform: Platform,
  loadMcp: (() => Promise<McpModule>) | null,
): Promise<RunningExtension> {
  const host = await openVscodeHost(context, platform);
  const liveContext = await createLiveContext(host).catch((error: unknown) => {
    host.dispose();
    throw error;
  });
  const ui = openUi(liveContext, host, context, loadMcp);
  markReady();
  return {
    // None of the other extensions speaks for the developer, or for an agent.
    request: async (channel, params, consumer = 'extension') =>
      isExtension(consumer) ? liveContext.session.request(channel, params, consumer) : foreignConsumer,
    onDidChange: liveContext.histories.onDidChange,
    contributions: ui.contributions,
    flush: async () => {
      await Promise.all([liveContext.flush(), ui.stop()]);
    },
    dispose: () => vscode.Disposable.from(ui, liveContext).dispose(),
  };
}
