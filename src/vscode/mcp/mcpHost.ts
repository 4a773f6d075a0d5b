import * as vscode from 'vscode';
import type { McpModule, RunningMcp } from '../../agents/mcpModule.ts';
import type { SessionClient } from '../../agents/sessionClient.ts';
import type { Sha256 } from '../../base/ports/hash.ts';
import { errorCodes } from '../../protocol/errorCodes.ts';
import { said, showAppError, showFailure } from '../commands/messages.ts';
import type { Commands } from '../contributions.ts';
import type { WindowTrackingRules } from '../tracking/trackingRules.ts';
import type { OwnDocuments } from '../view/ownDocuments.ts';
import { connectAgent } from './connectAgent.ts';

export interface McpHostDependencies {
  readonly context: vscode.ExtensionContext;
  readonly client: SessionClient;
  readonly rules: WindowTrackingRules;
  readonly sha256: Sha256;
  readonly documents: OwnDocuments;
  /** Loads the code of the server. */
  readonly load: () => Promise<McpModule>;
  readonly onFault: (error: unknown) => void;
}

interface Served {
  readonly server: RunningMcp;
  readonly token: string;
}

const setting = 'mcp.enabled';

/**
 * The MCP server of this window. It starts with the setting `liveContext.mcp.enabled`, or when an
 * agent is set up.
 */
export class McpHost implements vscode.Disposable {
  readonly commands: Commands = {
    'liveContext.copyMcpConfiguration': () => this.#copyConfiguration(),
    'liveContext.connectAnAgent': () => this.#connectAgent(),
  };
  readonly #dependencies: McpHostDependencies;
  readonly #subscriptions: vscode.Disposable;
  #served: Promise<Served> | null = null;

  constructor(dependencies: McpHostDependencies) {
    this.#dependencies = dependencies;
    this.#subscriptions = vscode.Disposable.from(
      vscode.workspace.onDidChangeWorkspaceFolders(() => void this.#updateFolders()),
      dependencies.rules.onDidChange(() => this.#applySetting()),
    );
    void vscode.commands.executeCommand('setContext', 'liveContext.mcp', true);
    this.#applySetting();
  }

  /** Ends the server; nothing of it stays behind. */
  async stop(): Promise<void> {
    const served = this.#served;
    this.#served = null;
    await served?.then(({ server }) => server.close()).catch((error) => this.#dependencies.onFault(error));
  }

  dispose(): void {
    this.#subscriptions.dispose();
    void this.stop();
  }

  #applySetting(): void {
    if (this.#dependencies.rules.settings()[setting]) this.#serve().catch((error) => this.#dependencies.onFault(error));
    else void this.stop();
  }

  /** The running server, started if need be. */
  #serve(): Promise<Served> {
    const served = this.#served ?? this.#start();
    this.#served = served;
    served.catch(() => {
      if (this.#served === served) this.#served = null;
    });
    return served;
  }

  async #start(): Promise<Served> {
    const { context, client, load, onFault } = this.#dependencies;
    const [module, token] = await Promise.all([load(), this.#token()]);
    const server = await module.startMcp({
      client,
      token,
      onFault,
      version: String(context.extension.packageJSON.version),
      port: context.workspaceState.get(portKey, 0),
      folders: folderPaths(),
      shipped: vscode.Uri.joinPath(context.extensionUri, 'dist').fsPath,
    });
    await context.workspaceState.update(portKey, server.port);
    return { server, token };
  }

  /** One token a workspace, so that a copied configuration stays good. */
  async #token(): Promise<string> {
    const { context, sha256 } = this.#dependencies;
    const key = `mcp.token.${sha256((context.storageUri ?? context.globalStorageUri).toString())}`;
    const token = `${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll('-', '');
    try {
      const known = await context.secrets.get(key);
      if (known !== undefined) return known;
      await context.secrets.store(key, token);
    } catch (error) {
      // Without a keyring it is good until the window closes.
      this.#dependencies.onFault(error);
    }
    return token;
  }

  async #updateFolders(): Promise<void> {
    const served = await this.#served?.catch(() => null);
    await served?.server.setFolders(folderPaths()).catch((error: unknown) => this.#dependencies.onFault(error));
  }

  async #copyConfiguration(): Promise<void> {
    const placeHolder = vscode.l10n.t('Which agent is the configuration for?');
    const picked = await vscode.window.showQuickPick(agentItems, { placeHolder });
    if (picked === undefined) return;
    const ready = await this.#ready();
    if (ready === null) return;
    const configuration = { mcpServers: { 'live-context': picked.entry(ready[1]) } };
    await vscode.env.clipboard.writeText(`${JSON.stringify(configuration, null, 2)}\n`);
    await enable();
    said(vscode.l10n.t('Copied the configuration; the MCP server now starts with every window'));
  }

  async #connectAgent(): Promise<void> {
    const ready = await this.#ready();
    if (ready === null) return;
    const [module, { server }] = ready;
    try {
      if (await connectAgent(module, server.plugin, this.#dependencies.documents)) await enable();
    } catch (error) {
      showAppError(error);
    }
  }

  /** The module and the running server; null when it cannot run, which is said. */
  async #ready(): Promise<readonly [McpModule, Served] | null> {
    const ready = await Promise.all([this.#dependencies.load(), this.#serve()]).catch((error) =>
      this.#dependencies.onFault(error),
    );
    if (ready) return ready;
    showFailure({ code: 'MCP_FAILED', ...errorCodes.MCP_FAILED });
    return null;
  }
}

/** From now on the server starts with every window. */
async function enable(): Promise<void> {
  await vscode.workspace.getConfiguration('liveContext').update(setting, true, vscode.ConfigurationTarget.Global);
}

const portKey = 'mcp.port';

function folderPaths(): string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders
    .filter(({ uri }) => uri.scheme === 'file' || uri.scheme === 'vscode-remote')
    .map(({ uri }) => vscode.Uri.file(uri.path).fsPath);
}

/** Entries for agents that *Connect an Agent…* does not know. Only the address names this window and its token. */
const agentItems: readonly (vscode.QuickPickItem & { readonly entry: (served: Served) => object })[] = [
  {
    entry: ({ server }) => {
      const folder = folderPaths().slice(0, 1);
      return { command: 'node', args: [server.bridge, ...folder.flatMap((path) => ['--folder', path])] };
    },
    label: vscode.l10n.t('Another agent'),
    description: vscode.l10n.t('a program for this folder, in the common JSON form'),
  },
  {
    entry: ({ server, token }) => {
      // The id tells agents without sessions apart.
      const url = `${server.url}?agent=${crypto.randomUUID().slice(0, 8)}`;
      return { type: 'http', url, headers: { Authorization: `Bearer ${token}` } };
    },
    label: 'HTTP',
    description: vscode.l10n.t('address and token of this window; keep it to yourself'),
  },
];
