import * as vscode from 'vscode';
import { LruMap } from '../../base/lruMap.ts';
import type { EditorSnapshot } from '../../base/ports/workspace.ts';
import { haveSameItems } from '../../base/sameItems.ts';
import { encodeUtf8 } from '../../base/utf8.ts';

/** Maximum number of remembered contents of a file. */
const maxHashes = 4;

/** Larger files are not read to look at their bytes. */
const maxDiskBytes = 2 * 1024 * 1024;

/** A file or folder was created or deleted on disk. */
export interface FileEvent {
  readonly uri: vscode.Uri;
  readonly isCreated: boolean;
}

/**
 * Compares files on disk with the texts in memory. Changes under a dirty editor and deletions raise
 * no document event, so watchers report them. Also notes differences in bytes (byte order mark,
 * encoding, line endings).
 */
export class DiskStates implements vscode.Disposable {
  readonly #states = new Map<string, 'changed' | 'deleted'>();
  /** When and how long the file was when the text was last read from it or written to it. */
  readonly #seen = new Map<string, string>();
  readonly #notes = new Map<string, readonly string[]>();
  /** Contents of files that changed under unsaved text. */
  readonly #texts = new Map<string, string>();
  /** Texts of files whose bytes are not the text in UTF-8, by the SHA-256 of the bytes. */
  readonly #hashes = new Map<string, LruMap<string, string>>();
  /** The latest look at each file. Looks at one file run one after another. */
  readonly #looks = new Map<string, Promise<void>>();
  /** Watchers of the folders of documents outside the workspace. */
  readonly #watchers = new Map<string, vscode.Disposable>();
  readonly #maps = [this.#states, this.#seen, this.#notes, this.#texts, this.#hashes, this.#looks, this.#watchers];
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #createdOrDeleted = new vscode.EventEmitter<FileEvent>();
  readonly #subscription: vscode.Disposable;

  /** Fires for every file that changed on disk. */
  readonly onDidChangeFile = this.#changed.event;
  readonly onDidCreateOrDelete = this.#createdOrDeleted.event;

