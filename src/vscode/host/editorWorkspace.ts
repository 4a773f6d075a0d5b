import * as vscode from 'vscode';
import { LruMap } from '../../base/lruMap.ts';
import type {
  CellOutput,
  Diagnostic,
  DocumentPlace,
  EditObstacle,
  EditorSnapshot,
  Position,
  SymbolEntry,
  Workspace,
} from '../../base/ports/workspace.ts';
import { isOurs } from '../../documents/trackingPolicy.ts';
import type { DiskStates } from '../tracking/diskStates.ts';
import { applyEdits, prepareEdit, prepareFile, save } from './documentEdits.ts';
import { NotebookOutputs } from './notebookOutputs.ts';
import { hasFile, openDocument, openWithin } from './openDocument.ts';
import type { Platform } from './platform/platform.ts';
import { idsOf, placeOf } from './uris.ts';

/** Documents whose editors never count as the active one: the developer looks at them beside the work. */
const isBeside = (scheme: string): boolean => isOurs(scheme) || besideSchemes.has(scheme);
const besideSchemes = new Set(['output', 'git', 'vscode-scm', 'chatSessionInput', 'comment']);

/** How long after its tab a text may come, ms. */
const openingMs = 150;

/** Maximum number of documents whose order in front is remembered. */
const maxInFront = 256;

/** The Workspace port over VS Code's editors. */
export class EditorWorkspace implements Workspace, vscode.Disposable {
  readonly #disk: DiskStates;
  readonly #realPath: Platform['realPath'];
  readonly #subscription: vscode.Disposable;
  /** The last selections of documents whose editor is not visible now. */
  readonly #selections = new WeakMap<vscode.TextDocument, readonly vscode.Selection[]>();
  /** The documents that were in front, by URI, the last one last. */
  readonly #inFront = new LruMap<string, true>(maxInFront);
  #active: vscode.TextDocument | undefined;
  /** What is in front though the editor shows its text to no extension: an image, a binary, a very large file. */
  #withoutText: string | null = null;
  readonly #notebookOutputs = new NotebookOutputs();
  #opening: ReturnType<typeof setTimeout> | undefined;

  constructor(disk: DiskStates, realPath: Platform['realPath']) {
    this.#disk = disk;
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
    if (this.#active?.isClosed) this.#active = undefined;
    return this.#withoutText ?? this.#active?.uri.toString() ?? null;
  }

  holds(documentId: string): boolean {
    return openDocument(documentId) !== undefined;
  }

  locate(documentId: string): DocumentPlace {
    return placeOf(vscode.Uri.parse(documentId));
  }

  text(documentId: string): string | null {
    return openDocument(documentId)?.getText() ?? null;
  }

  editor(documentId: string): EditorSnapshot | null {
    const document = openDocument(documentId);
    if (document === undefined) return null;
    const editor = editorOf(document);
    const selections = editor?.selections ?? this.#selections.get(document) ?? [];
    const note = this.#disk.note(document);
    const diskText = this.#disk.textOf(document);
    return {
      language: document.languageId,
      dirty: isDirty(document),
      encoding: document.encoding,
      eol: document.eol === vscode.EndOfLine.CRLF ? 'CRLF' : 'LF',
      disk: this.#disk.stateOf(document),
      ...(diskText === undefined ? {} : { diskText }),
      ...(note === undefined ? {} : { note }),
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

  readonly idsOf = idsOf;
  readonly hasFile = hasFile;
  readonly open = openWithin;
  readonly prepareEdit = prepareEdit;
  readonly applyEdits = applyEdits;
  readonly save = save;

  #openTabs(uri: vscode.Uri): EditorSnapshot['openTabs'] {
    const project = placeOf(uri).projectId;
    const inFront = [...this.#inFront.keys()];
    return vscode.window.tabGroups.all.flatMap((group) =>
      group.tabs.flatMap((tab): EditorSnapshot['openTabs'] => {
        if (!(tab.input instanceof vscode.TabInputText || tab.input instanceof vscode.TabInputNotebook)) return [];
        const { projectId, path } = placeOf(tab.input.uri);
        if (projectId !== project) return [];
        const at = inFront.indexOf(tab.input.uri.toString());
        const recency = at === -1 ? {} : { lastInFront: at };
        return [{ path, active: tab.isActive && group.isActive, dirty: tab.isDirty, ...recency }];
      }),
    );
  }

  /** A tab comes before its text: only what still has none after a while shows none. */
  #followTab(): void {
    clearTimeout(this.#opening);
    const opening = (): string | null => {
      const uri = tabResource(vscode.window.tabGroups.activeTabGroup.activeTab);
      const isText = uri === null || isBeside(uri.scheme) || openDocument(uri.toString()) !== undefined;
      return isText ? null : uri.toString();
    };
    if (opening() === null) this.#withoutText = null;
    else
      this.#opening = setTimeout(() => {
        this.#withoutText = opening();
      }, openingMs);
  }

  #follow(editor: vscode.TextEditor | undefined): void {
    this.#followTab();
    if (editor === undefined || isBeside(editor.document.uri.scheme)) return;
    this.#isInFront(editor.document);
    this.#selections.set(editor.document, editor.selections);
  }

  /** A notebook's selected cell is in front before the cursor stands in its text. */
  #followCell(editor: vscode.NotebookEditor | undefined): void {
    if (editor === undefined || editor !== vscode.window.activeNotebookEditor || editor.notebook.cellCount === 0)
      return;
    this.#isInFront(editor.notebook.cellAt(editor.selection.start).document);
  }

  #isInFront(document: vscode.TextDocument): void {
    this.#active = document;
    this.#inFront.set(document.uri.toString(), true);
  }
}

/** The file of a tab that shows one file; a notebook's cells are documents of their own. */
function tabResource(tab: vscode.Tab | undefined): vscode.Uri | null {
  const input: unknown = tab?.input;
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : null;
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
  const active = vscode.window.activeTextEditor;
  if (active?.document === document) return active;
  return vscode.window.visibleTextEditors.find((editor) => editor.document === document);
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
    ...(source === undefined ? {} : { source }),
    ...(value === undefined ? {} : { code: String(value) }),
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
