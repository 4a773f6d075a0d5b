import { AppError } from '../base/appError.ts';
import type { Sha256 } from '../base/ports/hash.ts';
import type { OpenObstacle, Workspace } from '../base/ports/workspace.ts';
import type { Value } from '../protocol/channels.ts';
import { type ErrorCode, type UntrackedReason, untrackedReasons } from '../protocol/errorCodes.ts';
import type { SettingValues } from '../protocol/settings.ts';
import type { RedactedText } from '../redaction/redactedText.ts';
import type { Redaction } from '../redaction/redaction.ts';
import type { ChangeSet } from '../text/changeSet.ts';
import { SourceText } from '../text/sourceText.ts';
import { difference } from './difference.ts';
import { DocumentNames } from './documentNames.ts';
import type { Histories } from './histories.ts';
import { versionByHash } from './versionByHash.ts';
import type { DocumentHistory } from './versions/documentHistory.ts';
import type { Version } from './versions/versionId.ts';

/** What a version is named with instead of its id: the SHA-256 of the file's bytes, in hex, follows. */
const hashPrefix = 'sha256:';

/** Why a document is not followed; null when it is. */
export type Tracking = (documentId: string) => UntrackedReason | null;

/** A followed document as the handlers see it. */
export interface TrackedDocument {
  readonly documentId: string;
  readonly history: DocumentHistory;
}

const obstacleCodes: Readonly<Record<OpenObstacle, ErrorCode>> = {
  missing: 'DOCUMENT_MISSING',
  tooLarge: 'DOCUMENT_NOT_TRACKED',
  notText: 'DOCUMENT_NOT_TEXT',
};

interface Dependencies {
  readonly workspace: Workspace;
  readonly histories: Histories;
  readonly tracking: Tracking;
  readonly redaction: Redaction;
  readonly settings: () => SettingValues;
  readonly sha256: Sha256;
}

/** Finds the documents that requests speak of. */
export class Documents {
  readonly #workspace: Workspace;
  readonly #histories: Histories;
  readonly #tracking: Tracking;
  readonly #redaction: Redaction;
  readonly #settings: () => SettingValues;
  readonly #sha256: Sha256;
  readonly names: DocumentNames;

  constructor({ workspace, histories, tracking, redaction, settings, sha256 }: Dependencies) {
    this.#workspace = workspace;
    this.#histories = histories;
    this.#tracking = tracking;
    this.#redaction = redaction;
    this.#settings = settings;
    this.#sha256 = sha256;
    this.names = new DocumentNames(workspace, histories);
  }

  /** The id of the document with a name (see {@link DocumentNames}), or of the active one. Throws an {@link AppError}. */
  async idOf(name?: string): Promise<string> {
    const id = name === undefined ? this.#workspace.activeDocument() : await this.names.idOf(name);
    if (id === null) throw new AppError('DOCUMENT_NONE');
    return id;
  }