  constructor() {
    this.#subscription = vscode.Disposable.from(
      this.#changed,
      this.#createdOrDeleted,
      this.#watch('**/*'),
      // A document that is clean again was reloaded.
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length === 0 && !document.isDirty && this.#states.has(document.uri.toString()))
          this.#isCurrent(document);
      }),
      vscode.workspace.onDidSaveTextDocument((document) => this.#isCurrent(document)),
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (!document.isClosed) return;
        const id = document.uri.toString();
        this.#watchers.get(id)?.dispose();
        for (const kept of this.#maps) kept.delete(id);
      }),
    );
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const watcher of this.#watchers.values()) watcher.dispose();
  }

  /**
   * A document is followed from now on: its bytes are looked at, and its file is watched where the
   * workspace is not.
   */
  follow(document: vscode.TextDocument): void {
    const { uri } = document;
    void this.#check(document, !document.isDirty || !this.#seen.has(uri.toString()));
    if (uri.scheme !== 'file' || vscode.workspace.getWorkspaceFolder(uri) || this.#watchers.has(uri.toString())) return;
    const folder = vscode.Uri.joinPath(uri, '..');
    this.#watchers.set(uri.toString(), this.#watch(new vscode.RelativePattern(folder, '*')));
  }

  /** A notebook's cell has no file of its own. */
  stateOf(document: vscode.TextDocument): EditorSnapshot['disk'] {
    if (document.isUntitled || document.uri.scheme === 'vscode-notebook-cell') return 'none';
    const id = document.uri.toString();
    const isSame = this.#texts.has(id) && this.#texts.get(id) === document.getText();
    return isSame ? 'same' : (this.#states.get(id) ?? 'same');
  }

  /** The file's content if it changed under unsaved text; else undefined. */
  textOf(document: vscode.TextDocument): string | undefined {
    return this.stateOf(document) === 'changed' ? this.#texts.get(document.uri.toString()) : undefined;
  }

  /** The text that a file had when its bytes had a hash; null if unknown. */
  textWithHash(documentId: string, sha256: string): string | null {
    return this.#hashes.get(documentId)?.peek(sha256) ?? null;
  }

  /** Settles after the latest look at a file. */
  async looked(documentId: string): Promise<void> {
    await this.#looks.get(documentId);
  }

  /** Differences between the file's bytes and the text, in words; undefined without any. */
  note(document: vscode.TextDocument): string | undefined {
    const notes = [encodingNote(document.encoding), ...(this.#notes.get(document.uri.toString()) ?? [])];
    return notes.filter((note) => note !== '').join('\n') || undefined;
  }

  #watch(pattern: vscode.GlobPattern): vscode.Disposable {
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    watcher.onDidChange((uri) => this.#onDisk(uri, 'changed'));
    watcher.onDidCreate((uri) => {
      this.#onDisk(uri, 'changed');
      this.#createdOrDeleted.fire({ uri, isCreated: true });
    });
    watcher.onDidDelete((uri) => {
      this.#onDisk(uri, 'deleted');
      this.#createdOrDeleted.fire({ uri, isCreated: false });
    });
    return watcher;
  }

  /** The text has just been read from the file or written to it. */
  #isCurrent(document: vscode.TextDocument): void {
    this.#states.delete(document.uri.toString());
    this.#texts.delete(document.uri.toString());
    void this.#check(document, true);
  }

  /**
   * Looks at the file after the earlier looks, so that none reports old news.
   * @param isCurrent true if the text was last read from the file or written to it
   */
  #check(document: vscode.TextDocument, isCurrent: boolean): Promise<void> {
    const id = document.uri.toString();
    if (document.isUntitled || document.uri.scheme === 'vscode-notebook-cell') return Promise.resolve();
    // The file may be written again before it is looked at, and the text typed in.
    const asRead = isCurrent && !document.isDirty ? document.getText() : null;
    const look: Promise<void> = (this.#looks.get(id) ?? Promise.resolve()).then(async () => {
      const found = await this.#read(document);
      if (document.isClosed) return;
      const isOf = isCurrent && (asRead === null || found?.text == null || found.text === asRead);
      if (found !== null && isOf) this.#seen.set(id, found.stamp);
      if (this.#looks.get(id) !== look) return;
      this.#notes.set(id, found?.notes ?? []);
      // A clean document is about to be reloaded.
      if (found === null || !document.isDirty || this.#seen.get(id) === found.stamp) return;
      this.#states.set(id, 'changed');
      if (found.text === null) this.#texts.delete(id);
      else this.#texts.set(id, found.text);
    });
    this.#looks.set(id, look);
    return look;
  }

  /** Reads the file of a text; null if it is missing or unreadable, which its watcher reports. */
  async #read({ uri, encoding, eol }: vscode.TextDocument) {
    try {
      const { size, mtime } = await vscode.workspace.fs.stat(uri);
      const stamp = `${mtime} ${size}`;
      if (size > maxDiskBytes) return { stamp, text: null, notes: [] };
      const bytes = await vscode.workspace.fs.readFile(uri);
      const decoded = await vscode.workspace.decode(bytes, { encoding });
      const text = decoded.replace(/\r\n|\r|\n/g, eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n');
      await this.#hash(uri.toString(), bytes, text);
      return { stamp, text, notes: await byteNotes(bytes, decoded, encoding) };
    } catch {
      return null;
    }
  }

  async #hash(documentId: string, bytes: Uint8Array, text: string): Promise<void> {
    if (haveSameItems(bytes, encodeUtf8(text))) return;
    const hashes = this.#hashes.get(documentId) ?? new LruMap(maxHashes);
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));
    hashes.set(Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join(''), text);
    this.#hashes.set(documentId, hashes);
  }

  #onDisk(uri: vscode.Uri, state: 'changed' | 'deleted'): void {
    const id = uri.toString();
    const document = vscode.workspace.textDocuments.find((candidate) => candidate.uri.toString() === id);
    this.#states.delete(id);
    this.#texts.delete(id);
    if (document !== undefined && state === 'deleted') this.#states.set(id, state);
    const checked = document === undefined || state === 'deleted' ? null : this.#check(document, !document.isDirty);
    if (checked === null) this.#changed.fire(uri);
    else void checked.then(() => this.#changed.fire(uri));
  }
}

function encodingNote(encoding: string): string {
  if (encoding === 'utf8') return '';
  return encoding === 'utf8bom'
    ? 'The file on disk begins with a byte order mark (UTF-8).'
    : `The file on disk is encoded as ${encoding}.`;
}

/** Properties of a file's bytes that the editor's text does not show. */
async function byteNotes(bytes: Uint8Array, text: string, encoding: string): Promise<readonly string[]> {
  const endings = new Set(text.match(/\r\n|\r|\n/g));
  const notes: string[] = [];
  if (endings.size > 1) notes.push('The file on disk mixes line endings; this text has one kind.');
  else if (endings.has('\r')) notes.push('Lines of the file on disk end in a carriage return alone; here they do not.');
  if (text.includes('\ufffd') && !haveSameItems(bytes, await vscode.workspace.encode(text, { encoding })))
    notes.push(`The file on disk holds bytes that are not valid ${encoding}; here they are shown as U+FFFD.`);
  return notes;
}
