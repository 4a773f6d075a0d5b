import * as vscode from 'vscode';
import { fieldOf } from '../../base/json.ts';
import type {
  CellOutput,
  Diagnostic,
  DocumentPlace,
  EditObstacle,
  EditorSnapshot,
  OpenObstacle,
  OtherEditor,
  Position,
  SymbolEntry,
  Workspace,
} from '../../base/ports/workspace.ts';
import { isOurs } from '../../documents/trackingPolicy.ts';
import type { UntrackedReason } from '../../protocol/errorCodes.ts';
import type { DiskStates } from '../tracking/diskStates.ts';
import { applyEdits, prepareEdit, prepareFile, save, unencodable } from './documentEdits.ts';
import { notebookOutputs } from './notebookOutputs.ts';
import { hasFile, openDocument, openWithin } from './openDocument.ts';
import type { Platform } from './platform/platform.ts';
import { idsOf, placeOf } from './uris.ts';

/** Longest delay of a text after its tab, ms. */
const openingMs = 150;

/** The tracking of the window's rules: the reason why a document is not followed, or null. */
type Reason = (documentId: string) => UntrackedReason | null;

/** The Workspace port over VS Code's editors. */
export class EditorWorkspace implements Workspace, vscode.Disposable {
  readonly #disk: DiskStates;
  readonly #reason: Reason;
  readonly #realPath: Platform['realPath'];
  readonly #subscription: vscode.Disposable;
  /** The last selections of documents whose editor is not visible. */
  readonly #selections = new WeakMap<vscode.TextDocument, readonly vscode.Selection[]>();
  #active: vscode.TextDocument | undefined;
  /** The title of the tab that came to the front with the active document. */
  #title = '';
  /** The file in front whose text no extension gets: an image, a binary, a very large file. */
  #withoutText: string | null = null;
  readonly #notebookOutputs = notebookOutputs();
  #opening: ReturnType<typeof setTimeout> | undefined;

