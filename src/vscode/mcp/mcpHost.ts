import * as vscode from 'vscode';
import type { ConnectableAgent, FileStep, McpModule, RunningMcp, SetupStep } from '../../agents/mcpModule.ts';
import type { SessionClient } from '../../agents/sessionClient.ts';
import { errorCodes } from '../../protocol/errorCodes.ts';
import { said, showAppError, showFailure } from '../commands/messages.ts';
import type { Commands } from '../contributions.ts';
import type { VscodeHost } from '../host/vscodeHost.ts';
import type { OwnDocuments } from '../view/ownDocuments.ts';

interface Served {
  readonly server: RunningMcp;
  readonly token: string;
}

const setting = 'tellAgents';

/**
 * The MCP server of this window. It starts with the setting `liveContext.tellAgents`, or when an
 * agent is set up.
 * @param load loads the code of the server
 */
export function mcpHost(
  context: vscode.ExtensionContext,
  client: SessionClient,
  { rules, sha256, log }: Pick<VscodeHost, 'rules' | 'sha256' | 'log'>,
  documents: OwnDocuments,
  load: () => Promise<McpModule>,
) {
  const onFault = (error: unknown) => log.fault(error);
  let served: Promise<Served> | null = null;

  /** One token a workspace, so that a copied configuration stays good. */
  const workspaceToken = async (): Promise<string> => {
    const key = `mcp.token.${sha256((context.storageUri ?? context.globalStorageUri).toString())}`;
    const token = `${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll('-', '');
    try {
      const known = await context.secrets.get(key);
      if (known !== undefined) return known;
      await context.secrets.store(key, token);
    } catch (error) {
      // Without a keyring it is good until the window closes.
      onFault(error);
    }
    return token;
  };

  const start = async (): Promise<Served> => {
    const [module, token] = await Promise.all([load(), workspaceToken()]);
    const server = await module.startMcp({
      ...{ client, token, onFault },
      version: String(context.extension.packageJSON.version),
      port: context.workspaceState.get(portKey, 0),
      folders: folderPaths(),
      shipped: vscode.Uri.joinPath(context.extensionUri, 'dist').fsPath,
    });
    await context.workspaceState.update(portKey, server.port);
    return { server, token };
  };

  /** The running server, started if need be. */
  const serve = (): Promise<Served> => {
    const running = served ?? start();
    served = running;
    running.catch(() => {
      if (served === running) served = null;
    });
    return running;
  };

  /** Ends the server; nothing of it stays behind. */
  const stop = async (): Promise<void> => {
    const running = served;
    served = null;
    await running?.then(({ server }) => server.close()).catch(onFault);
  };

  const applySetting = () => {
    if (rules.settings()[setting]) serve().catch(onFault);
    else void stop();
  };

  /** The module and the running server; null when it cannot run, which is said. */
  const ready = async (): Promise<readonly [McpModule, Served] | null> => {
    const both = await Promise.all([load(), serve()]).catch(onFault);
    if (both) return both;
    showFailure({ code: 'MCP_FAILED', ...errorCodes.MCP_FAILED });
    return null;
  };

  const copyConfiguration = async () => {
    const placeHolder = vscode.l10n.t('Which agent is the configuration for?');
    const picked = await vscode.window.showQuickPick(agentItems, { placeHolder });
    const both = picked && (await ready());
    if (!both) return;
    const configuration = { mcpServers: { 'live-context': picked.entry(both[1]) } };
    await vscode.env.clipboard.writeText(`${JSON.stringify(configuration, null, 2)}\n`);
    await enable();
    said(vscode.l10n.t('Copied the configuration; the MCP server now starts with every window'));
  };

  const connect = async () => {
    const both = await ready();
    if (both === null) return;
    const [module, { server }] = both;
    try {
      if (await connectAgent(module, server.plugin, documents)) await enable();
    } catch (error) {
      showAppError(error);
    }
  };

  const updateFolders = async () => {
    const running = await served?.catch(() => null);
    await running?.server.setFolders(folderPaths()).catch(onFault);
  };

  const subscriptions = vscode.Disposable.from(
    vscode.workspace.onDidChangeWorkspaceFolders(() => void updateFolders()),
    rules.onDidChange(applySetting),
  );
  void vscode.commands.executeCommand('setContext', 'liveContext.mcp', true);
  applySetting();
  const commands: Commands = {
    'liveContext.copyMcpConfiguration': copyConfiguration,
    'liveContext.connectAnAgent': connect,
  };
  return {
    ...{ commands, stop },
    dispose(): void {
      subscriptions.dispose();
      void stop();
    },
  };
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

interface AgentItem extends vscode.QuickPickItem {
  readonly agent: ConnectableAgent;
  readonly to: 'connect' | 'disconnect';
}

/**
 * Connects an agent outside VS Code, or disconnects it: the user picks it, sees the changes and
 * allows them. Returns true if an agent was connected. Rejects with an `AppError`.
 */
async function connectAgent(module: McpModule, plugin: string, documents: OwnDocuments): Promise<boolean> {
  const agents = module.connectableAgents({ plugin, folders: folderPaths() });
  const items = await Promise.all(agents.map((agent) => agentItem(module, agent)));
  const placeHolder = vscode.l10n.t('Which agent do you want to connect?');
  const foundFirst = items.toSorted((a, b) => Number(b.picked) - Number(a.picked));
  const picked = await vscode.window.showQuickPick(foundFirst, { placeHolder });
  if (picked === undefined) return false;
  const { agent, to } = picked;
  const steps = await module.stepsOf(agent, to);
  if (!(await allowed(picked, steps, documents))) return false;
  for (const step of steps) await module.carryOut(step);
  const { label } = agent;
  if (to === 'disconnect') said(vscode.l10n.t('{0} is no longer connected', label));
  else {
    const done = vscode.l10n.t('{0} is connected', label);
    const next = agent.asksAboutHooks
      ? vscode.l10n.t('Restart it in a folder that is open in VS Code, and allow its hooks when it asks.')
      : vscode.l10n.t('Restart it in a folder that is open in VS Code.');
    // VS Code shows the whole of a message that has a button, and else one line of it.
    void vscode.window.showInformationMessage(vscode.l10n.t('{0}. {1}', done, next), vscode.l10n.t('OK'));
  }
  return to === 'connect';
}

async function agentItem(module: McpModule, agent: ConnectableAgent): Promise<AgentItem> {
  const [found, connected] = await Promise.all([module.isFound(agent), module.isConnected(agent)]);
  const description = connected
    ? vscode.l10n.t('connected; disconnect')
    : found
      ? ''
      : vscode.l10n.t('not found on this machine');
  return { label: agent.label, description, agent, to: connected ? 'disconnect' : 'connect', picked: found };
}

/** Says what will be done, shows the changes to who wants to see them, and asks. */
async function allowed({ agent, to }: AgentItem, steps: readonly SetupStep[], documents: OwnDocuments) {
  const title =
    to === 'connect'
      ? vscode.l10n.t('Connect {0} to Live Context?', agent.label)
      : vscode.l10n.t('Disconnect {0} from Live Context?', agent.label);
  const detail = steps.map(stepText).join('\n');
  const go = to === 'connect' ? vscode.l10n.t('Connect') : vscode.l10n.t('Disconnect');
  const show = vscode.l10n.t('Show Changes');
  const files = steps.filter((step) => step.kind === 'file');
  const choices = files.length > 0 ? [go, show] : [go];
  const answer = await vscode.window.showInformationMessage(title, { modal: true, detail }, ...choices);
  if (answer !== show) return answer === go;
  await showChanges(files, documents);
  return documents.ask();
}

function stepText(step: SetupStep): string {
  if (step.kind === 'command') return vscode.l10n.t('runs: {0}', step.command.join(' '));
  if (step.kind === 'folder') return vscode.l10n.t('deletes: {0}', step.path);
  if (step.isPasted) return vscode.l10n.t('removes the pasted entry from: {0}', step.path);
  if (step.before === null) return vscode.l10n.t('creates: {0}', step.path);
  return step.after === null ? vscode.l10n.t('deletes: {0}', step.path) : vscode.l10n.t('changes: {0}', step.path);
}

async function showChanges(files: readonly FileStep[], documents: OwnDocuments): Promise<void> {
  for (const { path, before, after } of files) {
    const held = (text: string | null) => documents.hold(vscode.Uri.file(path).path, text ?? '');
    await vscode.commands.executeCommand('vscode.diff', held(before), held(after), path, { preview: false });
  }
}
