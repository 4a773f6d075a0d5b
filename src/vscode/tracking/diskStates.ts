import * as vscode from 'vscode';
import { LruMap } from '../../base/lruMap.ts';
import type { EditorSnapshot } from '../../base/ports/workspace.ts';
import { haveSameItems } from '../../base/sameItems.ts';
import { encodeUtf8 } from '../../base/utf8.ts';
import { movedTo } from '../../documents/store/storeFolder.ts';
import { fileless, hasNoFile, openDocument } from '../host/openDocument.ts';

/** Maximum number of remembered contents of a file. */
const maxHashes = 4;

/** Larger files are not read to look at their bytes. */
const maxDiskBytes = 2 * 1024 * 1024;

/** A file or folder was created or deleted on disk. */
export interface FileEvent {
  readonly uri: vscode.Uri;
  readonly isCreated: boolean;
}

export type DiskStates = ReturnType<typeof diskStates>;

/**
 * Compares files on disk with the texts in memory. Changes under a dirty editor and deletions raise
 * no document event, so watchers report them. Also notes differences in bytes (byte order mark,
 * encoding, line endings).
 */
export function diskStates() {
  const states = new Map<string, 'changed' | 'deleted'>();
  /** When and how long the file was when the text was last read from it or written to it. */
  const seen = new Map<string, string>();
  /** The same under a new name, which unsaved text is opened under before its file has it. */
  const renamed = new Map<string, string>();
  const notes = new Map<string, readonly string[]>();
  /** Contents of files that changed under unsaved text. */
  const texts = new Map<string, string>();
  /** Texts of files whose bytes are not the text in UTF-8, by the SHA-256 of the bytes. */
  const hashes = new Map<string, LruMap<string, string>>();
  /** The latest look at each file. Looks at one file run one after another. */
  const looks = new Map<string, Promise<void>>();
  /** Watchers of the folders of documents outside the workspace. */
  const watchers = new Map<string, vscode.Disposable>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const createdOrDeleted = new vscode.EventEmitter<FileEvent>();

  /**
   * Looks at the file after the earlier looks, so that none reports old news.
   * @param isCurrent true if the text was last read from the file or written to it
   */
  const check = (document: vscode.TextDocument, isCurrent: boolean): Promise<void> => {
    const id = document.uri.toString();
    if (fileless.has(document.uri.scheme)) return Promise.resolve();
    // The file may be written again before it is looked at, and the text typed in.
    const asRead = isCurrent && !document.isDirty ? document.getText() : null;
    const look: Promise<void> = (looks.get(id) ?? Promise.resolve()).then(async () => {
      const found = await readFile(document);
      if (document.isClosed) return;
      if (found?.hash != null) {
        const known = hashes.get(id) ?? new LruMap(maxHashes);
        hashes.set(id, known.set(found.hash, found.text));
      }
      const isOf = isCurrent && (asRead === null || found?.text == null || found.text === asRead);
      if (found !== null && isOf) seen.set(id, found.stamp);
      if (looks.get(id) !== look) return;
      notes.set(id, found?.notes ?? []);
      // A clean document is about to be reloaded.
      if (found === null || !document.isDirty || [seen.get(id), renamed.get(id)].includes(found.stamp)) return;
      states.set(id, 'changed');
      if (found.text === null) texts.delete(id);
      else texts.set(id, found.text);
    });
    looks.set(id, look);
    return look;
  };

  /** The text has just been read from the file or written to it. */
  const isNowCurrent = (document: vscode.TextDocument) => {
    for (const stored of [states, texts]) stored.delete(document.uri.toString());
    void check(document, true);
  };

  const onDisk: OnDisk = (uri, event) => {
    const id = uri.toString();
    const document = openDocument(id);
    const isDeleted = event === 'deleted';
    for (const stored of [states, texts]) stored.delete(id);
    if (document !== undefined && isDeleted) states.set(id, event);
    if (document === undefined || isDeleted) changed.fire(uri);
    else void check(document, !document.isDirty).then(() => changed.fire(uri));
    if (event !== 'changed') createdOrDeleted.fire({ uri, isCreated: !isDeleted });
  };

  const stateOf = (document: vscode.TextDocument): EditorSnapshot['disk'] =>
    hasNoFile(document) ? 'none' : (states.get(document.uri.toString()) ?? 'same');

  const subscriptions = [
    changed,
    createdOrDeleted,
    watch('**/*', onDisk),
    // A document that is clean again was reloaded.
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length === 0 && !document.isDirty && states.has(document.uri.toString()))
        isNowCurrent(document);
    }),
    vscode.workspace.onDidSaveTextDocument(isNowCurrent),
    vscode.workspace.onWillRenameFiles((event) => keepStamps([...renamed, ...seen], renamed, event)),
    vscode.workspace.onDidCloseTextDocument((document) => {
      if (!document.isClosed) return;
      const id = document.uri.toString();
      watchers.get(id)?.dispose();
      for (const stored of [states, seen, renamed, notes, texts, hashes, looks, watchers]) stored.delete(id);
    }),
  ];
  return {
    /** Fires for every file that changed on disk. */
    onDidChangeFile: changed.event,
    onDidCreateOrDelete: createdOrDeleted.event,
    stateOf,
    /**
     * A document is followed from now on: its bytes are looked at, and its file is watched where
     * the workspace is not.
     */
    follow(document: vscode.TextDocument): void {
      const { uri } = document;
      const id = uri.toString();
      void check(document, !document.isDirty || !(seen.has(id) || renamed.has(id)));
      if (uri.scheme !== 'file' || vscode.workspace.getWorkspaceFolder(uri) || watchers.has(id)) return;
      watchers.set(id, watch(new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), '*'), onDisk));
    },
    /** The file's content if it changed under unsaved text, even if both are equal; else undefined. */
    textOf: (document: vscode.TextDocument) => texts.get(document.uri.toString()),
    /** The text that a file had when its bytes had a hash; null if unknown. */
    textWithHash: (documentId: string, sha256: string) => hashes.get(documentId)?.peek(sha256) ?? null,
    /** Settles after the latest look at a file. */
    looked: async (documentId: string) => looks.get(documentId),
    /** Differences between the file's bytes and the text, in words; undefined without any. */
    note(document: vscode.TextDocument): string | undefined {
      const all = [encodingNote(document.encoding), ...(notes.get(document.uri.toString()) ?? [])];
      return all.filter((note) => note !== '').join('\n') || undefined;
    },
    dispose: () => vscode.Disposable.from(...subscriptions, ...watchers.values()).dispose(),
  };
}

