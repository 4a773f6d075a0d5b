import * as vscode from 'vscode';
import type { Histories } from '../history/histories.ts';
import type { Origin } from '../protocol/liveContext.ts';
import type { Tracking } from '../session/documents.ts';
import { ChangeSet } from '../text/changeSet.ts';
import { refineChange } from '../text/lineDiff.ts';
import type { SourceText, TextChange } from '../text/sourceText.ts';
import type { DiskChanges } from './diskChanges.ts';
import { isDirty } from './editorWorkspace.ts';

/** A change of a clean document that has not made it dirty after this time came from disk, ms. */
const dirtyMs = 100;
/** A formatter's change precedes `onWillSave` by less than this, ms. */
const formatMs = 1_000;

interface LatestChange {
  /** ms since the epoch. */
  readonly at: number;
  /** Where it ended in the new text. */
  readonly end: number;
  /** Whether it is a keystroke that goes on where the one before it ended. */
  readonly goesOn: boolean;
}

/** Follows the editor's documents into their histories: the only place where text events are read (design H). */
export class Tracker implements vscode.Disposable {
  readonly #histories: Histories;
  readonly #tracking: Tracking;
  readonly #diskChanges: DiskChanges;
  readonly #subscription: vscode.Disposable;
  /** Clean documents with a fresh change: typing makes them dirty soon, a reload from disk does not. */
  readonly #undecided = new Map<string, ReturnType<typeof setTimeout>>();
  /** Each document's latest change without undo or redo. */
  readonly #latest = new Map<string, LatestChange>();

  constructor(histories: Histories, tracking: Tracking, diskChanges: DiskChanges) {
    this.#histories = histories;
    this.#tracking = tracking;
    this.#diskChanges = diskChanges;
    this.#subscription = vscode.Disposable.from(
      vscode.workspace.onDidOpenTextDocument((document) => this.#open(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.#close(document)),
      vscode.workspace.onDidChangeTextDocument((event) => this.#change(event)),
      vscode.workspace.onWillSaveTextDocument(({ document }) => this.#willSave(document)),
      vscode.workspace.onDidSaveTextDocument((document) => this.#saved(document)),
      vscode.workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri, newUri } of files) this.#rename(oldUri, newUri);
      }),
    );
    for (const document of vscode.workspace.textDocuments) this.#open(document);
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const timer of this.#undecided.values()) clearTimeout(timer);
  }

  /** Follows or forgets open documents after the rules have changed. */
  applyRules(): void {
    for (const document of vscode.workspace.textDocuments) {
      const id = document.uri.toString();
      if (this.#tracking(id) !== null) this.#histories.forget(id);
      else if (!this.#histories.isOpen(id)) this.#open(document);
    }
  }

  #open(document: vscode.TextDocument): void {
    const id = document.uri.toString();
    if (this.#tracking(id) !== null) return;
    if (this.#histories.isOpen(id)) this.#histories.reconcile(id, document.getText());
    else this.#histories.open(id, document.getText());
    this.#diskChanges.opened(document);
  }

  /** A close with `isClosed` false is only a change of language. */
  #close(document: vscode.TextDocument): void {
    if (!document.isClosed) return;
    const id = document.uri.toString();
    this.#decide(id, null);
    this.#latest.delete(id);
    this.#diskChanges.closed(id);
    this.#histories.close(id);
  }

  #change({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): void {
    const id = document.uri.toString();
    if (contentChanges.length === 0) {
      if (isDirty(document)) this.#decide(id, null);
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
    this.#histories.record(id, { changes, origin: originOf(document, contentChanges, reason), timestamp: Date.now() });
    if (reason !== undefined) return;
    this.#latest.set(id, latestChange(contentChanges, this.#latest.get(id)));
    if (!isDirty(document) && !document.isUntitled && !this.#undecided.has(id)) this.#wonder(document);
  }

  /** Waits whether the document becomes dirty. */
  #wonder(document: vscode.TextDocument): void {
    const id = document.uri.toString();
    const timer = setTimeout(() => {
      this.#undecided.delete(id);
      if (!isDirty(document) && !document.isClosed) this.#fromDisk(id);
    }, dirtyMs);
    this.#undecided.set(id, timer);
  }

  #decide(id: string, origin: 'disk' | null): void {
    const timer = this.#undecided.get(id);
    if (timer === undefined) return;
    clearTimeout(timer);
    this.#undecided.delete(id);
    if (origin === 'disk') this.#fromDisk(id);
  }

  #fromDisk(id: string): void {
    const version = this.#histories.relabel(id, 'disk');
    if (version !== null) this.#diskChanges.add(id, version);
  }

  /** A save proves that what was typed was no reload; a formatter's change came right before it. */
  #willSave(document: vscode.TextDocument): void {
    const id = document.uri.toString();
    this.#decide(id, null);
    const latest = this.#latest.get(id);
    if (latest === undefined || latest.goesOn || Date.now() - latest.at >= formatMs) return;
    if (changesOnSave(document)) this.#histories.relabel(id, 'format');
  }

  #saved(document: vscode.TextDocument): void {
    const id = document.uri.toString();
    if (this.#tracking(id) !== null) return;
    this.#histories.reconcile(id, document.getText());
    this.#histories.checkpoint(id, 'saved');
  }

  /** Renaming a folder renames every document in it. */
  #rename(from: vscode.Uri, to: vscode.Uri): void {
    const folder = `${from.toString()}/`;
    for (const id of this.#histories.documents) {
      if (id !== from.toString() && !id.startsWith(folder)) continue;
      const renamed = to.toString() + id.slice(from.toString().length);
      if (this.#tracking(renamed) === null) this.#histories.rename(id, renamed);
      else this.#histories.forget(id);
    }
  }
}

