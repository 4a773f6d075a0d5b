import * as vscode from 'vscode';
import type { McpModule } from '../agents/mcpModule.ts';
import type { RunningLiveContext } from '../createLiveContext.ts';
import type { Session } from '../session/session.ts';
import { languageModelTools } from './chat/languageModelTools.ts';
import { participant } from './chat/participant.ts';
import { storeToolCatalogue } from './chat/toolCatalogue.ts';
import { answerCommands } from './commands/answerCommands.ts';
import { paletteCommands } from './commands/commands.ts';
import { contextCommands } from './commands/contextCommands.ts';
import { conversationText, showConversation } from './commands/conversationDocuments.ts';
import { deliveryCommands, deliveryText } from './commands/deliveryCommands.ts';
import { fileCommands } from './commands/fileCommands.ts';
import { contextFileText } from './commands/fileDocuments.ts';
import { proofText, showProof } from './commands/proofReport.ts';
import { versionText } from './commands/versionDocuments.ts';
import type { Commands, Contributions } from './contributions.ts';
import type { VscodeHost } from './host/vscodeHost.ts';
import { McpHost } from './mcp/mcpHost.ts';
import { DiskChanges } from './tracking/diskChanges.ts';
import { DiskRenames } from './tracking/diskRenames.ts';
import { TerminalOutput } from './tracking/terminalOutput.ts';
import { Tracker } from './tracking/tracker.ts';
import { ViolationMarks } from './tracking/violationMarks.ts';
import { ContextFilesTree } from './view/contextFilesTree.ts';
import { editorFront, LiveContextView } from './view/liveContextView.ts';
import { localised } from './view/localised.ts';
import { OwnDocuments } from './view/ownDocuments.ts';
import { PromptDocuments } from './view/promptDocuments.ts';
import { rowCommands } from './view/rowCommands.ts';
import { Snapshots } from './view/snapshots.ts';
import { StatusBar } from './view/statusBar.ts';

/**
 * The surfaces in VS Code: tracker, view, status bar, commands, tools, participant, MCP.
 * @param loadMcp loads the MCP server; null in the browser, which has none
 */
export function openUi(
  liveContext: RunningLiveContext,
  host: VscodeHost,
  context: vscode.ExtensionContext,
  loadMcp: (() => Promise<McpModule>) | null,
) {
  const { session, client, notices, histories, contextFiles } = liveContext;
  const { clock, log, rules, sha256 } = host;
  const onFault = (error: unknown) => log.fault(error);
  const diskChanges = new DiskChanges(histories, host.heads, host.disk, (message) => log.info(message));
  const tracker = new Tracker(histories, rules.reason, diskChanges);
  const diskRenames = new DiskRenames(histories, rules.reason, host.disk);
  const terminals = new TerminalOutput({
    ...{ session, files: contextFiles, settings: rules.settings, redact: liveContext.redactOutput, onFault },
    onProblem: (code) => notices.add(code),
  });
  const request: Session['request'] = async (...asked) => localised(await session.request(...asked));
  const snapshots = new Snapshots({ session: { request }, clock, front: editorFront });
  const statusBar = new StatusBar(snapshots);
  const prompts = new PromptDocuments(session, snapshots);
  const documents = new OwnDocuments({
    version: versionText(session),
    prompt: prompts.text,
    delivery: deliveryText(session),
    file: contextFileText(session),
    conversation: conversationText(session),
    proof: proofText(session),
  });
  const filesTree = new ContextFilesTree(session);
  const view = new LiveContextView(context.extensionUri, session, snapshots);
  const mcp = loadMcp && new McpHost({ context, client, rules, sha256, documents, load: loadMcp, onFault });
  const refresh = () => snapshots.changed();
  const commands: Commands = {
    ...paletteCommands(session, log, () => snapshots.consumer),
    ...answerCommands(session, documents),
    ...contextCommands(session),
    ...deliveryCommands(session, documents),
    ...fileCommands(session, terminals),
    ...rowCommands(session, view, snapshots),
    'liveContext.openPrompt': () => prompts.open(documents),
    'liveContext.showConversation': () => showConversation(session, documents),
    'liveContext.showWhatItSaved': () => showProof(documents),
    ...filesTree.commands,
    ...mcp?.commands,
  };
  const disposables = vscode.Disposable.from(
    new ViolationMarks(session.judge, histories),
    storeToolCatalogue(contextFiles, onFault),
    rules.onDidChange(() => tracker.applyRules()),
    contextFiles.onDidChange(() => filesTree.changed()),
    session.onDidDeliver(refresh),
    session.onDidDeliver(() => documents.renewSeen('conversation')),
    session.onDidAct(() => documents.renewSeen('conversation')),
    snapshots.onDidAssemble(() => documents.renewSeen('prompt')),
    liveContext.onDidChange(refresh),
    terminals,
    documents,
    prompts,
    ...(mcp === null ? [] : [mcp]),
    statusBar,
    view,
    filesTree,
    snapshots,
    tracker,
    diskChanges,
    diskRenames,
  );
  const contributions: Contributions = {
    commands,
    tools: languageModelTools(client),
    participant: participant(session, client),
  };
  return {
    contributions,
    /** Ends the MCP server. */
    stop: async () => mcp?.stop(),
    dispose: () => disposables.dispose(),
  };
}
