import * as vscode from 'vscode';
import type { RunningLiveContext } from '../createLiveContext.ts';
import { registerLanguageModelTools } from './chat/languageModelTools.ts';
import { registerParticipant } from './chat/participant.ts';
import { provideToolCatalogue } from './chat/toolCatalogue.ts';
import { registerAnswerCommands } from './commands/answerCommands.ts';
import { registerCommands } from './commands/commands.ts';
import { registerContextCommands } from './commands/contextCommands.ts';
import { ConversationDocuments } from './commands/conversationDocuments.ts';
import { registerDeliveryCommands } from './commands/deliveryCommands.ts';
import { registerFileCommands } from './commands/fileCommands.ts';
import { FileDocuments } from './commands/fileDocuments.ts';
import { VersionDocuments } from './commands/versionDocuments.ts';
import type { McpModule } from './host/platform/mcpModule.ts';
import type { VscodeHost } from './host/vscodeHost.ts';
import { McpHost } from './mcp/mcpHost.ts';
import { DiskChanges } from './tracking/diskChanges.ts';
import { TerminalOutput } from './tracking/terminalOutput.ts';
import { Tracker } from './tracking/tracker.ts';
import { ViolationMarks } from './tracking/violationMarks.ts';
import { ContextFilesTree } from './view/contextFilesTree.ts';
import { LiveContextView } from './view/liveContextView.ts';
import { PromptDocuments } from './view/promptDocuments.ts';
import { registerRowCommands } from './view/rowCommands.ts';
import { Snapshots } from './view/snapshots.ts';
import { StatusBar } from './view/statusBar.ts';

export interface Ui extends vscode.Disposable {
  /** Ends the MCP server. */
  stop(): Promise<void>;
}

interface UiOptions {
  readonly context: vscode.ExtensionContext;
  /** Loads the MCP server; null in the browser, which has none. */
  readonly loadMcp: (() => Promise<McpModule>) | null;
}

/** What people and agents meet in VS Code: the tracker, the view, the status bar, commands, tools, the participant, MCP. */
export function openUi(liveContext: RunningLiveContext, host: VscodeHost, { context, loadMcp }: UiOptions): Ui {
  const { session, client, notices, histories, contextFiles } = liveContext;
  const { log, rules, sha256 } = host;
  const onFault = (error: unknown) => log.fault(error);
  const diskChanges = new DiskChanges(histories, host.heads, host.disk, (message) => log.info(message));
  const tracker = new Tracker(histories, rules.reason, diskChanges);
  const versionDocuments = new VersionDocuments(session);
  const fileDocuments = new FileDocuments(session);
  const terminals = new TerminalOutput({
    ...{ session, files: contextFiles, settings: rules.settings, redact: liveContext.redactOutput, onFault },
    onProblem: (code) => notices.add(code),
  });
  const snapshots = new Snapshots(session);
  const statusBar = new StatusBar(snapshots);
  const filesTree = new ContextFilesTree(session, fileDocuments);
  const view = new LiveContextView(context.extensionUri, session, snapshots);
  const mcp = loadMcp && new McpHost({ context, client, rules, sha256, load: loadMcp, onFault });
  const refresh = () => snapshots.changed();
  const disposables = vscode.Disposable.from(
    registerCommands(session, log),
    registerAnswerCommands(session),
    registerContextCommands(session),
    registerDeliveryCommands(session),
    registerFileCommands(session, fileDocuments, terminals),
    new ViolationMarks(session.judge, histories),
    registerRowCommands(session, view, snapshots),
    new PromptDocuments(session, snapshots),
    new ConversationDocuments(session),
    provideToolCatalogue(contextFiles, onFault),
    registerLanguageModelTools(client),
    registerParticipant(session, client, context.extensionUri),
    rules.onDidChange(() => tracker.applyRules()),
    contextFiles.onDidChange(() => filesTree.changed()),
    session.onDidDeliver(refresh),
    liveContext.onDidChange(refresh),
    ...[terminals, fileDocuments, ...(mcp === null ? [] : [mcp])],
    ...[statusBar, view, filesTree, snapshots, versionDocuments, tracker, diskChanges],
  );
  return { stop: async () => mcp?.stop(), dispose: () => disposables.dispose() };
}
