import * as vscode from 'vscode';
import type { Tracking } from '../../documents/documents.ts';
import type { Histories } from '../../documents/histories.ts';
import type { Origin } from '../../protocol/prompt/liveContext.ts';
import type { ChangeSet } from '../../text/changeSet.ts';
import type { SourceText } from '../../text/sourceText.ts';
import { isDirty } from '../host/editorWorkspace.ts';
import { hasNoFile } from '../host/openDocument.ts';
import { changeSetOf, cleansUp, endOf, originOf } from './changeOrigin.ts';
import type { DiskChanges } from './diskChanges.ts';

/** A change of a clean document that has not made it dirty after this time came from disk, ms. */
const dirtyMs = 100;
/** Longest time between the changes of one save, before and after `onWillSave`, ms. */
const formatMs = 3_000;
/** A document closed this recently may have been renamed with its unsaved text, ms. */
const renamedMs = 1_000;
/** A file saved this soon after it was created may be an untitled document's, ms. */
const createdMs = 5_000;

const changeReasons = {
  [vscode.TextDocumentChangeReason.Undo]: 'undo',
  [vscode.TextDocumentChangeReason.Redo]: 'redo',
} as const;

/** Evidence of what a save changes. */
interface PendingSave {
  /** The newest version number when the editor began to save. */
  begun: number;
  /** Versions of changes at the cursor as saving makes them. */
  readonly cleanUps: Set<number>;
}

/**
 * Follows the editor's documents into their histories: the only place where text events are read.
 */
export class Tracker implements vscode.Disposable {
  readonly #histories: Histories;
  readonly #tracking: Tracking;
  readonly #diskChanges: DiskChanges;
  readonly #subscription: vscode.Disposable;
  /**
   * Clean documents with a fresh change: typing makes them dirty soon, a reload from disk does not.
   */
  readonly #maybeReloads = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #saves = new Map<string, PendingSave>();
  /** End of each document's latest change. */
  readonly #latestEnd = new Map<string, number>();
  /** The files created last, and when, ms since the epoch. */
  #created: { readonly ids: readonly string[]; readonly at: number } = { ids: [], at: 0 };

