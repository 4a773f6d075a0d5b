import * as vscode from 'vscode';
import type { McpModule } from '../agents/mcpModule.ts';
import { createLiveContext } from '../createLiveContext.ts';
import { isExtension } from '../protocol/consumer.ts';
import { failure } from '../protocol/result.ts';
import type { Session } from '../session/session.ts';
import { type LiveContextApi, markReady, type RunningExtension } from './contributions.ts';
import type { Platform } from './host/platform/platform.ts';
import { openVscodeHost } from './host/vscodeHost.ts';
import { openUi } from './ui.ts';

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
    request: requestOf(liveContext.session),
    onDidChange: liveContext.histories.onDidChange,
    contributions: ui.contributions,
    flush: async () => {
      await Promise.all([liveContext.flush(), ui.stop()]);
    },
    dispose: () => vscode.Disposable.from(ui, liveContext).dispose(),
  };
}

/**
 * The client as other extensions have it: none of them speaks for the developer, or for an agent.
 */
function requestOf(session: Session): LiveContextApi['request'] {
  const refused = 'The consumer must be the id of your own extension (publisher.name), or be left out.';
  return async (channel, params, consumer = 'extension') =>
    isExtension(consumer) ? session.request(channel, params, consumer) : failure('REQUEST_INVALID', refused);
}