/** Stores the stamps of what is being renamed under the new names. */
function keepStamps(
  stamps: readonly (readonly [id: string, stamp: string])[],
  renamed: Map<string, string>,
  { files }: vscode.FileWillRenameEvent,
): void {
  for (const { oldUri, newUri } of files)
    for (const [id, stamp] of stamps) {
      const to = movedTo(id, oldUri.toString(), newUri.toString());
      if (to !== null) renamed.set(to, stamp);
    }
}

type OnDisk = (uri: vscode.Uri, event: 'changed' | 'created' | 'deleted') => void;

function watch(pattern: vscode.GlobPattern, onDisk: OnDisk): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  watcher.onDidChange((uri) => onDisk(uri, 'changed'));
  watcher.onDidCreate((uri) => onDisk(uri, 'created'));
  watcher.onDidDelete((uri) => onDisk(uri, 'deleted'));
  return watcher;
}

/** Reads the file of a text; null if it is missing or unreadable, which its watcher reports. */
async function readFile({ uri, encoding, eol }: vscode.TextDocument) {
  try {
    const { size, mtime } = await vscode.workspace.fs.stat(uri);
    const stamp = `${mtime} ${size}`;
    if (size > maxDiskBytes) return { stamp, text: null, notes: [], hash: null };
    const bytes = await vscode.workspace.fs.readFile(uri);
    const decoded = await vscode.workspace.decode(bytes, { encoding });
    const text = decoded.replace(/\r\n|\r|\n/g, eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n');
    const hash = haveSameItems(bytes, encodeUtf8(text)) ? null : await sha256Of(bytes);
    return { stamp, text, notes: await byteNotes(bytes, decoded, encoding), hash };
  } catch {
    return null;
  }
}

async function sha256Of(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
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
