import * as vscode from 'vscode';
import type { McpModule } from '../agents/mcpModule.ts';
import { AppError } from '../base/appError.ts';
import { createLiveContext } from '../createLiveContext.ts';
import type { Histories } from '../documents/histories.ts';
import type { HistoryStore } from '../documents/store/historyStore.ts';
import { isExtension } from '../protocol/consumer.ts';
import { failure } from '../protocol/result.ts';
import type { Session } from '../session/session.ts';
import { languageModelTools } from './chat/languageModelTools.ts';
import { participant } from './chat/participant.ts';
import { answerCommands } from './commands/answerCommands.ts';
import { paletteCommands, versionText } from './commands/commands.ts';
import { contextCommands } from './commands/contextCommands.ts';
import { conversationText, showConversation } from './commands/conversationDocuments.ts';
import { deliveryCommands, deliveryText } from './commands/deliveryCommands.ts';
import { contextFileText, fileCommands } from './commands/fileCommands.ts';
import { proofText, showProof } from './commands/proofReport.ts';
import type { Commands, RunningExtension } from './contributions.ts';
import type { VscodeHost } from './host/vscodeHost.ts';
import { mcpHost } from './mcp/mcpHost.ts';
import { terminalOutput } from './tracking/terminalOutput.ts';
import { markViolations } from './tracking/violationMarks.ts';
import { contextFilesTree } from './view/contextFilesTree.ts';
import { editorFront, liveContextView } from './view/liveContextView.ts';
import { localised } from './view/localised.ts';
import { ownDocuments } from './view/ownDocuments.ts';
import { openPrompt, promptDocuments } from './view/promptDocuments.ts';
import { rowCommands } from './view/rowCommands.ts';
import { Snapshots } from './view/snapshots.ts';
import { statusBar } from './view/statusBar.ts';

const foreignConsumer = failure(
  'REQUEST_INVALID',
  'The consumer must be the id of your own extension (publisher.name), or be left out.',
);

/**
 * Opens the surfaces in VS Code: view, status bar, commands, tools, participant, MCP. Their end ends
 * `following`, too.
 */
export async function openSurfaces(
  context: vscode.ExtensionContext,
  host: VscodeHost,
  histories: Histories,
  store: HistoryStore,
  following: readonly vscode.Disposable[],
  loadMcp: (() => Promise<McpModule>) | null,
): Promise<RunningExtension> {
  const { clock, log, rules } = host;
  const liveContext = await createLiveContext(host, histories, store);
  const { session, client, notices, contextFiles } = liveContext;
  const terminals = terminalOutput(contextFiles, rules.settings, liveContext.redactOutput, (error) => {
    if (error instanceof AppError) notices.add(error.code);
    else log.fault(error);
  });
  const request: Session['request'] = async (...asked) => localised(await session.request(...asked));
  const snapshots = new Snapshots({ request }, clock, editorFront);
  const prompts = promptDocuments(session);
  const documents = ownDocuments({
    version: versionText(session),
    prompt: prompts.text,
    delivery: deliveryText(session),
    file: contextFileText(session),
    conversation: conversationText(session),
    proof: proofText(session),
  });
  const filesTree = contextFilesTree(session);
  const view = liveContextView(context.extensionUri, session, histories, snapshots);
  const mcp = loadMcp && mcpHost(context, client, host, documents, loadMcp);
  const refresh = () => snapshots.changed();
  const commands: Commands = {
    ...paletteCommands(session, log, () => snapshots.consumer),
    ...answerCommands(session, documents),
    ...contextCommands(session),
    ...deliveryCommands(session, documents),
    ...fileCommands(session, terminals),
    ...rowCommands(session, view, snapshots),
    'liveContext.openPrompt': () => openPrompt(session, documents, snapshots.consumer),
    'liveContext.showConversation': () => showConversation(session, documents),
    'liveContext.showWhatItSaved': () => showProof(documents),
    ...filesTree.commands,
    ...mcp?.commands,
  };
  const surfaces = vscode.Disposable.from(
    markViolations(session.judge, histories),
    contextFiles.onDidChange(filesTree.changed),
    session.onDidDeliver(refresh),
    session.onDidDeliver(() => documents.renewSeen('conversation')),
    session.onDidAct(() => documents.renewSeen('conversation')),
    snapshots.onDidAssemble(() => documents.renewSeen('prompt')),
    liveContext.onDidChange(refresh),
    ...[terminals, documents, prompts, statusBar(snapshots), view, filesTree, snapshots, ...(mcp ? [mcp] : [])],
    ...following,
  );
  return {
    // None of the other extensions speaks for the developer, or for an agent.
    request: async (channel, params, consumer = 'extension') =>
      isExtension(consumer) ? session.request(channel, params, consumer) : foreignConsumer,
    onDidChange: histories.onDidChange,
    contributions: { commands, tools: languageModelTools(client), participant: participant(session, client) },
    flush: async () => {
      await Promise.all([liveContext.flush(), mcp?.stop()]);
    },
    dispose: () => vscode.Disposable.from(surfaces, liveContext).dispose(),
  };
}
