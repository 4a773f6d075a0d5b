import { createHash } from 'node:crypto';
import type {
  DocumentEdit,
  DocumentPlace,
  EditObstacle,
  EditorSnapshot,
  SymbolEntry,
  Workspace,
} from '../../src/base/workspace.ts';
import { PlanLog } from '../../src/edits/planLog.ts';
import type { Piece } from '../../src/engine/piece.ts';
import type { ContextFiles } from '../../src/files/store/contextFiles.ts';
import { Histories } from '../../src/history/histories.ts';
import { HistoryStore } from '../../src/history/store/historyStore.ts';
import { TrackingPolicy } from '../../src/history/trackingPolicy.ts';
import type { Tracking } from '../../src/live/documents.ts';
import { Budgets } from '../../src/prompt/budgets.ts';
import { Tokenizers } from '../../src/prompt/tokenizer.ts';
import type { Origin } from '../../src/protocol/liveContext.ts';
import type { Result } from '../../src/protocol/result.ts';
import { readSettings, type SettingKey, type SettingValues } from '../../src/protocol/settings.ts';
import { KnownSecrets } from '../../src/redaction/knownSecrets.ts';
import { Redaction } from '../../src/redaction/redaction.ts';
import { redactionFile } from '../../src/redaction/redactionFile.ts';
import { Notices } from '../../src/session/notices.ts';
import { Session } from '../../src/session/session.ts';
import type { SourceRequest } from '../../src/sources/gather.ts';
import { pinFile } from '../../src/sources/retrieved/pinFile.ts';
import { Pins } from '../../src/sources/retrieved/pins.ts';
import { ProjectTexts } from '../../src/sources/retrieved/projectTexts.ts';
import { ConstraintsSource } from '../../src/sources/rules/constraints.ts';
import { RulesFile } from '../../src/sources/rules/rulesFile.ts';
import { LearnedPreferences } from '../../src/sources/settings/preferences.ts';
import { WatchedFiles } from '../../src/sources/watchedFiles.ts';
import { ChangeSet } from '../../src/text/changeSet.ts';
import type { TextChange } from '../../src/text/sourceText.ts';
import { buildRanks } from '../../src/tokens/buildRanks.ts';
import { openContextFiles } from './contextFilesStore.ts';
import { ManualClock } from './manualClock.ts';
import { MemoryFileSystem } from './memoryFileSystem.ts';
import { MemoryProjectFiles } from './memoryProjectFiles.ts';
import { MemoryWorkspaceFiles } from './memoryWorkspaceFiles.ts';

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** The value of a request that must not fail. */
export function settled<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

/** Token ranks take a moment to build: every workspace counts with the same. */
const tokenizers = new Tokenizers(buildRanks);

export interface MemoryOptions {
  readonly capBytes?: number;
  readonly tokenizers?: Tokenizers;
}

interface OpenDocument {
  text: string;
  language: string;
  dirty: boolean;
  cursor: number;
}

/** A whole editor in memory: documents, a session over them, and the hands of a developer. */
export class MemoryWorkspace implements Workspace {
  readonly clock = new ManualClock();
  readonly files: MemoryFileSystem;
  readonly settings: Partial<Record<SettingKey, unknown>> = {};
  readonly audit: string[] = [];
  readonly faults: unknown[] = [];
  readonly violations: string[] = [];
  /** What the developer was shown: `uri:line`, or `uri version` compared with now. */
  readonly shown: string[] = [];
  /** What the one source gives. */
  pieces: (request: SourceRequest) => readonly Piece[] | Promise<readonly Piece[]> = () => [];
  readonly histories: Histories;
  readonly store: HistoryStore;
  readonly notices: Notices;
  readonly projectFiles = new MemoryProjectFiles();
  readonly warnings: string[] = [];
  session!: Session;
  redaction!: Redaction;
  contextFiles!: ContextFiles;
  readonly documents = new Map<string, OpenDocument>();
  active: string | null = null;
  outline: () => Promise<readonly SymbolEntry[]> = async () => [];
  /** Closed documents that can be opened, and what stands in the way of editing others. */
  readonly closed = new Map<string, string>();
  readonly obstacles = new Map<string, EditObstacle>();
  /** What happens between the planning of edits and the editor's applying them. */
  beforeApply: () => void | Promise<void> = () => {};

  private constructor(files: MemoryFileSystem, clock: ManualClock, store: HistoryStore, options: MemoryOptions) {
    this.files = files;
    this.clock = clock;
    this.store = store;
    this.notices = new Notices(this.clock);
    this.store.onDidFail((code) => this.notices.add(code));
    this.store.onDidRecover(() => this.notices.withdraw('STORE_FULL', 'STORE_DENIED', 'STORE_FAILED'));
    this.histories = new Histories(this.clock, this.store, options);
  }

  static async open(
    files = new MemoryFileSystem(),
    clock = new ManualClock(),
    options: MemoryOptions = {},
  ): Promise<MemoryWorkspace> {
    const workspace = new MemoryWorkspace(files, clock, await HistoryStore.open(files, clock, sha256), options);
    await workspace.#begin(options);
    return workspace;
  }

