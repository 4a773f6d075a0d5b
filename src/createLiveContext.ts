import type { SessionClient } from './agents/sessionClient.ts';
import type { Disposable } from './base/disposable.ts';
import { Emitter, type Event } from './base/event.ts';
import { dayMs } from './base/ports/clock.ts';
import type { Histories } from './documents/histories.ts';
import type { HistoryStore } from './documents/store/historyStore.ts';
import { PlanLog } from './edits/planLog.ts';
import { Proof } from './edits/proof.ts';
import { recentFiles } from './files/output/recentFiles.ts';
import { ContextFiles } from './files/store/contextFiles.ts';
import type { RedactStreams } from './files/store/fileWriter.ts';
import type { Host } from './host.ts';
import { Budgets } from './prompt/budgets.ts';
import { Audit } from './prompt/deliveries/audit.ts';
import type { Channel, Params } from './protocol/channels.ts';
import { sharedConversation } from './protocol/contextFiles.ts';
import type { Origin } from './protocol/prompt/liveContext.ts';
import { KnownSecrets } from './redaction/knownSecrets.ts';
import { KnownTexts } from './redaction/knownTexts.ts';
import { OutputRedactor } from './redaction/outputRedactor.ts';
import { Redaction } from './redaction/redaction.ts';
import { openRedactionFile } from './redaction/redactionFile.ts';
import { Notices } from './session/notices.ts';
import type { SessionDependencies } from './session/services.ts';
import { Session } from './session/session.ts';
import type { PieceSource } from './sources/gather.ts';
import { contextFileRefs } from './sources/retrieved/contextFileRefs.ts';
import { Definitions } from './sources/retrieved/definitions.ts';
import { diagnosticChunks } from './sources/retrieved/diagnosticChunks.ts';
import { ProjectTexts } from './sources/retrieved/index/projectTexts.ts';
import { NotebookCells } from './sources/retrieved/notebookCells.ts';
import { Pins, pinFile } from './sources/retrieved/pins.ts';
import { RelatedCode } from './sources/retrieved/related.ts';
import { constraintsSource } from './sources/rules/constraints.ts';
import { InstructionsSource } from './sources/rules/instructions.ts';
import { RulesFile } from './sources/rules/rulesFile.ts';
import { LearnedPreferences } from './sources/settings/preferences.ts';
import { settingsSource } from './sources/settings/settings.ts';
import { WatchedFiles } from './sources/watchedFiles.ts';
import { KeptConversations } from './windows/keptConversations.ts';
import { Notes } from './windows/notes.ts';

/** Live Context for one window of an editor. Disposing it disposes its host, too. */
export interface RunningLiveContext
  extends Disposable,
    Pick<SessionDependencies, 'notices' | 'redaction' | 'contextFiles'> {
  readonly session: Session;
  /** The session as tools and agents reach it. */
  readonly client: SessionClient;
  /** Redacts what is written to context files. */
  readonly redactOutput: RedactStreams;
  /**
   * The prompt may have changed. Deliveries do not count: an agent notified of its own read would
   * poll forever.
   */
  readonly onDidChange: Event<void>;
  /** Stores what is not stored yet, at the end. */
  flush(): Promise<void>;
}

/** Changes that the developer makes by hand. */
const typedOrigins: ReadonlySet<Origin> = new Set(['typing', 'undo', 'redo', 'unknown']);

/**
 * Wires everything that knows no editor, around the histories that follow the documents already. The
 * extension and the tests both start here.
 * @param sources pieces from elsewhere, after those of the built-in sources
 */
