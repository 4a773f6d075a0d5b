import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/event.ts';
import type { Sha256 } from '../base/hash.ts';
import type { Channel, Params } from '../protocol/channels.ts';
import type { SessionChange, SessionClient } from '../tools/sessionClient.ts';
import { registerLanguageModelTools } from './chat/languageModelTools.ts';
import { registerParticipant } from './chat/participant.ts';
import { registerCommands } from './commands/commands.ts';
import { registerContextCommands } from './commands/contextCommands.ts';
import { composeFileSurfaces } from './commands/fileSurfaces.ts';
import { VersionDocuments } from './commands/versionDocuments.ts';
import type { Core } from './core.ts';
import type { McpModule } from './host/platform/mcpModule.ts';
import { McpHost } from './mcp/mcpHost.ts';
import { DiskChanges } from './tracking/diskChanges.ts';
import { Tracker } from './tracking/tracker.ts';
import { LiveContextView } from './view/liveContextView.ts';
import { StatusBar } from './view/statusBar.ts';

export interface Surfaces {
  /** To be disposed, the last one first. */
  readonly parts: readonly Disposable[];
  /** Lets nobody in any more. */
  stop(): Promise<void>;
}

/** What the surfaces need besides the core. `loadMcp` loads the MCP server, which the browser has none of. */
export interface SurfacesNeeds {
  readonly context: vscode.ExtensionContext;
  readonly sha256: Sha256;
  readonly loadMcp: (() => Promise<McpModule>) | null;
}

/** Builds what people and agents meet: the tracker, the view, the status bar, commands, tools, the participant, MCP. */
export function composeSurfaces(core: Core, { context, sha256, loadMcp }: SurfacesNeeds): Surfaces {
  const { session, log, notices, rules, histories, disk, heads, redaction, contextFiles } = core;
  const onFault = (error: unknown) => log.fault(error);
  const diskChanges = new DiskChanges(histories, heads, disk, (message) => log.info(message));
  const tracker = new Tracker(histories, rules.reason, diskChanges);
  const versions = new VersionDocuments(session);
  const fileSurfaces = composeFileSurfaces({
    session,
    files: contextFiles,
    settings: rules.settings,
    redact: core.redactOutput,
    onProblem: (code) => notices.add(code),
    onFault,
  });
  const view = new LiveContextView(context.extensionUri, session, fileSurfaces.documents);
  const statusBar = new StatusBar(session);
  const clientChanged = new Emitter<SessionChange>();
  const client: SessionClient = {
    // The session refuses parameters that do not fit.
    request: (channel, params, consumer) => session.request(channel, params as Params<Channel>, consumer),
    onDidChange: clientChanged.event,
  };
  const mcp = loadMcp && new McpHost({ context, client, rules, sha256, load: loadMcp, onFault });
  const redact = (project: string, text: string) => redaction.redactText(project, text).text;
  const shown = () => {
    view.changed();
    statusBar.changed();
  };
  const wiring = vscode.Disposable.from(
    registerCommands(session, log),
    registerContextCommands(session),
    registerLanguageModelTools(client),
    registerParticipant(session, redact, context.extensionUri),
    rules.onDidChange(() => tracker.applyRules()),
    contextFiles.onDidChange(() => clientChanged.fire('files')),
    // An agent that is told of what it just received itself would ask for ever.
    session.onDidDeliver(() => shown()),
    whenSomethingChanges(core, () => {
      shown();
      clientChanged.fire('context');
    }),
    storeNotices(core),
  );
  return {
    parts: [
      diskChanges,
      tracker,
      versions,
      view,
      statusBar,
      ...(mcp === null ? [] : [mcp]),
      clientChanged,
      fileSurfaces,
      wiring,
    ],
    stop: async () => mcp?.stop(),
  };
}

/** Tells that a prompt may be another one now. */
function whenSomethingChanges(core: Core, listener: () => void): vscode.Disposable {
  const { window, languages } = vscode;
  return vscode.Disposable.from(
    core.histories.onDidChange(listener),
    core.plans.onDidAdd(listener),
    core.notices.onDidAdd(listener),
    core.notices.onDidWithdraw(listener),
    core.sources.onDidChange(listener),
    core.redaction.onDidChange(listener),
    core.contextFiles.onDidChange(listener),
    core.session.onDidAct(listener),
    core.session.onDidAnswerLate(listener),
    window.onDidChangeActiveTextEditor(listener),
    window.onDidChangeTextEditorSelection(listener),
    window.onDidChangeTextEditorVisibleRanges(listener),
    window.tabGroups.onDidChangeTabs(listener),
    languages.onDidChangeDiagnostics(listener),
  );
}

/** Tells the developer how storing goes. */
function storeNotices({ store, notices, log }: Core): vscode.Disposable {
  return vscode.Disposable.from(
    store.onDidFail((code) => notices.add(code)),
    store.onDidRecover(() => notices.withdraw('STORE_FULL', 'STORE_DENIED', 'STORE_FAILED')),
    notices.onDidAdd(({ code }) => log.info(`notice ${code}`)),
  );
}
