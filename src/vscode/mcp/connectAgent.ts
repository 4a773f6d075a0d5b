import * as vscode from 'vscode';
import type { ConnectableAgent, FileStep, McpModule, SetupStep } from '../../agents/mcpModule.ts';
import { said } from '../commands/messages.ts';
import type { OwnDocuments } from '../view/ownDocuments.ts';

interface AgentItem extends vscode.QuickPickItem {
  readonly agent: ConnectableAgent;
  readonly to: 'connect' | 'disconnect';
}

/**
 * Connects an agent outside VS Code, or disconnects it: the user picks it, sees the changes and
 * allows them. Returns true if an agent was connected. Rejects with an `AppError`.
 */
export async function connectAgent(module: McpModule, plugin: string, documents: OwnDocuments): Promise<boolean> {
  const items = await Promise.all(module.connectableAgents({ plugin }).map((agent) => agentItem(module, agent)));
  const placeHolder = vscode.l10n.t('Which agent is to see this editor?');
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
    ? vscode.l10n.t('connected; take it away')
    : found
      ? ''
      : vscode.l10n.t('not found on this machine');
  return { label: agent.label, description, agent, to: connected ? 'disconnect' : 'connect', picked: found };
}

/** Says what will be done, shows the changes to who wants to see them, and asks. */
async function allowed(
  { agent, to }: AgentItem,
  steps: readonly SetupStep[],
  documents: OwnDocuments,
): Promise<boolean> {
  const title =
    to === 'connect'
      ? vscode.l10n.t('Connect {0} with Live Context?', agent.label)
      : vscode.l10n.t('Take Live Context away from {0}?', agent.label);
  const detail = steps.map(stepText).join('\n');
  const go = to === 'connect' ? vscode.l10n.t('Connect') : vscode.l10n.t('Take Away');
  const show = vscode.l10n.t('Show Changes');
  const files = steps.filter((step) => step.kind === 'file');
  const choices = files.length > 0 ? [go, show] : [go];
  const answer = await vscode.window.showInformationMessage(title, { modal: true, detail }, ...choices);
  if (answer !== show) return answer === go;
  await showChanges(files, documents);
  try {
    return (await vscode.window.showInformationMessage(title, go, vscode.l10n.t('Cancel'))) === go;
  } finally {
    await documents.drop();
  }
}

function stepText(step: SetupStep): string {
  if (step.kind === 'command') return vscode.l10n.t('runs: {0}', step.command.join(' '));
  if (step.kind === 'folder') return vscode.l10n.t('deletes: {0}', step.path);
  if (step.before === null) return vscode.l10n.t('creates: {0}', step.path);
  return step.after === null ? vscode.l10n.t('deletes: {0}', step.path) : vscode.l10n.t('changes: {0}', step.path);
}

async function showChanges(files: readonly FileStep[], documents: OwnDocuments): Promise<void> {
  for (const { path, before, after } of files) {
    const held = (text: string | null) => documents.hold(vscode.Uri.file(path).path, text ?? '');
    await vscode.commands.executeCommand('vscode.diff', held(before), held(after), path, { preview: false });
  }
}
