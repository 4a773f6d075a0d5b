import * as vscode from 'vscode';
import { versionOnDisk } from '../../documents/diffBase.ts';
import type { Tracking } from '../../documents/documents.ts';
import type { Histories } from '../../documents/histories.ts';
import { type FileText, lastPart, renamedFiles } from '../../documents/renamedFiles.ts';
import { movedTo } from '../../documents/store/storeFolder.ts';
import { bytesAt, openDocument, orNull, statOf } from '../host/openDocument.ts';
import type { DiskStates } from './diskStates.ts';

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
export function followRenames(histories: Histories, tracking: Tracking, states: DiskStates): vscode.Disposable {
  /** Files and folders by URI, with the time of the event. */
  const deleted = new Map<string, number>();
  const created = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** The last texts on disk of the followed files that disappeared, unless they are unsaved. */
  const goneTexts = async (): Promise<readonly FileText[]> => {
    for (const id of deleted.keys()) await histories.recall(id);
    return histories.documents.flatMap((id) => {
      const history = histories.get(id);
      const isGone = [...deleted.keys()].some((one) => movedTo(id, one, '') !== null);
      if (!isGone || history === null || openDocument(id)?.isDirty) return [];
      return [{ id, text: (history.textOf(versionOnDisk(history).number) ?? history.text).toString() }];
    });
  };

  /** The texts of new files; in new folders only those where a file has moved with its folder. */
  const newTexts = async (gone: readonly FileText[]): Promise<readonly FileText[]> => {
    const inFolders = [...created.keys()].flatMap((to) =>
      [...deleted.keys()].flatMap((from) => gone.flatMap(({ id }) => movedTo(id, from, to) ?? [])),
    );
    const ids = [...new Set([...inFolders, ...created.keys()])].filter(
      (id) => tracking(id) === null && !histories.get(id)?.editsAfter(0).length,
    );
    // The names that disappeared come first: there may be very many new files.
    const names = new Set(gone.map(({ id }) => lastPart(id)));
    ids.sort((a, b) => Number(names.has(lastPart(b))) - Number(names.has(lastPart(a))));
    const texts = await Promise.all(ids.slice(0, maxNewFiles).map(async (id) => ({ id, text: await fileTextOf(id) })));
    return texts.flatMap(({ id, text }) => (text === null ? [] : [{ id, text }]));
  };

  const pair = async () => {
    for (const events of [deleted, created])
      for (const [id, at] of events) if (Date.now() - at > renameMs) events.delete(id);
    if (deleted.size === 0 || created.size === 0) return;
    const gone = await goneTexts();
    if (gone.length === 0) return;
    for (const { from, to } of renamedFiles(gone, await newTexts(gone))) {
      deleted.delete(from);
      created.delete(to);
      histories.rename(from, to);
      if (openDocument(to) === undefined) histories.close(to);
      const old = openDocument(from);
      if (old !== undefined) histories.open(from, old.getText());
    }
  };

  const subscription = states.onDidCreateOrDelete(({ uri, isCreated }) => {
    const id = uri.toString();
    (isCreated ? created : deleted).set(id, Date.now());
    (isCreated ? deleted : created).delete(id);
    clearTimeout(timer);
    timer = setTimeout(() => void pair(), batchMs);
  });
  return vscode.Disposable.from(subscription, { dispose: () => clearTimeout(timer) });
}

/** The text of a file in its encoding; null if it cannot be read. */
async function fileTextOf(documentId: string): Promise<string | null> {
  const uri = vscode.Uri.parse(documentId);
  const stat = await statOf(uri);
  if (stat?.type !== vscode.FileType.File || stat.size > maxRenamedBytes) return null;
  const bytes = await bytesAt(uri);
  return bytes && orNull(vscode.workspace.decode(bytes, { uri }));
}
