import { createHash } from 'node:crypto';
import type { Commits } from '../../src/base/ports/commits.ts';
import type { LanguageFeatures } from '../../src/base/ports/language.ts';
import type {
  CellOutput,
  Diagnostic,
  DocumentEdit,
  DocumentPlace,
  EditObstacle,
  EditorSnapshot,
  FileChange,
  OpenObstacle,
  OtherEditor,
  SymbolEntry,
  Workspace,
} from '../../src/base/ports/workspace.ts';
import { createLiveContext, type RunningLiveContext } from '../../src/createLiveContext.ts';
import type { Tracking } from '../../src/documents/documents.ts';
import { Histories } from '../../src/documents/histories.ts';
import { HistoryStore } from '../../src/documents/store/historyStore.ts';
import { trackingPolicy } from '../../src/documents/trackingPolicy.ts';
import { runOf } from '../../src/documents/versions/versionId.ts';
import type { LanguageModel } from '../../src/edits/judge/languageModel.ts';
import type { Piece } from '../../src/engine/piece.ts';
import type { ContextFiles } from '../../src/files/store/contextFiles.ts';
import type { Host } from '../../src/host.ts';
import { Tokenizers } from '../../src/prompt/tokenizer.ts';
import type { Channel, Params, Value } from '../../src/protocol/channels.ts';
import type { Consumer } from '../../src/protocol/consumer.ts';
import type { Origin } from '../../src/protocol/prompt/liveContext.ts';
import type { Result } from '../../src/protocol/result.ts';
import { readSettings, type SettingKey, type SettingValues } from '../../src/protocol/settings.ts';
import type { Redaction } from '../../src/redaction/redaction.ts';
import type { Notices } from '../../src/session/notices.ts';
import type { Session } from '../../src/session/session.ts';
import type { SourceRequest } from '../../src/sources/gather.ts';
import { ChangeSet } from '../../src/text/changeSet.ts';
import type { TextChange } from '../../src/text/sourceText.ts';
import { textDiff } from '../../src/text/textDiff.ts';
import { buildRanks } from '../../src/tokens/buildRanks.ts';
import { nodeHasher } from './contextFiles/contextFilesStore.ts';
import { ManualClock } from './manualClock.ts';
import { MemoryFileSystem } from './memoryFileSystem.ts';
import { MemoryProjectFiles } from './memoryProjectFiles.ts';
import { utf8 } from './texts/encodings.ts';

export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** The value of a request that must not fail. */
export function settled<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

/** Token ranks take a moment to build: every workspace counts with the same. */
const tokenizers = new Tokenizers(buildRanks);

const never = () => ({ dispose: () => {} });

export interface MemoryOptions {
  /** Memory of all histories, bytes. */
  readonly historyBytes?: number;
  readonly tokenizers?: Tokenizers;
}

interface OpenDocument {
  text: string;
  language: string;
  dirty: boolean;
  cursor: number;
  /** What another program wrote to the file while the text was unsaved. */
  diskText?: string;
}