export async function createLiveContext(
  host: Host,
  histories: Histories,
  store: HistoryStore,
  sources: readonly PieceSource[] = [],
): Promise<RunningLiveContext> {
  const { clock, workspace } = host;
  const notices = new Notices(clock);
  const unstored = (what: string) => () => host.log.warning('STORE_FAILED', what);
  const [plans, proof, redaction, kept] = await Promise.all([
    PlanLog.open(host.files, clock, unstored('the plan log')),
    Proof.open(host.files, clock, unstored('the proof')),
    openRedaction(host),
    KeptConversations.open(host.files, unstored('the conversations')),
  ]);
  const notes = new Notes({ tree: host.tree, clock, redaction, onFail: unstored('the notes') });
  const redactOutput: RedactStreams = (projectId) =>
    new OutputRedactor((text) => redaction.redactOutput(projectId, text));
  const redactFile: RedactStreams = (projectId) => {
    const known = new KnownTexts();
    return new OutputRedactor((text) => redaction.redactText(projectId, text, known));
  };
  const contextFiles = openContextFiles(host, redactFile, (projectId) => redaction.epochOf(projectId));
  const built = await buildSources(host, histories, redaction, contextFiles);
  const recent = recentFiles(contextFiles, clock, () => redaction.epoch);
  const audit = new Audit({
    ...host,
    onFail: unstored('the audit'),
    onDelivered: (consumer, deliveredTokens) => void proof.add(consumer, { deliveredTokens }),
  });
  const files = contextFileRefs(
    (projectId, conversationId) => recent([...new Set([conversationId, sharedConversation])], projectId),
    clock,
  );
  const session = new Session({
    ...host,
    ...built,
    sources: [notes, ...built.sources, files, ...sources],
    budgets: new Budgets(host.files, unstored('the budget')),
    newId: () => host.newId().slice(0, 8),
    onViolation: (line) => host.log.security(line),
    onFault: (error) => host.log.fault(error),
    ...{ workspace, histories, notices, contextFiles, redaction, plans, proof, audit, kept, notes },
  });
  const changed = new Emitter<void>();
  const client: SessionClient = {
    // The session refuses parameters that do not fit.
    request: (channel, params, consumer) => session.request(channel, params as Params<Channel>, consumer),
  };
  const change = () => changed.fire();
  const subscriptions = [
    histories.onDidEdit(({ documentId, before, changes, origin, isComputed }) => {
      const text = histories.textOf(documentId);
      if (text !== null) redaction.follow(documentId, before, text, changes, typedOrigins.has(origin));
      if (isComputed !== true) proof.follow(documentId, changes, origin);
    }),
    histories.onDidRename(({ from, to }) => redaction.rename(from, to)),
    ...[histories.onDidChange, plans.onDidAdd, notices.onDidAdd, notices.onDidWithdraw].map((event) => event(change)),
    ...[redaction.onDidChange, contextFiles.onDidChange, session.onDidAct].map((event) => event(change)),
    ...[session.onDidAnswerLate, host.onDidChangeScreen, ...built.changes].map((event) => event(change)),
    store.onDidFail((code) => notices.add(code)),
    store.onDidRecover(() => notices.withdraw('STORE_FULL', 'STORE_DENIED', 'STORE_FAILED')),
    notices.onDidAdd(({ code }) => host.log.info(`notice ${code}`)),
  ];
  const disposables: readonly Disposable[] = [
    ...[host, histories, store, contextFiles, ...built.disposables, changed],
    ...subscriptions,
  ];
  return {
    ...{ session, client, notices, redaction, redactOutput, contextFiles },
    onDidChange: changed.event,
    flush: async () => {
      await Promise.all([
        redaction.close(),
        ...[histories, built.pins, contextFiles, plans, kept, notes].map((part) => part.flush()),
        audit.flush().then(() => proof.flush()),
      ]);
    },
    dispose: () => {
      for (const disposable of [...disposables].reverse()) disposable.dispose();
    },
  };
}

async function openRedaction(host: Host): Promise<Redaction> {
  const { sharedTree, clock, log, sha256, newId, settings, workspace } = host;
  const store = openRedactionFile(sharedTree, clock, () => log.warning('STORE_FAILED', 'the redactions'));
  const caretsOf = (documentId: string) =>
    (workspace.editor(documentId)?.selections ?? []).flatMap(({ active, anchor }) => [active.offset, anchor.offset]);
  return new Redaction(await KnownSecrets.open(store, clock, sha256, newId), () => settings().redaction, caretsOf);
}

function openContextFiles(
  { tree, clock, hasher, newId, settings }: Host,
  redact: RedactStreams,
  redactionEpoch: (projectId: string) => string,
): ContextFiles {
  const limits = () => {
    const { filesRetention, filesQuota } = settings();
    return { retentionMs: filesRetention * dayMs, quotaBytes: filesQuota * 1024 * 1024 };
  };
  return new ContextFiles({ tree, clock, hasher, newId, limits, redact, redactionEpoch });
}

/** The sources of the Rules, Settings and Retrieved layers, in the order of the prompt. */
async function buildSources(host: Host, histories: Histories, redaction: Redaction, contextFiles: ContextFiles) {
  const { clock, workspace, projectFiles: files, languages, log } = host;
  const warn = (code: string, message: string) => log.warning(code, message);
  const watched = new WatchedFiles(files, (projectId, text) => redaction.redactText(projectId, text).text);
  const rules = new RulesFile(files, watched, warn);
  const learned = new LearnedPreferences();
  const allowed = (documentId: string) => host.tracking(documentId) === null;
  const project = { workspace, histories, files, allowed, redaction, clock };
  const texts = new ProjectTexts(project);
  const file = pinFile(host.files, () => warn('STORE_FAILED', 'the pins'));
  const pins = await Pins.open({ workspace, texts, clock, file });
  const definitions = new Definitions(languages, clock);
  const search = new RelatedCode({
    ...project,
    commits: host.commits,
    definitions,
    counter: async () => (await host.tokenizers.counterFor(host.settings().model)).count,
    most: () => host.settings().searchTokens,
  });
  const sources: readonly PieceSource[] = [
    constraintsSource(files, rules, redaction),
    new InstructionsSource(files, watched, (projectId) => host.editorSettings.instructionFolders(projectId)),
    settingsSource(watched, rules, host.editorSettings, learned),
    pins,
    search,
    diagnosticChunks(languages, texts),
    new NotebookCells({ clock, workspace, texts, redaction, contextFiles, onFault: (error) => log.fault(error) }),
  ];
  const subscriptions = [
    histories.onDidEdit(({ documentId, changes, isComputed }) => isComputed || pins.follow(documentId, changes)),
    histories.onDidRename(({ from, to }) => pins.rename(from, to)),
    host.onDidChangeTracking(() => search.reset()),
    redaction.onDidChange(() => search.reset()),
    redaction.onDidChange(() => watched.reset()),
  ];
  const changes: readonly Event<unknown>[] = [
    files.onDidChange,
    files.onDidGrantTrust,
    pins.onDidChange,
    search.onDidSettle,
    definitions.onDidAnswerLate,
  ];
  return {
    ...{ sources, rules, learned, pins, related: search, changes },
    disposables: [watched, pins, search, ...subscriptions],
  };
}
