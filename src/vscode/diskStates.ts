import * as vscode from 'vscode';
import type { EditorSnapshot } from '../base/workspace.ts';

/** Larger files are not read to look at their bytes. */
const maxReadBytes = 2 * 1024 * 1024;
/** A change on disk that comes this soon after our save is our save, ms. */
const saveEchoMs = 2_000;

/**
 * How files on disk stand to the texts in memory: a change under a dirty editor and a deletion raise no document event, so a
 * watcher tells (design H); and where bytes differ from the text (byte order mark, encoding, mixed line endings).
 */
export class DiskStates implements vscode.Disposable {
  readonly #states = new Map<string, 'changed' | 'deleted'>();
  readonly #savedAt = new Map<string, number>();
  readonly #mixed = new Set<string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #subscription: vscode.Disposable;

  /** Tells of every file that changed on disk. */
  readonly onDidChangeFile = this.#changed.event;

  constructor() {
    const watcher = vscode.workspace.createFileSystemWatcher('**/*');
    this.#subscription = vscode.Disposable.from(
      watcher,
      this.#changed,
      watcher.onDidChange((uri) => this.#onDisk(uri, 'changed')),
      watcher.onDidCreate((uri) => this.#onDisk(uri, 'changed')),
      watcher.onDidDelete((uri) => this.#onDisk(uri, 'deleted')),
      vscode.workspace.onDidSaveTextDocument((document) => {
        this.#states.delete(document.uri.toString());
        this.#savedAt.set(document.uri.toString(), Date.now());
        void this.look(document);
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (!document.isClosed) return;
        const id = document.uri.toString();
        for (const kept of [this.#states, this.#savedAt, this.#mixed]) kept.delete(id);
      }),
    );
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  stateOf(document: vscode.TextDocument): EditorSnapshot['disk'] {
    if (document.isUntitled) return 'none';
    const state = this.#states.get(document.uri.toString());
    return state === 'changed' && !document.isDirty ? 'same' : (state ?? 'same');
  }

  /** Where the file's bytes differ from the text, in words; undefined when they do not. */
  note(document: vscode.TextDocument): string | undefined {
    const notes = [];
    if (document.encoding === 'utf8bom') notes.push('The file on disk begins with a byte order mark (UTF-8).');
    else if (document.encoding !== 'utf8') notes.push(`The file on disk is encoded as ${document.encoding}.`);
    if (this.#mixed.has(document.uri.toString()))
      notes.push('The file on disk mixes line endings; this text has one kind.');
    return notes.length === 0 ? undefined : notes.join('\n');
  }

  /** Looks at the file's bytes once, for mixed line endings. */
  async look(document: vscode.TextDocument): Promise<void> {
    const id = document.uri.toString();
    this.#mixed.delete(id);
    if (document.uri.scheme === 'untitled' || document.uri.scheme === 'vscode-notebook-cell') return;
    try {
      const { size } = await vscode.workspace.fs.stat(document.uri);
      if (size <= maxReadBytes && mixesLineEndings(await vscode.workspace.fs.readFile(document.uri)))
        this.#mixed.add(id);
    } catch {
      // The file is gone or cannot be read; its watcher says so.
    }
  }

  #onDisk(uri: vscode.Uri, state: 'changed' | 'deleted'): void {
    const id = uri.toString();
    const document = vscode.workspace.textDocuments.find((candidate) => candidate.uri.toString() === id);
    const echo = Date.now() - (this.#savedAt.get(id) ?? 0) < saveEchoMs;
    if (document !== undefined && !(echo && state === 'changed')) {
      if (state === 'changed' && !document.isDirty) this.#states.delete(id);
      else this.#states.set(id, state);
      void this.look(document);
    }
    this.#changed.fire(uri);
  }
}

function mixesLineEndings(bytes: Uint8Array): boolean {
  let crlf = false;
  let lf = false;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) {
    if (at > 0 && bytes[at - 1] === 13) crlf = true;
    else lf = true;
    if (crlf && lf) return true;
  }
  return false;
}