  /**
   * The named document, or the active one. What is not open is opened in memory, where it still has a file. Before a delivery its
   * history is made to agree with the editor, which reads the whole text; otherwise the tracker's word counts. Throws an {@link AppError}.
   */
  async find(name?: string, delivery = false): Promise<TrackedDocument> {
    const id = await this.idOf(name);
    this.refuseUntracked(id);
    // What is in front without its text cannot be opened either.
    if (name === undefined && this.#withoutText(id) !== null) throw untracked('notText');
    await this.#histories.recall(id);
    if (!this.#workspace.holds(id)) await this.#open(id);
    return this.now(id, delivery);
  }

  /** Throws `DOCUMENT_NOT_TRACKED` with the reason. */
  refuseUntracked(documentId: string): void {
    const reason = this.#tracking(documentId);
    if (reason !== null) throw untracked(reason);
  }

  /** Only files of the projects are opened, besides those that were followed before. */
  async #open(documentId: string): Promise<void> {
    const isKnown = this.#histories.get(documentId) !== null;
    if (!isKnown && this.#workspace.locate(documentId).projectId === 'none') throw new AppError('DOCUMENT_OUTSIDE');
    const obstacle = await this.#workspace.open(documentId, this.#settings().maxDocumentSize);
    if (obstacle === null) {
      this.refuseUntracked(documentId);
      await this.#histories.ready();
    } else if (!isKnown) throw obstacle === 'tooLarge' ? untracked('tooLarge') : new AppError(obstacleCodes[obstacle]);
  }

  /** As {@link find}, for a document that was found before: at once. */
  now(documentId: string, delivery = false): TrackedDocument {
    if (delivery) this.#agree(documentId);
    const history = this.#histories.get(documentId);
    if (history === null) throw new AppError('DOCUMENT_UNKNOWN');
    return { documentId, history };
  }

  /** How the active document stands; null when there is none. */
  status(): Value<'live:status'>['document'] {
    const documentId = this.#workspace.activeDocument();
    if (documentId === null) return null;
    const { path: file, projectId } = this.#workspace.locate(documentId);
    const reason = this.#tracking(documentId) ?? this.#withoutText(documentId);
    return reason === null
      ? { tracked: true, documentId, file, projectId }
      : { tracked: false, documentId, file, reason };
  }

  /** An image, a binary or a very large file can be in front, but the editor shows its text to no extension. */
  #withoutText(documentId: string): UntrackedReason | null {
    return this.#workspace.holds(documentId) ? null : 'notText';
  }

  /** The project of the named document, else of the active one, else of the one used last; `none` without any. */
  project(documentId?: string): string {
    const used = () => this.#histories.documents.findLast((candidate) => this.#tracking(candidate) === null);
    const id = documentId ?? this.#workspace.activeDocument() ?? used();
    return id === undefined ? 'none' : this.#workspace.locate(id).projectId;
  }

  /** Every followed document of the named project, else of that one, the most recently used first. */
  async ofProject(delivery = false, named?: string): Promise<readonly TrackedDocument[]> {
    await this.#histories.ready();
    const project = named ?? this.project();
    return this.#histories.documents.toReversed().flatMap((documentId) => {
      if (this.#tracking(documentId) !== null) return [];
      if (this.#workspace.locate(documentId).projectId !== project) return [];
      if (delivery) this.#agree(documentId);
      const history = this.#histories.get(documentId);
      return history === null ? [] : [{ documentId, history }];
    });
  }

  /**
   * The version with an id, or with a text of which the SHA-256 is given (`sha256:…`); throws `VERSION_UNKNOWN`, or `VERSION_GONE` with
   * the fresh text.
   */
  version(document: TrackedDocument, versionId: string): Version {
    const { documentId, history } = document;
    history.seal();
    if (versionId.startsWith(hashPrefix)) return this.#versionByHash(document, versionId.slice(hashPrefix.length));
    const version = history.find(versionId);
    if (version !== null) return version;
    this.number(versionId);
    const fresh = { documentId, versionId: history.newest.id, text: this.redacted(document).text.toString() };
    throw new AppError('VERSION_GONE', undefined, fresh);
  }

  /** A version's text as it leaves; without one the text now. */
  redacted({ documentId, history }: TrackedDocument, text: SourceText = history.text): RedactedText {
    return this.#redaction.redact(this.#workspace.locate(documentId).projectId, text, documentId);
  }

  /**
   * The number of a version of any document; throws `VERSION_UNKNOWN` for an id that was never handed out, or that an earlier process
   * handed out without storing all that happened until then: nobody can tell what has changed since.
   */
  number(versionId: string): number {
    const number = this.#histories.numberOf(versionId);
    if (number === null) throw new AppError('VERSION_UNKNOWN');
    return number;
  }

  /**
   * The text that edits were made against, by the name of its version, and what happened to it since: also the text of a file that
   * changed on disk under unsaved text, which never was a version. Throws as {@link version}.
   */
  base(document: TrackedDocument, versionId: string): { readonly base: SourceText; readonly happened: ChangeSet } {
    const { history } = document;
    const onDisk = this.#textOnDisk(document, versionId);
    if (onDisk !== null) return { base: onDisk, happened: difference(onDisk, history.text) };
    const version = this.version(document, versionId);
    const base = history.textOf(version.number);
    const happened = history.between(version.number, history.seal().number);
    if (base === null || happened === null) throw new AppError('VERSION_GONE');
    return { base, happened };
  }

  #textOnDisk(document: TrackedDocument, versionId: string): SourceText | null {
    const diskText = this.#workspace.editor(document.documentId)?.diskText;
    if (diskText === undefined || versionId.toLowerCase() !== hashPrefix + this.#hashOf(document, diskText))
      return null;
    const text = SourceText.from(diskText);
    return this.redacted(document, text).isUnchanged ? text : null;
  }

  /** The SHA-256 of a file with the text. */
  #hashOf({ documentId }: TrackedDocument, text: string): string {
    const hasMark = this.#workspace.editor(documentId)?.encoding === 'utf8bom';
    return this.#sha256((hasMark ? '\ufeff' : '') + text);
  }

  #versionByHash(document: TrackedDocument, hash: string): Version {
    const { history } = document;
    const version = versionByHash(history, hash.toLowerCase(), (text) => this.#hashOf(document, text.toString()));
    const text = version && history.textOf(version.number);
    // Whether a hash is right must not tell what is hidden.
    if (version !== null && text !== null && this.redacted(document, text).isUnchanged) return version;
    throw new AppError('VERSION_UNKNOWN', 'No version without hidden secrets has this SHA-256.');
  }

  #agree(documentId: string): void {
    const history = this.#histories.get(documentId);
    const text = this.#workspace.text(documentId);
    if (history === null || text === null) return;
    if (history.text.length !== text.length || history.text.toString() !== text)
      this.#histories.reconcile(documentId, text);
  }
}

function untracked(reason: UntrackedReason): AppError {
  const { text, settings } = untrackedReasons[reason];
  const named = settings.length === 0 ? '' : ` (${settings.join(', ')})`;
  return new AppError('DOCUMENT_NOT_TRACKED', `${text}${named}`);
}