  constructor(disk: DiskStates, reason: Reason, realPath: Platform['realPath']) {
    this.#disk = disk;
    this.#reason = reason;
    this.#realPath = realPath;
    this.#followCell(vscode.window.activeNotebookEditor);
    this.#follow(vscode.window.activeTextEditor);
    this.#subscription = vscode.Disposable.from(
      this.#notebookOutputs,
      vscode.window.onDidChangeActiveNotebookEditor((editor) => this.#followCell(editor)),
      vscode.window.onDidChangeNotebookEditorSelection(({ notebookEditor }) => this.#followCell(notebookEditor)),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.#follow(editor)),
      vscode.window.tabGroups.onDidChangeTabs(() => this.#followTab()),
      vscode.window.tabGroups.onDidChangeTabGroups(() => this.#followTab()),
      vscode.window.onDidChangeTextEditorSelection((event) => {
        this.#selections.set(event.textEditor.document, event.selections);
      }),
    );
  }

  dispose(): void {
    clearTimeout(this.#opening);
    this.#subscription.dispose();
  }

  activeDocument(): string | null {
    // VS Code holds a document for minutes after its tab was closed if an extension has opened it.
    const document = this.#active !== undefined && isShown(this.#active) ? this.#active.uri.toString() : null;
    return this.#withoutText ?? document;
  }

  holds(documentId: string): boolean {
    return openDocument(documentId) !== undefined;
  }

  /** A document without a path, such as a search editor, is known by the title of its tab. */
  locate(documentId: string): DocumentPlace {
    const uri = vscode.Uri.parse(documentId);
    const place = placeOf(uri);
    if (place.path !== '') return place;
    return { ...place, path: this.#active?.uri.toString() === documentId ? this.#title : uri.scheme };
  }

  text(documentId: string): string | null {
    return openDocument(documentId)?.getText() ?? null;
  }

  editor(documentId: string): EditorSnapshot | null {
    const document = openDocument(documentId);
    if (document === undefined) return null;
    const editor = editorOf(document);
    const selections = editor?.selections ?? this.#selections.get(document) ?? [];
    return {
      language: document.languageId,
      dirty: isDirty(document),
      encoding: document.encoding,
      eol: document.eol === vscode.EndOfLine.CRLF ? 'CRLF' : 'LF',
      disk: this.#disk.stateOf(document),
      diskText: this.#disk.textOf(document),
      note: this.#disk.note(document),
      selections: selections.map(({ anchor, active }) => ({
        anchor: positionIn(document, anchor),
        active: positionIn(document, active),
      })),
      visibleRanges: (editor?.visibleRanges ?? []).map(({ start, end }) => ({
        startLine: start.line,
        endLine: end.line,
      })),
      openTabs: this.#openTabs(document.uri),
      diagnostics: vscode.languages.getDiagnostics(document.uri).map(diagnosticOf),
    };
  }

  cells(documentId: string): readonly string[] {
    const ids = vscode.workspace.notebookDocuments.map((notebook) =>
      notebook.getCells().map(({ document }) => document.uri.toString()),
    );
    return ids.find((cells) => cells.includes(documentId)) ?? [];
  }

  otherEditor(documentId: string): OtherEditor | null {
    const notebook = vscode.workspace.notebookDocuments.find(({ uri }) => uri.toString() === documentId);
    if (notebook !== undefined)
      return { dirty: notebook.isDirty, cells: notebook.getCells().map(({ document }) => document.uri.toString()) };
    const isCustom = (tab: vscode.Tab) =>
      tab.isDirty && tab.input instanceof vscode.TabInputCustom && tab.input.uri.toString() === documentId;
    // A custom editor of the text itself makes that dirty.
    const dirty =
      !openDocument(documentId)?.isDirty && vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(isCustom));
    return dirty ? { dirty, cells: [] } : null;
  }

  cellOutput(documentId: string): CellOutput | null {
    return this.#notebookOutputs.of(documentId);
  }

  async symbols(documentId: string): Promise<readonly SymbolEntry[]> {
    const found = await vscode.commands.executeCommand<
      readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined
    >('vscode.executeDocumentSymbolProvider', vscode.Uri.parse(documentId));
    return (found ?? []).flatMap((symbol) => flattened(symbol, 0));
  }

  async resolved(documentId: string): Promise<string | null> {
    const uri = vscode.Uri.parse(documentId);
    const own = vscode.workspace.getWorkspaceFolder(uri);
    // Where links cannot be followed, those that the editor knows of count as missing.
    if (own === undefined || (await this.#realPath(own.uri)) === null) return documentId;
    const real = await this.#realPath(uri);
    if (real === null) return null;
    for (const { uri: root } of vscode.workspace.workspaceFolders ?? []) {
      const folder = (await this.#realPath(root))?.path.replace(/\/$/, '');
      if (folder !== undefined && `${real.path}/`.startsWith(`${folder}/`))
        return vscode.Uri.joinPath(root, real.path.slice(folder.length)).toString();
    }
    return null;
  }

  async prepareFile(documentId: string, from?: string): Promise<EditObstacle | null> {
    const obstacle = await prepareFile(documentId);
    if (obstacle !== 'exists' || from?.toLowerCase() !== documentId.toLowerCase()) return obstacle;
    const [real, realFrom] = [
      await this.#realPath(vscode.Uri.parse(documentId)),
      await this.#realPath(vscode.Uri.parse(from)),
    ];
    return real !== null && real.path === realFrom?.path ? null : obstacle;
  }

  async open(documentId: string, maxLength: number): Promise<OpenObstacle | null> {
    const obstacle = await openWithin(documentId, maxLength);
    await this.#disk.looked(documentId);
    return obstacle;
  }

  textWithHash(documentId: string, sha256: string): string | null {
    return this.#disk.textWithHash(documentId, sha256);
  }

  readonly idsOf = idsOf;
  readonly hasFile = hasFile;
  readonly prepareEdit = prepareEdit;
  readonly applyEdits = applyEdits;
  readonly unencodable = unencodable;
  readonly save = save;

  #openTabs(uri: vscode.Uri): EditorSnapshot['openTabs'] {
    const project = placeOf(uri).projectId;
    return vscode.window.tabGroups.all.flatMap((group) =>
      group.tabs.flatMap((tab): EditorSnapshot['openTabs'] => {
        if (!(tab.input instanceof vscode.TabInputText || tab.input instanceof vscode.TabInputNotebook)) return [];
        const { projectId, path } = placeOf(tab.input.uri);
        if (projectId !== project) return [];
        return [{ path, active: tab.isActive && group.isActive, dirty: tab.isDirty }];
      }),
    );
  }

  /**
   * A tab comes before its text: it counts as one without text only if none has come after a while.
   */
  #followTab(): void {
    clearTimeout(this.#opening);
    const uri = tabResource(vscode.window.tabGroups.activeTabGroup.activeTab);
    const isForeign = uri !== null && !isOurs(uri.scheme);
    const document = isForeign ? openDocument(uri.toString()) : undefined;
    if (document !== undefined) this.#isInFront(document);
    if (!isForeign || document !== undefined) this.#withoutText = null;
    else
      this.#opening = setTimeout(() => {
        if (openDocument(uri.toString()) === undefined) this.#withoutText = uri.toString();
        else this.#followTab();
      }, openingMs);
  }

  #follow(editor: vscode.TextEditor | undefined): void {
    this.#followTab();
    const document = editor && this.#workedOn(editor);
    if (editor === undefined || document === undefined) return;
    this.#isInFront(document);
    if (document === editor.document) this.#selections.set(document, editor.selections);
  }

  /**
   * The document that an editor in front is about; undefined if the developer only writes or looks
   * beside their work.
   */
  #workedOn({ document, viewColumn }: vscode.TextEditor): vscode.TextDocument | undefined {
    const { uri } = document;
    if (isOurs(uri.scheme)) return undefined;
    if (this.#reason(uri.toString()) !== 'scheme') return document;
    const input: unknown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    if (input instanceof vscode.TabInputTextDiff && input.original.toString() === uri.toString())
      return openDocument(input.modified.toString());
    // Fields for commit messages, questions and comments are in no column.
    return viewColumn === undefined ? undefined : document;
  }

  /** A notebook's selected cell is in front even without a cursor in its text. */
  #followCell(editor: vscode.NotebookEditor | undefined): void {
    if (editor === undefined || editor !== vscode.window.activeNotebookEditor || editor.notebook.cellCount === 0)
      return;
    this.#isInFront(editor.notebook.cellAt(editor.selection.start).document);
  }

  #isInFront(document: vscode.TextDocument): void {
    this.#active = document;
    this.#title = vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? '';
  }
}

/** The file of a tab that shows one file; a notebook's cells are documents of their own. */
function tabResource(tab: vscode.Tab | undefined): vscode.Uri | null {
  const input: unknown = tab?.input;
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : null;
}

/** True if an editor or a tab, even behind others, shows the document; a cell is in its notebook's. */
function isShown(document: vscode.TextDocument): boolean {
  const { visibleTextEditors, tabGroups } = vscode.window;
  const isOfDocument = (one: unknown) => fieldOf(one, 'path') === document.uri.path;
  const isTab = ({ input }: vscode.Tab) => Object.values(input ?? {}).some(isOfDocument);
  return (
    visibleTextEditors.some((editor) => editor.document === document) ||
    tabGroups.all.some(({ tabs }) => tabs.some(isTab))
  );
}

/** A notebook cell is never dirty by itself: its notebook is. */
export function isDirty(document: vscode.TextDocument): boolean {
  if (document.uri.scheme !== 'vscode-notebook-cell') return document.isDirty;
  const notebook = vscode.workspace.notebookDocuments.find((candidate) =>
    candidate.getCells().some((cell) => cell.document === document),
  );
  return notebook?.isDirty ?? document.isDirty;
}

function editorOf(document: vscode.TextDocument): vscode.TextEditor | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  return [activeTextEditor, ...visibleTextEditors].find((editor) => editor?.document === document);
}

function positionIn(document: vscode.TextDocument, position: vscode.Position): Position {
  return { line: position.line, column: position.character, offset: document.offsetAt(position) };
}

const severities = ['error', 'warning', 'info', 'hint'] as const;

function diagnosticOf({ severity, message, range, source, code }: vscode.Diagnostic): Diagnostic {
  const value = typeof code === 'object' ? code.value : code;
  return {
    severity: severities[severity] ?? 'info',
    message,
    start: { line: range.start.line, column: range.start.character },
    source,
    code: value === undefined ? undefined : String(value),
  };
}

function flattened(symbol: vscode.DocumentSymbol | vscode.SymbolInformation, depth: number): SymbolEntry[] {
  const range = 'location' in symbol ? symbol.location.range : symbol.range;
  const entry = {
    name: symbol.name,
    kind: (vscode.SymbolKind[symbol.kind] ?? 'symbol').toLowerCase(),
    startLine: range.start.line,
    endLine: range.end.line,
    depth,
  };
  const children = 'children' in symbol ? symbol.children : [];
  return [entry, ...children.flatMap((child) => flattened(child, depth + 1))];
}