/** An editor in memory with Live Context in it, and what a developer does there. */
export class MemoryWorkspace implements Workspace {
  readonly clock = new ManualClock();
  readonly files: MemoryFileSystem;
  readonly settings: Partial<Record<SettingKey, unknown>> = {};
  readonly faults: unknown[] = [];
  readonly violations: string[] = [];
  /** What the one source gives. */
  pieces: (request: SourceRequest) => readonly Piece[] | Promise<readonly Piece[]> = () => [];
  readonly projectFiles = new MemoryProjectFiles();
  judgeModel: LanguageModel | null = null;
  /** The newest commits of every project. */
  commits: Commits['newest'] = async () => [];
  readonly warnings: string[] = [];
  liveContext!: RunningLiveContext;
  store!: HistoryStore;
  histories!: Histories;
  #settingValues: { readonly set: string; readonly values: SettingValues } | null = null;
  readonly documents = new Map<string, OpenDocument>();
  active: string | null = null;
  outline: () => Promise<readonly SymbolEntry[]> = async () => [];
  /** The cells of the one notebook. */
  notebook: readonly string[] = [];
  /** What its cells have printed. */
  readonly outputs = new Map<string, CellOutput>();
  /** What the language service knows. */
  definitions: LanguageFeatures['definitions'] = async () => [];
  errors: LanguageFeatures['errors'] = () => [];
  /** The projects that are open. */
  folders: readonly string[] = ['project'];
  /** Closed documents that can be opened, and what stands in the way of editing others. */
  readonly closed = new Map<string, string>();
  readonly obstacles = new Map<string, EditObstacle>();
  /** Links and where they lead; null out of the projects. */
  readonly links = new Map<string, string | null>();
  /** Whether names that differ in case alone are one file. */
  ignoresCase = false;
  /** The problems of every document, as the editor tells them of the raw text. */
  problems: (text: string) => readonly Diagnostic[] = () => [];
  /** How texts are written to files, and what was written. */
  encoding = utf8;
  readonly fileBytes = new Map<string, Uint8Array>();
  /** What makes of the text before it is saved (null if nothing is written), and of the bytes afterwards. */
  onSave: (text: string) => string | null = (text) => text;
  afterSave: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes;
  readonly otherEditors = new Map<string, OtherEditor>();
  /** Texts of files, by document and hash of other bytes than theirs in UTF-8. */
  readonly hashes = new Map<string, string>();
  /** What happens between the planning of edits and the editor's applying them. */
  beforeApply: () => void | Promise<void> = () => {};
  /** How many ids were drawn: they are random in an editor, and numbers here. */
  idsDrawn = 0;

  private constructor(files: MemoryFileSystem, clock: ManualClock) {
    this.files = files;
    this.clock = clock;
  }

  static async open(
    files = new MemoryFileSystem(),
    clock = new ManualClock(),
    options: MemoryOptions = {},
  ): Promise<MemoryWorkspace> {
    const workspace = new MemoryWorkspace(files, clock);
    const source = { name: 'TEST', pieces: async (request: SourceRequest) => workspace.pieces(request) };
    const host = workspace.#host(options.tokenizers ?? tokenizers);
    workspace.store = await HistoryStore.open(files, clock, sha256, runOf(host.newId()));
    workspace.histories = new Histories(clock, workspace.store, options.historyBytes);
    workspace.liveContext = await createLiveContext(host, workspace.histories, workspace.store, [source]);
    // A test's clock would pass while they are read.
    if (options.tokenizers === undefined) await tokenizers.counterFor('gpt-5');
    return workspace;
  }

