import * as vscode from 'vscode';
import type { Histories } from '../../documents/histories.ts';
import type { Version } from '../../documents/versions/versionId.ts';
import { type DiskEvent, diskReason } from './diskEvent.ts';
import type { DiskStates } from './diskStates.ts';
import type { GitHeads, HeadChange } from './gitHeads.ts';

/**
 * Changes on disk are held until this much quiet, because git's HEAD event comes after the texts,
 * ms.
 */
const quietMs = 1_000;
/** Later changes within this time belong to the event, ms. */
const coolDownMs = 2_000;
/** HEAD's event may be late: earlier changes within this time belong to it, ms. */
const lateHeadMs = 10_000;
/** Without git, this number of files changed at once is one event. */
const manyFiles = 10;

/**
 * Reports a branch switch, or any change of many files at once, as one event instead of a diff for
 * every document.
 */
export class DiskChanges implements vscode.Disposable {
  readonly #histories: Histories;
  readonly #heads: GitHeads;
  readonly #states: DiskStates;
  readonly #log: (message: string) => void;
  readonly #subscription: vscode.Disposable;
  /** Edits from disk that wait to be reported. */
  readonly #pending = new Map<string, Version>();
  readonly #files = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #event: { readonly reason: string; readonly within: vscode.Uri | null; readonly until: number } | undefined;
  /**
   * Edits from disk that were reported already, as they were, with the time; a late HEAD event
   * reports them again.
   */
  readonly #reported = new Map<string, { readonly version: Version; readonly at: number }>();

  constructor(histories: Histories, heads: GitHeads, states: DiskStates, log: (message: string) => void) {
    this.#histories = histories;
    this.#heads = heads;
    this.#states = states;
    this.#log = log;
    this.#subscription = vscode.Disposable.from(
      states.onDidChangeFile((uri) => this.#count(uri)),
      heads.onDidChangeHead((change) => this.#headChanged(change)),
    );
  }

  dispose(): void {
    this.#subscription.dispose();
    clearTimeout(this.#timer);
  }

  closed(documentId: string): void {
    this.#reported.delete(documentId);
    this.#pending.delete(documentId);
  }

  opened(document: vscode.TextDocument): void {
    this.#states.follow(document);
    void this.#heads.headText(document).then((text) => {
      if (text === undefined || document.isClosed) return;
      const eol = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
      this.#histories.headCheckpoint(document.uri.toString(), text?.replace(/\r\n|\r|\n/g, eol) ?? null);
    });
  }

  /** A document was changed by its file. */
  add(documentId: string, version: Version): void {
    this.#pending.set(documentId, version);
    if (this.#event !== undefined && Date.now() < this.#event.until)
      this.#markAsEvent(this.#event.reason, this.#event.within);
    this.#wait();
  }

  #count(uri: vscode.Uri): void {
    if (uri.path.includes('/.git/')) return;
    this.#files.add(uri.toString());
    this.#wait();
  }

  /**
   * A switch is reported as one event. Another commit of the same branch is not: whoever made it
   * may just have edited the files.
   */
  #headChanged({ from, to, commit, repository }: HeadChange): void {
    this.#log(`git HEAD changed, ${this.#pending.size} open documents changed on disk so far`);
    for (const document of vscode.workspace.textDocuments) {
      if (this.#histories.isOpen(document.uri.toString()) && isInside(document.uri, repository)) this.opened(document);
    }
    if (commit === null || from === to) return;
    for (const [documentId, { version, at }] of this.#reported) {
      if (Date.now() - at < lateHeadMs) this.#pending.set(documentId, version);
    }
    this.#begin({ from, to }, repository);
  }

  #begin(event: DiskEvent, within: vscode.Uri | null): void {
    const reason = diskReason(event);
    this.#event = { reason, within, until: Date.now() + coolDownMs };
    this.#markAsEvent(reason, within);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#quiet(), quietMs);
  }

  /** With git present, only a change of HEAD is an event: a build may write many files, too. */
  #quiet(): void {
    const count = this.#heads.present ? this.#pending.size : Math.max(this.#files.size, this.#pending.size);
    this.#files.clear();
    if (this.#pending.size === 0) return;
    if (count >= manyFiles) this.#begin({ files: count }, null);
    else this.#release(null);
  }

  /** No longer holds the edits of a folder, or all; only a late HEAD event still finds them. */
  #release(within: vscode.Uri | null): readonly (readonly [documentId: string, version: Version])[] {
    const released = [...this.#pending].filter(([id]) => within === null || isInside(vscode.Uri.parse(id), within));
    for (const [documentId, version] of released) {
      this.#pending.delete(documentId);
      this.#reported.set(documentId, { version, at: Date.now() });
    }
    return released;
  }

  #markAsEvent(reason: string, within: vscode.Uri | null): void {
    const released = this.#release(within);
    for (const [documentId, version] of released) this.#histories.markAsEvent(documentId, version, reason);
    if (released.length > 0) this.#log(`${released.length} documents changed in one event`);
  }
}

function isInside({ path }: vscode.Uri, folder: vscode.Uri): boolean {
  return path.startsWith(folder.path.endsWith('/') ? folder.path : `${folder.path}/`);
}
