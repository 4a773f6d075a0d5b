import * as vscode from 'vscode';
import { createLiveContext } from '../createLiveContext.ts';
import type { Channel, Params, Value } from '../protocol/channels.ts';
import { isExtension } from '../protocol/consumer.ts';
import { failure, type Result } from '../protocol/result.ts';
import type { Session } from '../session/session.ts';
import type { McpModule } from './host/platform/mcpModule.ts';
import type { Platform } from './host/platform/platform.ts';
import { openVscodeHost } from './host/vscodeHost.ts';
import { openUi } from './ui.ts';

/** What other extensions get: `vscode.extensions.getExtension('live-context.live-context').exports`. */
export interface LiveContextApi {
  /** Asks a channel; `consumer` is your extension's id, whose watermark a delivery moves. Never throws, always settles. */
  request<C extends Channel>(channel: C, params: Params<C>, consumer?: string): Promise<Result<Value<C>>>;
  /** Tells the URI of a document whose text, versions or checkpoints changed. */
  readonly onDidChange: vscode.Event<string>;
}

export interface RunningExtension extends vscode.Disposable {
  readonly api: LiveContextApi;
  /** Seals and stores what is not stored yet. */
  flush(): Promise<void>;
}

/** Starts Live Context in this window. `loadMcp` loads the MCP server, which the browser has none of. */
export async function start(
  context: vscode.ExtensionContext,
  platform: Platform,
  loadMcp: (() => Promise<McpModule>) | null,
): Promise<RunningExtension> {
  const host = await openVscodeHost(context, platform);
  const liveContext = await createLiveContext(host);
  const ui = openUi(liveContext, host, { context, loadMcp });
  const changed = new vscode.EventEmitter<string>();
  const subscription = liveContext.histories.onDidChange((documentId) => changed.fire(documentId));
  return {
    api: { request: requestOf(liveContext.session), onDidChange: changed.event },
    flush: async () => {
      await Promise.all([liveContext.flush(), ui.stop()]);
    },
    dispose: () => vscode.Disposable.from(subscription, ui, changed, liveContext).dispose(),
  };
}

/** The client as other extensions have it: none of them speaks for the developer, or for an agent. */
function requestOf(session: Session): LiveContextApi['request'] {
  const refused = 'The consumer must be the id of your own extension (publisher.name), or be left out.';
  return async (channel, params, consumer = 'extension') =>
    isExtension(consumer) ? session.request(channel, params, consumer) : failure('REQUEST_INVALID', refused);
}