  #host(counters: Tokenizers): Host {
    const start = (this.files.starts++).toString(16).padStart(3, '0');
    return {
      clock: this.clock,
      sha256,
      hasher: nodeHasher,
      newId: () => `${start}${(++this.idsDrawn).toString(16).padStart(5, '0')}-0000-4000-8000-000000000000`,
      files: this.files,
      tree: this.files,
      sharedTree: this.files,
      search: null,
      workspace: this,
      projectFiles: this.projectFiles,
      commits: { newest: (...asked) => this.commits(...asked) },
      judgeModel: async () => this.judgeModel,
      languages: {
        definitions: (...where) => this.definitions(...where),
        errors: (projectId) => this.errors(projectId),
      },
      editorSettings: { resolved: () => null, instructionFolders: () => ({}) },
      tokenizers: counters,
      settings: () => this.settingValues,
      tracking: this.tracking,
      onDidChangeTracking: never,
      onDidChangeScreen: never,
      git: () => false,
      log: {
        info: () => {},
        warning: (code) => this.warnings.push(code),
        security: (line) => this.violations.push(line),
        fault: (error) => this.faults.push(error),
      },
      dispose: () => {},
    };
  }

  /** What `Documents` are made of. */
  get documentServices() {
    const { histories, tracking, redaction } = this;
    return { workspace: this, histories, tracking, redaction, settings: () => this.settingValues, sha256 };
  }

  /** Asks the session what must not fail. */
  async ask<C extends Channel>(channel: C, params: Params<C>, consumer: Consumer): Promise<Value<C>> {
    return settled(await this.session.request(channel, params, consumer));
  }

  /** Sets the tokens of every prompt, as the developer does. */
  async limit(modelLimit: number): Promise<void> {
    const { version } = await this.ask('context:budget:get', {}, 'clipboard');
    await this.ask('context:budget:update', { version, budget: { modelLimit, outputReserve: 0 } }, 'clipboard');
  }

  /** The lines of the audit log, old to new. */
  audit(): Promise<readonly string[]> {
    return this.#lines('audit');
  }

  /** What is kept of delivered texts. */
  deliveredTexts(): Promise<readonly string[]> {
    return this.#lines('deliveries');
  }

  async #lines(folder: string): Promise<readonly string[]> {
    await this.liveContext.flush();
    const names = [...this.files.files.keys()].filter((name) => name.startsWith(`${folder}/`)).sort();
    return names.flatMap((name) =>
      Buffer.from(this.files.files.get(name) ?? [])
        .toString()
        .split('\n')
        .slice(0, -1),
    );
  }

  get session(): Session {
    return this.liveContext.session;
  }

  get notices(): Notices {
    return this.liveContext.notices;
  }

  get redaction(): Redaction {
    return this.liveContext.redaction;
  }

  get contextFiles(): ContextFiles {
    return this.liveContext.contextFiles;
  }

  get settingValues(): SettingValues {
    const set = JSON.stringify(this.settings);
    if (this.#settingValues?.set !== set)
      this.#settingValues = { set, values: readSettings((key) => this.settings[key]) };
    return this.#settingValues.values;
  }

  readonly tracking: Tracking = (documentId) => {
    const { scheme, path } = parts(documentId);
    const length = this.documents.get(documentId)?.text.length ?? 0;
    return trackingPolicy(this.settingValues)({ scheme, path, length });
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
    this.histories.discardUnsaved(documentId);
  }

  /** Changes a document as the editor would: the text, then the event. */
  edit(documentId: string, changes: readonly TextChange[], origin: Origin = 'typing'): void {
    const document = this.#document(documentId);
    const set = ChangeSet.of(changes, document.text.length);
    for (const change of set.changes.toReversed()) {
      document.text = document.text.slice(0, change.start) + change.newText + document.text.slice(change.end);
    }
    document.dirty = true;
    this.histories.record(documentId, { changes: set, origin, timestamp: this.clock.now() });
    document.cursor = set.mapOffset(Math.min(document.cursor, set.lengthBefore), 1);
  }

  /** Types a text at an offset, one character each 50 ms. */
  type(documentId: string, offset: number, text: string): void {
    for (let index = 0; index < text.length; index++) {
      this.edit(documentId, [{ start: offset + index, end: offset + index, newText: text[index] as string }]);
      this.clock.advance(50);
    }
  }

  /** The editor reads a saved document anew from its file, which somebody has written. */
  reload(documentId: string, text: string): void {
    const document = this.#document(documentId);
    this.histories.seal(documentId);
    const before = this.histories.newestNumber;
    this.edit(documentId, [{ start: 0, end: document.text.length, newText: text }], 'unknown');
    document.dirty = false;
    this.histories.relabel(documentId, 'disk', ({ version }) => version.number > before);
  }

  activeDocument(): string | null {
    return this.active;
  }

  locate(documentId: string): DocumentPlace {
    const { scheme, path } = parts(documentId);
    const [, project = 'none', ...rest] = path.split('/');
    if (scheme === 'vscode-notebook-cell')
      return { projectId: `file:///${project}`, path: `${rest.join('/')}${new URL(documentId).hash}` };
    return scheme === 'file' ? { projectId: `file:///${project}`, path: rest.join('/') } : { projectId: 'none', path };
  }

  text(documentId: string): string | null {
    return this.documents.get(documentId)?.text ?? null;
  }

  holds(documentId: string): boolean {
    return this.documents.has(documentId);
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
      encoding: this.encoding.name,
      eol: document.text.includes('\r\n') ? 'CRLF' : 'LF',
      ...(document.diskText === undefined ? { disk: 'same' } : { disk: 'changed', diskText: document.diskText }),
      selections: [{ anchor: position, active: position }],
      visibleRanges: [{ startLine: 0, endLine: 20 }],
      openTabs: [...this.documents].map(([id, { dirty }]) => ({
        path: this.locate(id).path,
        active: id === this.active,
        dirty,
      })),
      diagnostics: this.problems(document.text),
    };
  }

  cells(documentId: string): readonly string[] {
    return this.notebook.includes(documentId) ? this.notebook : [];
  }

  cellOutput(documentId: string): CellOutput | null {
    return this.outputs.get(documentId) ?? null;
  }

  symbols(): Promise<readonly SymbolEntry[]> {
    return this.outline();
  }

  idsOf(name: string): readonly string[] {
    if (/^[a-z]{2,}:/.test(name)) return [new URL(name).href];
    if (name.startsWith('/')) return [new URL(`file://${name}`).href];
    return this.folders.map((folder) => new URL(name, `file:///${folder}/`).href);
  }

  async resolved(documentId: string): Promise<string | null> {
    return this.links.has(documentId) ? (this.links.get(documentId) ?? null) : documentId;
  }

  async hasFile(documentId: string): Promise<boolean> {
    return this.closed.has(documentId) || (documentId.startsWith('file:') && this.documents.has(documentId));
  }

  async open(documentId: string, maxLength: number): Promise<OpenObstacle | null> {
    const closed = this.closed.get(documentId);
    if (closed === undefined) return 'missing';
    if (closed.includes('\0')) return 'notText';
    if (closed.length > maxLength) return 'tooLarge';
    const { active } = this;
    this.openDocument(documentId, closed);
    this.active = active;
    return null;
  }

  async prepareEdit(documentId: string): Promise<EditObstacle | null> {
    const closed = this.closed.get(documentId);
    const obstacle = this.obstacles.get(documentId);
    if (obstacle !== undefined) return obstacle;
    if (closed !== undefined && !this.documents.has(documentId)) this.openDocument(documentId, closed);
    return this.documents.has(documentId) ? null : 'missing';
  }

  async prepareFile(documentId: string, from?: string): Promise<EditObstacle | null> {
    const obstacle = this.obstacles.get(documentId);
    if (obstacle !== undefined) return obstacle;
    const isOther = (id: string) => id !== from && this.#sameFile(id) === this.#sameFile(documentId);
    return [...this.closed.keys(), ...this.documents.keys()].some(isOther) ? 'exists' : null;
  }

  #sameFile(documentId: string): string {
    return this.ignoresCase ? documentId.toLowerCase() : documentId;
  }

  async applyEdits(
    edits: readonly DocumentEdit[],
    files: readonly FileChange[],
  ): Promise<'applied' | 'refused' | 'partly'> {
    const texts = edits.map(({ documentId }) => this.text(documentId));
    await this.beforeApply();
    if (edits.some(({ documentId }, index) => this.text(documentId) !== texts[index])) return 'refused';
    for (const { documentId, changes } of edits) this.edit(documentId, changes, 'unknown');
    for (const file of files) this.#change(file);
    return 'applied';
  }

  #change(file: FileChange): void {
    const { documentId } = file;
    if (file.kind === 'create') this.closed.set(documentId, file.text);
    else if (file.kind === 'rename') {
      this.closed.set(file.to, this.text(documentId) ?? '');
      this.closed.delete(documentId);
      const document = this.documents.get(documentId);
      if (document !== undefined) this.documents.set(file.to, document);
      this.documents.delete(documentId);
      if (this.active === documentId) this.active = file.to;
      this.histories.rename(documentId, file.to);
    } else {
      this.closed.delete(documentId);
      this.closeDocument(documentId);
    }
  }

  async save(documentId: string): Promise<string | null> {
    const document = this.#document(documentId);
    const text = this.onSave(document.text);
    if (text === null) return null;
    if (text !== document.text) {
      this.histories.seal(documentId);
      const before = this.histories.newestNumber;
      this.edit(documentId, textDiff(document.text, text), 'unknown');
      this.histories.relabel(documentId, 'format', ({ version }) => version.number > before);
    }
    document.dirty = false;
    delete document.diskText;
    const bytes = this.afterSave(this.encoding.encode(document.text));
    this.fileBytes.set(documentId, bytes);
    return this.encoding.decode(bytes);
  }

  async unencodable(_documentId: string, text: string): Promise<readonly string[]> {
    const { encode, decode } = this.encoding;
    return [...new Set(text)].filter((one) => decode(encode(`.${one}`)) !== `.${one}`);
  }

  otherEditor(documentId: string): OtherEditor | null {
    return this.otherEditors.get(documentId) ?? null;
  }

  textWithHash(documentId: string, hash: string): string | null {
    return this.hashes.get(`${documentId} ${hash}`) ?? null;
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