  constructor(histories: Histories, tracking: Tracking, diskChanges: DiskChanges) {
    this.#histories = histories;
    this.#tracking = tracking;
    this.#diskChanges = diskChanges;
    this.#subscription = vscode.Disposable.from(
      vscode.workspace.onDidOpenTextDocument((document) => this.#open(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.#close(document)),
      vscode.workspace.onDidChangeTextDocument((event) => this.#change(event)),
      // A save proves that what changed was no reload.
      vscode.workspace.onWillSaveTextDocument(({ document }) => this.#willSave(document.uri.toString())),
      vscode.workspace.onDidSaveTextDocument((document) => this.#saved(document)),
      vscode.workspace.onDidSaveNotebookDocument((notebook) => {
        for (const { document } of notebook.getCells()) this.#saved(document);
      }),
      vscode.workspace.onDidCreateFiles(({ files }) => {
        this.#created = { ids: files.map(String), at: Date.now() };
      }),
      vscode.workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri, newUri } of files) this.#histories.rename(oldUri.toString(), newUri.toString());
        this.#forgetUntracked();
      }),
    );
    for (const document of vscode.workspace.textDocuments) this.#open(document);
    this.#recallTabs();
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const timer of this.#maybeReloads.values()) clearTimeout(timer);
  }

  /** Follows or forgets documents after the rules have changed. */
  applyRules(): void {
    this.#forgetUntracked();
    for (const document of vscode.workspace.textDocuments) {
      if (!this.#histories.isOpen(document.uri.toString())) this.#open(document);
    }
  }

  /**
   * After a reload only visible tabs are documents; what was done in the others is still news to
   * somebody.
   */
  #recallTabs(): void {
    for (const { input } of vscode.window.tabGroups.all.flatMap((group) => group.tabs)) {
      if (!(input instanceof vscode.TabInputText)) continue;
      const id = input.uri.toString();
      if (this.#tracking(id) === null) void this.#histories.recall(id);
    }
  }

  #forgetUntracked(): void {
    const open = vscode.workspace.textDocuments.map((document) => document.uri.toString());
    for (const id of new Set([...this.#histories.documents, ...open])) {
      if (this.#tracking(id) !== null) this.#histories.forget(id);
    }
  }

  #open(document: vscode.TextDocument): void {
    const id = document.uri.toString();
    if (this.#tracking(id) !== null) return;
    if (this.#histories.isOpen(id)) this.#histories.reconcile(id, document.getText());
    else this.#histories.open(id, document.getText(), isDirty(document) ? 'unknown' : 'disk');
    this.#diskChanges.opened(document);
  }

  /**
   * A close with `isClosed` false is only a change of language. What had no file never comes back.
   */
  #close(document: vscode.TextDocument): void {
    if (!document.isClosed) return;
    const id = document.uri.toString();
    this.#isNoReload(id);
    this.#latestEnd.delete(id);
    this.#saves.delete(id);
    this.#diskChanges.closed(id);
    if (hasNoFile(document)) this.#histories.forget(id);
    else {
      this.#histories.close(id);
      setTimeout(() => this.#histories.discardUnsaved(id), renamedMs);
    }
  }

  #change(event: vscode.TextDocumentChangeEvent): void {
    const { document, contentChanges, reason } = event;
    const id = document.uri.toString();
    if (contentChanges.length === 0) {
      if (isDirty(document)) this.#isNoReload(id);
      return;
    }
    const text = this.#histories.textOf(id);
    if (text === null || this.#tracking(id) !== null) {
      this.#open(document);
      return;
    }
    const changes = changeSetOf(contentChanges, text);
    if (changes === null || !agrees(changes, document, text)) {
      this.#histories.reconcile(id, document.getText());
      return;
    }
    const { expected } = this.#histories;
    const awaited = expected.has(id);
    const mayBeReload = !awaited && reason === undefined && !isDirty(document) && !document.isUntitled;
    if (mayBeReload) this.#waitUntilDirty(document);
    const origin = this.#originOf(event);
    const isCleanUp = origin === 'typing' && cleansUp(changes, text) && changesOnSave(document);
    if (isCleanUp) this.#histories.seal(id);
    this.#histories.record(id, { changes, origin, timestamp: Date.now() });
    if (isCleanUp) this.#cleanedUp(id);
    // An agent's edit does not move where the developer continues typing.
    const typed = this.#latestEnd.get(id);
    const isAgents = awaited && !expected.has(id) && typed !== undefined;
    this.#latestEnd.set(id, isAgents ? changes.mapOffset(Math.min(typed, changes.lengthBefore), -1) : endOf(changes));
  }

  #originOf({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): Origin {
    const editor = vscode.window.activeTextEditor;
    return originOf({
      contentChanges,
      reason: reason === undefined ? null : changeReasons[reason],
      selections: editor?.document === document ? editor.selections : null,
      latestEnd: this.#latestEnd.get(document.uri.toString()),
    });
  }

  /** Waits whether the document becomes dirty; if not, all that changed since came from disk. */
  #waitUntilDirty(document: vscode.TextDocument): void {
    const id = document.uri.toString();
    if (this.#maybeReloads.has(id)) return;
    this.#histories.seal(id);
    const before = this.#histories.newestNumber;
    const timer = setTimeout(() => {
      this.#maybeReloads.delete(id);
      if (isDirty(document) || document.isClosed) return;
      const version = this.#histories.relabel(id, 'disk', (edit) => edit.version.number > before);
      if (version !== null) this.#diskChanges.add(id, version);
    }, dirtyMs);
    this.#maybeReloads.set(id, timer);
  }

  /** Marks the latest changes as no reload from disk. */
  #isNoReload(id: string): void {
    clearTimeout(this.#maybeReloads.get(id));
    this.#maybeReloads.delete(id);
  }

  #saved(document: vscode.TextDocument): void {
    const id = document.uri.toString();
    if (this.#tracking(id) !== null) return;
    const untitled = this.#savedUntitled(document);
    if (untitled !== null) this.#histories.rename(untitled, id);
    this.#histories.reconcile(id, document.getText());
    this.#formatted(document);
    this.#histories.checkpoint(id, 'saved');
  }

  #saveOf(id: string): PendingSave {
    const save = this.#saves.get(id) ?? { begun: Number.POSITIVE_INFINITY, cleanUps: new Set() };
    this.#saves.set(id, save);
    return save;
  }

  #willSave(id: string): void {
    this.#isNoReload(id);
    this.#histories.seal(id);
    this.#saveOf(id).begun = this.#histories.newestNumber;
  }

  #cleanedUp(id: string): void {
    const history = this.#histories.get(id);
    if (history !== null) this.#saveOf(id).cleanUps.add(history.seal().number);
  }

  /** Relabels what was not typed during a save, and if the settings say so right before it. */
  #formatted(document: vscode.TextDocument): void {
    const id = document.uri.toString();
    const { begun, cleanUps } = this.#saveOf(id);
    this.#saves.delete(id);
    const isConfigured = changesOnSave(document);
    const editor = vscode.window.activeTextEditor;
    // A line break that was typed at the end takes the cursor with it.
    const isAtEnd =
      editor?.document === document &&
      editor.selection.active.isEqual(document.lineAt(document.lineCount - 1).range.end);
    let after = Date.now();
    this.#histories.relabel(id, 'format', ({ origin, version: { number, timestamp } }) => {
      const isClose = after - timestamp < formatMs;
      after = timestamp;
      const isTyped = origin !== 'unknown' && (isAtEnd || !cleanUps.has(number));
      return !isTyped && (number > begun || (isConfigured && isClose));
    });
  }

  /**
   * The untitled document that was saved as this file: VS Code creates, fills and saves the file,
   * then closes the other.
   */
  #savedUntitled(document: vscode.TextDocument): string | null {
    const isNew = this.#created.ids.includes(document.uri.toString()) && Date.now() - this.#created.at < createdMs;
    if (!isNew || document.uri.scheme === 'untitled') return null;
    const text = document.getText();
    const source = vscode.workspace.textDocuments.find((one) => one.isUntitled && one.getText() === text);
    return source === undefined || text === '' ? null : source.uri.toString();
  }
}

/**
 * Tells if the changes lead to the document's text, judged by its line count and last changed line.
 */
function agrees(changes: ChangeSet, document: vscode.TextDocument, text: SourceText): boolean {
  const newer = changes.apply(text);
  if (newer.lineCount !== document.lineCount) return false;
  const line = newer.lineAt(newer.lineIndexOf(endOf(changes)));
  return newer.slice(line.start, line.end) === document.lineAt(line.index).text;
}

function changesOnSave(document: vscode.TextDocument): boolean {
  const editor = vscode.workspace.getConfiguration('editor', document);
  const files = vscode.workspace.getConfiguration('files', document);
  const actions = Object.values(editor.get<Record<string, unknown>>('codeActionsOnSave') ?? {});
  const keys = ['trimTrailingWhitespace', 'insertFinalNewline', 'trimFinalNewlines'];
  return (
    editor.get('formatOnSave') === true ||
    actions.some((action) => action !== 'never' && action !== false) ||
    keys.some((key) => files.get(key) === true)
  );
}
