import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { PlanLog } from '../edits/planLog.ts';
import { RecentFiles } from '../files/output/recentFiles.ts';
import { ContextFiles } from '../files/store/contextFiles.ts';
import type { RedactStreams } from '../files/store/fileWriter.ts';
import { Histories } from '../history/histories.ts';
import { HistoryStore } from '../history/store/historyStore.ts';
import { Budgets } from '../prompt/budgets.ts';
import { Tokenizers } from '../prompt/tokenizer.ts';
import { sharedConversation } from '../protocol/contextFiles.ts';
import { KnownSecrets } from '../redaction/knownSecrets.ts';
import { OutputRedactor } from '../redaction/outputRedactor.ts';
import { Redaction } from '../redaction/redaction.ts';
import { redactionFile } from '../redaction/redactionFile.ts';
import { Notices } from '../session/notices.ts';
import { Session } from '../session/session.ts';
import { ContextFileRefs } from '../sources/retrieved/contextFileRefs.ts';
import { systemClock } from './host/clock.ts';
import { editorWindow } from './host/editorWindow.ts';
import { EditorWorkspace } from './host/editorWorkspace.ts';
import { Log } from './host/log.ts';
import type { Platform } from './host/platform/platform.ts';
import { composeSources, type PromptSources } from './host/promptSources.ts';
import { DiskStates } from './tracking/diskStates.ts';
import { GitHeads } from './tracking/gitHeads.ts';
import { TrackingRules } from './tracking/trackingRules.ts';

/** The session with all that it stands on. */
export interface Core {
  readonly session: Session;
  readonly log: Log;
  readonly notices: Notices;
  readonly plans: PlanLog;
  readonly rules: TrackingRules;
  readonly store: HistoryStore;
  readonly histories: Histories;
  readonly disk: DiskStates;
  readonly heads: GitHeads;
  readonly redaction: Redaction;
  readonly redactOutput: RedactStreams;
  readonly contextFiles: ContextFiles;
  readonly sources: PromptSources;
  /** To be disposed, the last one first. */
  readonly parts: readonly Disposable[];
  /** Stores what is not stored yet. */
  flush(): Promise<void>;
}

/** Builds everything below the surfaces. */
export async function composeCore(context: vscode.ExtensionContext, platform: Platform): Promise<Core> {
  const windowStorage = await platform.storage(context);
  const storage = windowStorage.uri;
  const log = new Log(platform, context.logUri);
  const notices = new Notices(systemClock);
  const plans = new PlanLog(systemClock);
  const rules = new TrackingRules();
  const disk = new DiskStates();
  const heads = new GitHeads();
  const workspace = new EditorWorkspace(disk);
  const warn = (code: string, message: string) => log.info(`warning ${code} ${message}`);
  const [{ store, histories }, redaction] = await Promise.all([
    openHistories(platform, storage, rules),
    openRedaction(platform, storage, rules, warn),
  ]);
  const redactOutput: RedactStreams = (projectId) => new OutputRedactor(redaction, projectId);
  const sources = await composeSources({
    files: platform.files(storage),
    clock: systemClock,
    tracked: (documentId) => rules.reason(documentId) === null,
    filesBelow: (root) => platform.files(root),
    onDidChangeRules: rules.onDidChange,
    ...{ workspace, histories, disk, redaction, warn },
  });
  const contextFiles = openContextFiles(platform, storage, rules, redactOutput);
  const recent = new RecentFiles(contextFiles, systemClock, () => rules.settings().maxInline);
  const search = platform.search(storage);
  const session = new Session({
    clock: systemClock,
    sha256: platform.sha256,
    tracking: rules.reason,
    settings: rules.settings,
    tokenizers: shippedTokenizers(context.extensionUri),
    budgets: new Budgets(platform.files(storage), () => warn('STORE_FAILED', 'the budget')),
    sources: [...sources.all, new ContextFileRefs((projectId) => recent.newest(sharedConversation, projectId))],
    rules: sources.rules,
    learned: sources.learned,
    pins: sources.pins,
    editor: editorWindow,
    newId: () => crypto.randomUUID().slice(0, 8),
    audit: log.audit,
    onViolation: (line) => log.info(`security ${line}`),
    git: () => heads.present,
    onFault: (error) => log.fault(error),
    ...{ workspace, histories, notices, contextFiles, search, redaction, plans },
  });
  const searching = search === null ? [] : [search];
  return {
    ...{
      session,
      log,
      notices,
      plans,
      rules,
      store,
      histories,
      disk,
      heads,
      redaction,
      redactOutput,
      contextFiles,
      sources,
    },
    parts: [
      ...[windowStorage, log, rules, disk, heads, workspace, histories, store, contextFiles],
      ...[...searching, ...sources.parts],
    ],
    flush: async () => {
      await Promise.all([histories, sources.pins, redaction, contextFiles].map((part) => part.flush()));
    },
  };
}

async function openHistories(platform: Platform, storage: vscode.Uri, rules: TrackingRules) {
  const { historyEdits, historyMemory } = rules.settings();
  const store = await HistoryStore.open(platform.files(storage), systemClock, platform.sha256);
  const limits = { edits: historyEdits, checkpoints: 16, consumers: 32 };
  return { store, histories: new Histories(systemClock, store, { limits, capBytes: historyMemory * 1024 * 1024 }) };
}

async function openRedaction(
  platform: Platform,
  storage: vscode.Uri,
  rules: TrackingRules,
  warn: (code: string, message: string) => void,
): Promise<Redaction> {
  const store = redactionFile(platform.files(storage), () => warn('STORE_FAILED', 'the redactions'));
  const known = await KnownSecrets.open(store, platform.sha256, () => crypto.randomUUID());
  return new Redaction(known, () => rules.settings().redaction);
}

function openContextFiles(
  platform: Platform,
  storage: vscode.Uri,
  rules: TrackingRules,
  redact: RedactStreams,
): ContextFiles {
  const limits = () => {
    const { filesRetention, filesQuota } = rules.settings();
    return { retentionMs: filesRetention * 24 * 60 * 60 * 1000, quotaBytes: filesQuota * 1024 * 1024 };
  };
  const newId = () => crypto.randomUUID();
  const { hasher } = platform;
  return new ContextFiles({ tree: platform.tree(storage), clock: systemClock, hasher, newId, limits, redact });
}

/** The tokenizers of the rank files that come with the extension. */
function shippedTokenizers(extensionUri: vscode.Uri): Tokenizers {
  const ranks = vscode.Uri.joinPath(extensionUri, 'dist', 'ranks');
  return new Tokenizers((encoding) =>
    Promise.resolve(vscode.workspace.fs.readFile(vscode.Uri.joinPath(ranks, `${encoding}.bin`))),
  );
}
