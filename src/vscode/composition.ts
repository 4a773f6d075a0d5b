import * as vscode from 'vscode';
import type { Channel, Params, Value } from '../protocol/channels.ts';
import { trustedConsumers } from '../protocol/consumer.ts';
import { failure, type Result } from '../protocol/result.ts';
import type { Session } from '../session/session.ts';
import { composeCore } from './core.ts';
import type { McpModule } from './host/platform/mcpModule.ts';
import type { Platform } from './host/platform/platform.ts';
import { composeSurfaces } from './surfaces.ts';

/** What other extensions get: `vscode.extensions.getExtension('live-context.live-context').exports`. */
export interface LiveContextApi {
  /** Asks a channel; `consumer` is your extension's id, whose watermark a delivery moves. Never throws, always settles. */
  request<C extends Channel>(channel: C, params: Params<C>, consumer?: string): Promise<Result<Value<C>>>;
  /** Tells the URI of a document whose text, versions or checkpoints changed. */
  readonly onDidChange: vscode.Event<string>;
}

export interface Composition extends vscode.Disposable {
  readonly api: LiveContextApi;
  /** Seals and stores what is not stored yet. */
  flush(): Promise<void>;
}

/** Builds the parts and wires them. `loadMcp` loads the MCP server, which the browser has none of. */
export async function compose(
  context: vscode.ExtensionContext,
  platform: Platform,
  loadMcp: (() => Promise<McpModule>) | null,
): Promise<Composition> {
  const core = await composeCore(context, platform);
  const surfaces = composeSurfaces(core, { context, sha256: platform.sha256, loadMcp });
  const changed = new vscode.EventEmitter<string>();
  const telling = core.histories.onDidChange((documentId) => changed.fire(documentId));
  return {
    api: { request: requestOf(core.session), onDidChange: changed.event },
    flush: async () => {
      await Promise.all([core.flush(), surfaces.stop()]);
    },
    dispose: () => {
      for (const part of [...core.parts, changed, ...surfaces.parts, telling].reverse()) part.dispose();
    },
  };
}

/** The client as other extensions have it: none of them speaks for the developer. */
function requestOf(session: Session): LiveContextApi['request'] {
  const refused = 'Only Live Context itself speaks for the developer: ask as your own extension.';
  return async (channel, params, consumer = 'extension') =>
    trustedConsumers.has(consumer) ? failure('REQUEST_INVALID', refused) : session.request(channel, params, consumer);
}
