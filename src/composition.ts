import * as vscode from 'vscode';
import { Histories } from './history/histories.ts';
import { HistoryStore } from './history/historyStore.ts';
import type { Channel, Params, Value } from './protocol/channels.ts';
import type { Result } from './protocol/result.ts';
import { Notices } from './session/notices.ts';
import { Session } from './session/session.ts';
import { systemClock } from './vscode/clock.ts';
import { registerCommands } from './vscode/commands.ts';
import { DiskChanges } from './vscode/diskChanges.ts';
import { DiskStates } from './vscode/diskStates.ts';
import { EditorWorkspace } from './vscode/editorWorkspace.ts';
import { GitHeads } from './vscode/gitHeads.ts';
import { LiveContextView } from './vscode/liveContextView.ts';
import { Log } from './vscode/log.ts';
import type { Platform } from './vscode/platform/platform.ts';
import { Tracker } from './vscode/tracker.ts';
import { TrackingRules } from './vscode/trackingRules.ts';
import { VersionDocuments } from './vscode/versionDocuments.ts';

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

/** Builds the parts and wires them. */
export async function compose(context: vscode.ExtensionContext, platform: Platform): Promise<Composition> {
  const storage = context.storageUri ?? context.globalStorageUri;
  const log = new Log(platform, context.logUri);
  const notices = new Notices(systemClock);
  const rules = new TrackingRules();
  const { historyEdits, historyMemory } = rules.settings();
  const store = await HistoryStore.open(platform.files(storage), systemClock, platform.sha256);
  const limits = { edits: historyEdits, checkpoints: 16, consumers: 32 };
  const histories = new Histories(systemClock, store, { limits, capBytes: historyMemory * 1024 * 1024 });
  const disk = new DiskStates();
  const heads = new GitHeads();
  const workspace = new EditorWorkspace(disk);
  const session = new Session({
    clock: systemClock,
    sha256: platform.sha256,
    workspace,
    histories,
    notices,
    tracking: rules.reason,
    settings: rules.settings,
    audit: log.audit,
    git: () => heads.present,
    onFault: (error) => log.fault(error),
  });
  const diskChanges = new DiskChanges(histories, heads, disk, (message) => log.info(message));
  const tracker = new Tracker(histories, rules.reason, diskChanges);
  const versions = new VersionDocuments(session);
  const view = new LiveContextView(context.extensionUri, session, versions);
  const changed = new vscode.EventEmitter<string>();
  const wiring = vscode.Disposable.from(
    store.onDidFail((code) => notices.add(code)),
    notices.onDidAdd(({ code }) => log.info(`notice ${code}`)),
    notices.onDidAdd(() => view.changed()),
    histories.onDidChange((documentId) => changed.fire(documentId)),
    histories.onDidChange(() => view.changed()),
    rules.onDidChange(() => tracker.applyRules()),
    vscode.window.onDidChangeActiveTextEditor(() => view.changed()),
    vscode.window.onDidChangeTextEditorSelection(() => view.changed()),
    vscode.window.onDidChangeTextEditorVisibleRanges(() => view.changed()),
    vscode.window.tabGroups.onDidChangeTabs(() => view.changed()),
    vscode.languages.onDidChangeDiagnostics(() => view.changed()),
    registerCommands(session, versions, log),
  );
  const parts = [
    log,
    rules,
    disk,
    heads,
    workspace,
    diskChanges,
    tracker,
    versions,
    view,
    changed,
    histories,
    store,
    wiring,
  ];
  return {
    api: {
      request: (channel, params, consumer = 'extension') => session.request(channel, params, consumer),
      onDidChange: changed.event,
    },
    flush: () => histories.flush(),
    dispose: () => {
      for (const part of parts.reverse()) part.dispose();
    },
  };
}
