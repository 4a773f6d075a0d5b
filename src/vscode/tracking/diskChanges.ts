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
/** This number of open files changed at once is one event. */
const manyFiles = 10;

export type DiskChanges = ReturnType<typeof diskChanges>;

/**
 * Reports a branch switch, or any change of many files at once, as one event instead of a diff for
 * every document.
 */
export function diskChanges(histories: Histories, heads: GitHeads, states: DiskStates, log: (message: string) => void) {
  /** Edits from disk that wait to be reported. */
  const pending = new Map<string, Version>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let event: { readonly reason: string; readonly within: vscode.Uri | null; readonly until: number } | undefined;
  /**
   * Edits from disk that were reported already, as they were, with the time; a late HEAD event
   * reports them again.
   */
  const reported = new Map<string, { readonly version: Version; readonly at: number }>();

  /** No longer holds the edits of a folder, or all; only a late HEAD event still finds them. */
  const release = (within: vscode.Uri | null): readonly (readonly [documentId: string, version: Version])[] => {
    const released = [...pending].filter(([id]) => within === null || isInside(vscode.Uri.parse(id), within));
    for (const [documentId, version] of released) {
      pending.delete(documentId);
      reported.set(documentId, { version, at: Date.now() });
    }
    return released;
  };

  const markAsEvent = (reason: string, within: vscode.Uri | null) => {
    const released = release(within);
    for (const [documentId, version] of released) histories.markAsEvent(documentId, version, reason);
    if (released.length > 0) log(`${released.length} documents changed in one event`);
  };

  const begin = (cause: DiskEvent, within: vscode.Uri | null) => {
    const reason = diskReason(cause);
    event = { reason, within, until: Date.now() + coolDownMs };
    markAsEvent(reason, within);
  };

  /** Files that are not open do not count: a build may write many. */
  const endWait = () => {
    if (pending.size >= manyFiles) begin({ files: pending.size }, null);
    else release(null);
  };

  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(endWait, quietMs);
  };

  const opened = (document: vscode.TextDocument) => {
    states.follow(document);
    void heads.headText(document).then((text) => {
      if (text === undefined || document.isClosed) return;
      const eol = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
      histories.headCheckpoint(document.uri.toString(), text?.replace(/\r\n|\r|\n/g, eol) ?? null);
    });
  };

  /**
   * A switch is reported as one event. Another commit of the same branch is not: whoever made it
   * may just have edited the files.
   */
  const headChanged = ({ from, to, commit, repository }: HeadChange) => {
    log(`git HEAD changed, ${pending.size} open documents changed on disk so far`);
    for (const document of vscode.workspace.textDocuments) {
      if (histories.isOpen(document.uri.toString()) && isInside(document.uri, repository)) opened(document);
    }
    if (commit === null || from === to) return;
    for (const [documentId, { version, at }] of reported) {
      if (Date.now() - at < lateHeadMs) pending.set(documentId, version);
    }
    begin({ from, to }, repository);
  };

  const subscription = heads.onDidChangeHead(headChanged);
  return {
    opened,
    closed(documentId: string): void {
      reported.delete(documentId);
      pending.delete(documentId);
    },
    /** A document was changed by its file. */
    add(documentId: string, version: Version): void {
      pending.set(documentId, version);
      if (event !== undefined && Date.now() < event.until) markAsEvent(event.reason, event.within);
      wait();
    },
    dispose(): void {
      subscription.dispose();
      clearTimeout(timer);
    },
  };
}

function isInside({ path }: vscode.Uri, folder: vscode.Uri): boolean {
  return path.startsWith(folder.path.endsWith('/') ? folder.path : `${folder.path}/`);
}
