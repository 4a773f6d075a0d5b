import * as vscode from 'vscode';
import { Emitter } from './base/event.ts';
import { ContextFiles } from './files/contextFiles.ts';
import { RecentFiles } from './files/recentFiles.ts';
import { Histories } from './history/histories.ts';
import { HistoryStore } from './history/historyStore.ts';
import { composeSources } from './promptSources.ts';
import type { Channel, Params, Value } from './protocol/channels.ts';
import { sharedConversation } from './protocol/contextFiles.ts';
import { failure, type Result } from './protocol/result.ts';
import { KnownSecrets } from './redaction/knownSecrets.ts';
import { OutputRedactor } from './redaction/outputRedactor.ts';
import { Redaction } from './redaction/redaction.ts';
import { RedactionStore } from './redaction/redactionStore.ts';
import { Budgets } from './session/budgets.ts';
import { developers } from './session/handlers.ts';
import { Notices } from './session/notices.ts';
import { PlanLog } from './session/planLog.ts';
import { Session } from './session/session.ts';
import { Tokenizers } from './session/tokenizer.ts';
import type { Door, DoorChange } from './tools/door.ts';
import { systemClock } from './vscode/clock.ts';
import { registerCommands } from './vscode/commands.ts';
import { registerContextCommands } from './vscode/contextCommands.ts';
import { DiskChanges } from './vscode/diskChanges.ts';
import { DiskStates } from './vscode/diskStates.ts';
import { editorWindow } from './vscode/editorWindow.ts';
import { EditorWorkspace } from './vscode/editorWorkspace.ts';
import { composeFileSurfaces } from './vscode/fileSurfaces.ts';
import { GitHeads } from './vscode/gitHeads.ts';
import { registerLanguageModelTools } from './vscode/languageModelTools.ts';
import { LiveContextView } from './vscode/liveContextView.ts';
import { Log } from './vscode/log.ts';
import { McpHost } from './vscode/mcpHost.ts';
import { registerParticipant } from './vscode/participant.ts';
import type { McpModule } from './vscode/platform/mcpModule.ts';
import type { Platform } from './vscode/platform/platform.ts';
import { StatusBar } from './vscode/statusBar.ts';
import { Tracker } from './vscode/tracker.ts';
import { TrackingRules } from './vscode/trackingRules.ts';
import { VersionDocuments } from './vscode/versionDocuments.ts';
import { ContextFileRefs } from './windows/retrieved/contextFileRefs.ts';

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
  const windowStorage = await platform.storage(context);
  const storage = windowStorage.uri;
  const log = new Log(platform, context.logUri);
  const notices = new Notices(systemClock);
  const plans = new PlanLog(systemClock);
  const rules = new TrackingRules();
  const { historyEdits, historyMemory } = rules.settings();
  const store = await HistoryStore.open(platform.files(storage), systemClock, platform.sha256);
  const limits = { edits: historyEdits, checkpoints: 16, consumers: 32 };
  const histories = new Histories(systemClock, store, { limits, capBytes: historyMemory * 1024 * 1024 });
  const disk = new DiskStates();
  const heads = new GitHeads();
  const workspace = new EditorWorkspace(disk);
  const tracked = (documentId: string) => rules.reason(documentId) === null;
  const filesBelow = (root: vscode.Uri) => platform.files(root);
  const warn = (code: string, message: string) => log.info(`warning ${code} ${message}`);
  const redactionStore = new RedactionStore(platform.files(storage), () => warn('STORE_FAILED', 'the redactions'));
  const knownSecrets = await KnownSecrets.open(redactionStore, platform.sha256, () => crypto.randomUUID());
  const redaction = new Redaction(knownSecrets, () => rules.settings().redaction);
  const sources = await composeSources({
    files: platform.files(storage),
    clock: systemClock,
    onDidChangeRules: rules.onDidChange,
    ...{ workspace, histories, disk, redaction, tracked, filesBelow, warn },
  });
  const redactOutput = (projectId: string) => new OutputRedactor(redaction, projectId);
  const contextFiles = new ContextFiles({
    tree: platform.tree(storage),
    clock: systemClock,
    hasher: platform.hasher,
    newId: () => crypto.randomUUID(),
    limits: () => {
      const { filesRetention, filesQuota } = rules.settings();
      return { retentionMs: filesRetention * 24 * 60 * 60 * 1000, quotaBytes: filesQuota * 1024 * 1024 };
    },
    redact: redactOutput,
  });
  const recent = new RecentFiles(contextFiles, systemClock, () => rules.settings().maxInline);
  const ranks = vscode.Uri.joinPath(context.extensionUri, 'dist', 'ranks');
  const tokenizers = new Tokenizers((encoding) =>
    Promise.resolve(vscode.workspace.fs.readFile(vscode.Uri.joinPath(ranks, `${encoding}.bin`))),
  );
  const search = platform.search(storage);
  const session = new Session({
    clock: systemClock,
    sha256: platform.sha256,
    workspace,
    histories,
    notices,
    tracking: rules.reason,
    settings: rules.settings,
    tokenizers,
    budgets: new Budgets(platform.files(storage)),
    sources: [...sources.all, new ContextFileRefs((projectId) => recent.newest(sharedConversation, projectId))],
    rules: sources.rules,
    learned: sources.learned,
    pins: sources.pins,
    contextFiles,
    editor: editorWindow,
    search,
    newId: () => crypto.randomUUID().slice(0, 8),
    redaction,
    plans,
    audit: log.audit,
    onViolation: (line) => log.info(`security ${line}`),
    git: () => heads.present,
    onFault: (error) => log.fault(error),
  });
  const diskChanges = new DiskChanges(histories, heads, disk, (message) => log.info(message));
  const tracker = new Tracker(histories, rules.reason, diskChanges);
  const versions = new VersionDocuments(session);
  const fileSurfaces = composeFileSurfaces({
    session,
    files: contextFiles,
    settings: rules.settings,
    redact: redactOutput,
    onProblem: (code) => notices.add(code),
    onFault: (error) => log.fault(error),
  });
  const view = new LiveContextView(context.extensionUri, session, fileSurfaces.documents);
  const statusBar = new StatusBar(session);
  const doorChanged = new Emitter<DoorChange>();
  const door: Door = {
    // The session refuses parameters that do not fit.
    request: (channel, params, consumer) => session.request(channel, params as Params<Channel>, consumer),
    onDidChange: doorChanged.event,
  };
  const onFault = (error: unknown) => log.fault(error);
  const { sha256 } = platform;
  const mcp = loadMcp && new McpHost({ context, door, rules, sha256, load: loadMcp, onFault });
  const refresh = () => {
    view.changed();
    statusBar.changed();
    doorChanged.fire('context');
  };
  const changed = new vscode.EventEmitter<string>();
  const wiring = vscode.Disposable.from(
    store.onDidFail((code) => notices.add(code)),
    store.onDidRecover(() => notices.withdraw('STORE_FULL', 'STORE_DENIED', 'STORE_FAILED')),
    notices.onDidWithdraw(() => refresh()),
    notices.onDidAdd(({ code }) => log.info(`notice ${code}`)),
    notices.onDidAdd(() => refresh()),
    histories.onDidChange((documentId) => changed.fire(documentId)),
    histories.onDidChange(() => refresh()),
    plans.onDidAdd(() => refresh()),
    rules.onDidChange(() => tracker.applyRules()),
    vscode.window.onDidChangeActiveTextEditor(() => refresh()),
    vscode.window.onDidChangeTextEditorSelection(() => refresh()),
    vscode.window.onDidChangeTextEditorVisibleRanges(() => refresh()),
    vscode.window.tabGroups.onDidChangeTabs(() => refresh()),
    vscode.languages.onDidChangeDiagnostics(() => refresh()),
    registerCommands(session, log),
    registerContextCommands(session),
    registerLanguageModelTools(door),
    session.onDidAct(() => refresh()),
    registerParticipant(session, (project, text) => redaction.redactText(project, text).text, context.extensionUri),
    session.onDidDeliver(() => refresh()),
    session.onDidAnswerLate(() => refresh()),
    sources.onDidChange(() => refresh()),
    redaction.onDidChange(() => refresh()),
    contextFiles.onDidChange(() => refresh()),
    contextFiles.onDidChange(() => doorChanged.fire('files')),
  );
  const parts = [
    windowStorage,
    log,
    rules,
    disk,
    heads,
    workspace,
    diskChanges,
    tracker,
    versions,
    view,
    statusBar,
    ...(mcp === null ? [] : [mcp]),
    doorChanged,
    changed,
    histories,
    store,
    contextFiles,
    ...(search === null ? [] : [search]),
    fileSurfaces,
    ...sources.parts,
    wiring,
  ];
  return {
    api: {
      request: async (channel, params, consumer = 'extension') =>
        developers.has(consumer)
          ? failure('REQUEST_INVALID', 'Only Live Context itself speaks for the developer: ask as your own extension.')
          : session.request(channel, params, consumer),
      onDidChange: changed.event,
    },
    flush: async () => {
      const stores = [histories, sources.pins, redaction, contextFiles];
      await Promise.all([...stores.map((store) => store.flush()), mcp?.stop()]);
    },
    dispose: () => {
      for (const part of parts.reverse()) part.dispose();
    },
  };
}
