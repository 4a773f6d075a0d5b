import * as vscode from 'vscode';
import { versionOnDisk } from '../../documents/diffBase.ts';
import type { Tracking } from '../../documents/documents.ts';
import type { Histories } from '../../documents/histories.ts';
import { type FileText, lastPart, renamedFiles } from '../../documents/renamedFiles.ts';
import { movedTo } from '../../documents/store/storeFolder.ts';
import { bytesAt, openDocument, orNull, statOf } from '../host/openDocument.ts';
import type { DiskStates, FileEvent } from './diskStates.ts';

/** Time without events after which files are compared, and age at which an event is forgotten, ms. */
const batchMs = 300;
const renameMs = 3_000;
/** Maximum number of new files that are read, and their maximum size, bytes. */
const maxNewFiles = 500;
const maxRenamedBytes = 2 * 1024 * 1024;

/**
 * Recognises files that another program renamed, e.g. git: one disappears and another one with the
 * same or similar text appears. Their histories continue under the new name.
 */
export class DiskRenames implements vscode.Disposable {
  readonly #histories: Histories;
  readonly #tracking: Tracking;
  readonly #subscription: vscode.Disposable;
  /** Files and folders by URI, with the time of the event. */
  readonly #deleted = new Map<string, number>();
  readonly #created = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(histories: Histories, tracking: Tracking, states: DiskStates) {
    this.#histories = histories;
    this.#tracking = tracking;
    this.#subscription = states.onDidCreateOrDelete((event) => this.#add(event));
  }

  dispose(): void {
    this.#subscription.dispose();
    clearTimeout(this.#timer);
  }

  #add({ uri, isCreated }: FileEvent): void {
    const id = uri.toString();
    (isCreated ? this.#created : this.#deleted).set(id, Date.now());
    (isCreated ? this.#deleted : this.#created).delete(id);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#pair(), batchMs);
  }

  async #pair(): Promise<void> {
    for (const events of [this.#deleted, this.#created])
      for (const [id, at] of events) if (Date.now() - at > renameMs) events.delete(id);
    if (this.#deleted.size === 0 || this.#created.size === 0) return;
    const gone = await this.#goneTexts();
    if (gone.length === 0) return;
    for (const { from, to } of renamedFiles(gone, await this.#newTexts(gone))) {
      this.#deleted.delete(from);
      this.#created.delete(to);
      this.#histories.rename(from, to);
      if (openDocument(to) === undefined) this.#histories.close(to);
      const old = openDocument(from);
      if (old !== undefined) this.#histories.open(from, old.getText());
    }
  }

  /** The last texts on disk of the followed files that disappeared, unless they are unsaved. */
  async #goneTexts(): Promise<readonly FileText[]> {
    for (const id of this.#deleted.keys()) await this.#histories.recall(id);
    return this.#histories.documents.flatMap((id) => {
      const history = this.#histories.get(id);
      const isGone = [...this.#deleted.keys()].some((deleted) => movedTo(id, deleted, '') !== null);
      if (!isGone || history === null || openDocument(id)?.isDirty) return [];
      return [{ id, text: (history.textOf(versionOnDisk(history).number) ?? history.text).toString() }];
    });
  }

  /** The texts of new files; in new folders only those where a file has moved with its folder. */
  async #newTexts(gone: readonly FileText[]): Promise<readonly FileText[]> {
    const inFolders = [...this.#created.keys()].flatMap((to) =>
      [...this.#deleted.keys()].flatMap((from) => gone.flatMap(({ id }) => movedTo(id, from, to) ?? [])),
    );
    const ids = [...new Set([...inFolders, ...this.#created.keys()])].filter(
      (id) => this.#tracking(id) === null && !this.#histories.get(id)?.edits.length,
    );
    // The names that disappeared come first: there may be very many new files.
    const names = new Set(gone.map(({ id }) => lastPart(id)));
    ids.sort((a, b) => Number(names.has(lastPart(b))) - Number(names.has(lastPart(a))));
    const texts = await Promise.all(ids.slice(0, maxNewFiles).map(async (id) => ({ id, text: await fileTextOf(id) })));
    return texts.flatMap(({ id, text }) => (text === null ? [] : [{ id, text }]));
  }
}

/** The text of a file in its encoding; null if it cannot be read. */
async function fileTextOf(documentId: string): Promise<string | null> {
  const uri = vscode.Uri.parse(documentId);
  const stat = await statOf(uri);
  if (stat?.type !== vscode.FileType.File || stat.size > maxRenamedBytes) return null;
  const bytes = await bytesAt(uri);
  return bytes && orNull(vscode.workspace.decode(bytes, { uri }));
}
