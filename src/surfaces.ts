import * as vscode from 'vscode';
import type { Disposable } from './base/disposable.ts';
import { Emitter } from './base/event.ts';
import type { Sha256 } from './base/hash.ts';
import type { Core } from './core.ts';
import type { Channel, Params } from './protocol/channels.ts';
import type { Door, DoorChange } from './tools/door.ts';
import { registerCommands } from './vscode/commands.ts';
import { registerContextCommands } from './vscode/contextCommands.ts';
import { DiskChanges } from './vscode/diskChanges.ts';
import { composeFileSurfaces } from './vscode/fileSurfaces.ts';
import { registerLanguageModelTools } from './vscode/languageModelTools.ts';
import { LiveContextView } from './vscode/liveContextView.ts';
import { McpHost } from './vscode/mcpHost.ts';
import { registerParticipant } from './vscode/participant.ts';
import type { McpModule } from './vscode/platform/mcpModule.ts';
import { StatusBar } from './vscode/statusBar.ts';
import { Tracker } from './vscode/tracker.ts';
import { VersionDocuments } from './vscode/versionDocuments.ts';

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
  const doorChanged = new Emitter<DoorChange>();
  const door: Door = {
    // The session refuses parameters that do not fit.
    request: (channel, params, consumer) => session.request(channel, params as Params<Channel>, consumer),
    onDidChange: doorChanged.event,
  };
  const mcp = loadMcp && new McpHost({ context, door, rules, sha256, load: loadMcp, onFault });
  const redact = (project: string, text: string) => redaction.redactText(project, text).text;
  const shown = () => {
    view.changed();
    statusBar.changed();
  };
  const wiring = vscode.Disposable.from(
    registerCommands(session, log),
    registerContextCommands(session),
    registerLanguageModelTools(door),
    registerParticipant(session, redact, context.extensionUri),
    rules.onDidChange(() => tracker.applyRules()),
    contextFiles.onDidChange(() => doorChanged.fire('files')),
    // An agent that is told of what it just received itself would ask for ever.
    session.onDidDeliver(() => shown()),
    whenSomethingChanges(core, () => {
      shown();
      doorChanged.fire('context');
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
      doorChanged,
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