/** The event's changes in coordinates of the old text; null when they do not fit it. */
function changeSetOf(
  contentChanges: readonly vscode.TextDocumentContentChangeEvent[],
  text: SourceText,
): ChangeSet | null {
  // The event's changes come in descending order, so of two insertions at one place the last one stands first.
  const changes = contentChanges
    .toReversed()
    .flatMap(({ rangeOffset, rangeLength, text: newText }) =>
      refined({ start: rangeOffset, end: rangeOffset + rangeLength, newText }, text),
    );
  try {
    return ChangeSet.of(changes, text.length);
  } catch {
    return null;
  }
}

/**
 * VS Code merges 1,000 and more edits, and a change of line endings, into one change that spans them all: whatever replaces
 * several lines by several lines is taken apart into the small edits inside it.
 */
function refined(change: TextChange, text: SourceText): readonly TextChange[] {
  const { start, end, newText } = change;
  if (end > text.length || !newText.includes('\n')) return [change];
  const oldText = text.slice(start, end);
  if (!oldText.includes('\n')) return [change];
  return refineChange(oldText, newText).map((part) => ({
    start: start + part.start,
    end: start + part.end,
    newText: part.newText,
  }));
}

/** Whether the changes lead to the document's text, as far as one can tell without reading it whole. */
function agrees(changes: ChangeSet, document: vscode.TextDocument, text: SourceText): boolean {
  const newer = changes.apply(text);
  if (newer.lineCount !== document.lineCount) return false;
  const last = changes.changes.at(-1);
  if (last === undefined) return true;
  const index = newer.lineIndexOf(last.end + changes.lengthAfter - changes.lengthBefore);
  const line = newer.lineAt(index);
  return newer.slice(line.start, line.end) === document.lineAt(index).text;
}

/**
 * What is known at once: keystrokes and pastes happen in the active editor and change one place or several alike; anything
 * else is somebody's edit.
 */
function originOf(
  document: vscode.TextDocument,
  contentChanges: readonly vscode.TextDocumentContentChangeEvent[],
  reason: vscode.TextDocumentChangeReason | undefined,
): Origin {
  if (reason === vscode.TextDocumentChangeReason.Undo) return 'undo';
  if (reason === vscode.TextDocumentChangeReason.Redo) return 'redo';
  const active = vscode.window.activeTextEditor?.document === document;
  const [first] = contentChanges;
  const alike = contentChanges.every(
    (change) => change.text === first?.text && change.rangeLength === first.rangeLength,
  );
  return active && alike ? 'typing' : 'unknown';
}

function latestChange(
  contentChanges: readonly vscode.TextDocumentContentChangeEvent[],
  before: LatestChange | undefined,
): LatestChange {
  const [{ rangeOffset, rangeLength, text } = { rangeOffset: -1, rangeLength: 0, text: '' }] = contentChanges;
  const isKeystroke = contentChanges.length === 1 && rangeLength + text.length <= 2;
  const goesOn = isKeystroke && before !== undefined && rangeOffset + rangeLength === before.end;
  return { at: Date.now(), end: rangeOffset + text.length, goesOn };
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