  async #begin(options: MemoryOptions): Promise<void> {
    const warn = (code: string) => this.warnings.push(code);
    const rules = new RulesFile(this.projectFiles, new WatchedFiles(this.projectFiles), warn);
    const allowed = (documentId: string) => this.tracking(documentId) === null;
    const numbers = redactionFile(this.files, (error) => this.faults.push(error));
    this.redaction = new Redaction(
      await KnownSecrets.open(numbers, sha256, () => 'a salt of the memory'),
      () => this.settingValues.redaction,
    );
    const texts = new ProjectTexts(this, this.histories, new MemoryWorkspaceFiles(), allowed, this.redaction);
    const file = pinFile(this.files, (error) => this.faults.push(error));
    const pins = await Pins.open({ workspace: this, texts, clock: this.clock, file });
    let ids = 0;
    this.contextFiles = openContextFiles(this.files, this.clock, {
      limits: () => ({
        retentionMs: 14 * 24 * 60 * 60 * 1000,
        quotaBytes: this.settingValues.filesQuota * 1024 * 1024,
      }),
    });
    this.session = new Session({
      clock: this.clock,
      sha256,
      workspace: this,
      histories: this.histories,
      notices: this.notices,
      tracking: this.tracking,
      settings: () => this.settingValues,
      audit: (line) => this.audit.push(line),
      tokenizers: options.tokenizers ?? tokenizers,
      budgets: new Budgets(this.files, (error) => this.faults.push(error)),
      sources: [new ConstraintsSource(rules), { name: 'TEST', pieces: async (request) => this.pieces(request) }, pins],
      rules,
      learned: new LearnedPreferences(),
      pins,
      contextFiles: this.contextFiles,
      editor: {
        show: async (documentId, line) => void this.shown.push(`${documentId}:${line}`),
        compare: async (documentId, left) => void this.shown.push(`${documentId} ${left}`),
      },
      search: null,
      newId: () => `id${++ids}`,
      redaction: this.redaction,
      plans: new PlanLog(this.clock),
      onViolation: (line) => this.violations.push(line),
      git: () => false,
      onFault: (error) => this.faults.push(error),
    });
  }

  get settingValues(): SettingValues {
    return readSettings((key) => this.settings[key]);
  }

  readonly tracking: Tracking = (documentId) => {
    const { scheme, path } = parts(documentId);
    const length = this.documents.get(documentId)?.text.length ?? 0;
    return new TrackingPolicy(this.settingValues).reason({ scheme, path, length });
  };

  /** Opens a document and makes it the active one. */
  openDocument(documentId: string, text: string, language = 'plaintext'): void {
    this.documents.set(documentId, { text, language, dirty: false, cursor: 0 });
    this.active = documentId;
    if (this.tracking(documentId) === null) this.histories.open(documentId, text);
  }

  closeDocument(documentId: string): void {
    this.documents.delete(documentId);
    if (this.active === documentId) this.active = null;
    this.histories.close(documentId);
  }

  /** Changes a document as the editor would: the text, then the event. */
  edit(documentId: string, changes: readonly TextChange[], origin: Origin = 'typing'): void {
    const document = this.#document(documentId);
    const set = ChangeSet.of(changes, document.text.length);
    for (const change of set.changes.toReversed()) {
      document.text = document.text.slice(0, change.start) + change.newText + document.text.slice(change.end);
    }
    document.dirty = true;
    document.cursor = set.mapOffset(Math.min(document.cursor, set.lengthBefore), 1);
    this.histories.record(documentId, { changes: set, origin, timestamp: this.clock.now() });
  }

  /** Types a text at an offset, one character each 50 ms. */
  type(documentId: string, offset: number, text: string): void {
    for (let index = 0; index < text.length; index++) {
      this.edit(documentId, [{ start: offset + index, end: offset + index, newText: text[index] as string }]);
      this.clock.advance(50);
    }
  }

  activeDocument(): string | null {
    return this.active;
  }

  locate(documentId: string): DocumentPlace {
    const { scheme, path } = parts(documentId);
    const [, project = 'none', ...rest] = path.split('/');
    return scheme === 'file' ? { projectId: `file:///${project}`, path: rest.join('/') } : { projectId: 'none', path };
  }

  text(documentId: string): string | null {
    return this.documents.get(documentId)?.text ?? null;
  }

  editor(documentId: string): EditorSnapshot | null {
    const document = this.documents.get(documentId);
    if (document === undefined) return null;
    const before = document.text.slice(0, document.cursor);
    const line = before.split(/\r\n|\r|\n/).length - 1;
    const column = before.length - Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) - 1;
    const position = { line, column, offset: document.cursor };
    return {
      language: document.language,
      dirty: document.dirty,
      encoding: 'utf8',
      eol: document.text.includes('\r\n') ? 'CRLF' : 'LF',
      disk: 'same',
      selections: [{ anchor: position, active: position }],
      visibleRanges: [{ startLine: 0, endLine: 20 }],
      openTabs: [...this.documents].map(([id, { dirty }]) => ({
        path: this.locate(id).path,
        active: id === this.active,
        dirty,
      })),
      diagnostics: [],
    };
  }

  symbols(): Promise<readonly SymbolEntry[]> {
    return this.outline();
  }

  async prepareEdit(documentId: string): Promise<EditObstacle | null> {
    const closed = this.closed.get(documentId);
    const obstacle = this.obstacles.get(documentId);
    if (obstacle !== undefined) return obstacle;
    if (closed !== undefined && !this.documents.has(documentId)) this.openDocument(documentId, closed);
    return this.documents.has(documentId) ? null : 'missing';
  }

  async applyEdits(edits: readonly DocumentEdit[]): Promise<boolean> {
    const texts = edits.map(({ documentId }) => this.text(documentId));
    await this.beforeApply();
    if (edits.some(({ documentId }, index) => this.text(documentId) !== texts[index])) return false;
    for (const { documentId, changes } of edits) this.edit(documentId, changes, 'unknown');
    return true;
  }

  #document(documentId: string): OpenDocument {
    const document = this.documents.get(documentId);
    if (document === undefined) throw new RangeError(`${documentId} is not open`);
    return document;
  }
}

function parts(documentId: string): { readonly scheme: string; readonly path: string } {
  const url = new URL(documentId);
  return { scheme: url.protocol.slice(0, -1), path: decodeURIComponent(url.pathname) };
}
