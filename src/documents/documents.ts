import { AppError } from '../base/appError.ts';
import type { Sha256 } from '../base/ports/hash.ts';
import type { OpenObstacle, OtherEditor, Workspace } from '../base/ports/workspace.ts';
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
import type { DocumentHistory } from './versions/documentHistory.ts';
import type { Version } from './versions/versionId.ts';

/** A version can be named by this and the SHA-256 of the file's bytes, in hex. */
const hashPrefix = 'sha256:';
/**
 * Maximum amount of text that is hashed in search of a version, UTF-16 units: it takes about 20 ms.
 */
const maxHashed = 16_000_000;

/** Maximum number of a notebook's cells that an error names. */
const maxCells = 40;

/** Returns why a document is not followed; null if it is. */
export type Tracking = (documentId: string) => UntrackedReason | null;

/** A followed document. */
export interface TrackedDocument {
  readonly documentId: string;
  readonly history: DocumentHistory;
}

const obstacleCodes: Readonly<Record<OpenObstacle, ErrorCode>> = {
  missing: 'DOCUMENT_MISSING',
  tooLarge: 'DOCUMENT_NOT_TRACKED',
  notText: 'DOCUMENT_NOT_TEXT',
};

/** What it takes to find documents. */
export interface DocumentDependencies {
  readonly workspace: Workspace;
  readonly histories: Histories;
  readonly tracking: Tracking;
  /** Replaces secrets in everything that leaves. */
  readonly redaction: Redaction;
  readonly settings: () => SettingValues;
  readonly sha256: Sha256;
}

/** Finds the documents and versions that requests name. */
export class Documents {
  readonly names: DocumentNames;
  readonly #parts: DocumentDependencies;

  constructor(parts: DocumentDependencies) {
    this.#parts = parts;
    this.names = new DocumentNames(parts.workspace, parts.histories);
  }

  /**
   * The id of the document with a name (see {@link DocumentNames}), or of the active one. Throws an
   * {@link AppError}.
   */
  async idOf(name?: string): Promise<string> {
    const id = name === undefined ? this.#parts.workspace.activeDocument() : await this.names.idOf(name);
    if (id === null) throw new AppError('DOCUMENT_NONE');
    return id;
  }

  /**
   * The named document, or the active one. A closed document is opened in memory if it has a file.
   * Before a delivery its history is compared with the editor's whole text. Throws an {@link
   * AppError}.
   */
  async find(name?: string, delivery = false): Promise<TrackedDocument> {
    const id = await this.idOf(name);
    this.refuseUntracked(id);
    this.refuseOtherEditor(id, ({ dirty }) => dirty);
    // The active document cannot be opened if the editor does not show its text.
    if (name === undefined && this.#withoutText(id) !== null) throw untracked('notText');
    await this.#parts.histories.recall(id);
    if (!this.#parts.workspace.holds(id)) await this.#open(id);
    return this.now(id, delivery);
  }

  /** Throws `DOCUMENT_NOT_TRACKED` with the reason. */
  refuseUntracked(documentId: string): void {
    const reason = this.#parts.tracking(documentId);
    if (reason !== null) throw untracked(reason);
  }

  /** Throws `NOTEBOOK_OPEN` with the cells. */
  refuseOtherEditor(documentId: string, isRefused: (other: OtherEditor) => boolean = () => true): void {
    const { workspace } = this.#parts;
    const other = workspace.otherEditor(documentId);
    if (other === null || !isRefused(other)) return;
    const { cells } = other;
    const named = cells.slice(0, maxCells).map((cell) => workspace.locate(cell).path);
    const form = cells.length === 0 ? 'in a custom editor' : 'as a notebook';
    const listed = named.length === 0 ? '' : ` Cells: ${named.join(', ')}${cells.length > maxCells ? '…' : ''}`;
    const unsaved = other.dirty ? ' and unsaved' : '';
    const message = `${workspace.locate(documentId).path} is open ${form}${unsaved}.${listed}`;
    throw new AppError('NOTEBOOK_OPEN', message, { cells });
  }

  /** Opens files of the projects, and those that were followed before. */
  async #open(documentId: string): Promise<void> {
    const isKnown = this.#parts.histories.get(documentId) !== null;
    if (!isKnown && this.#parts.workspace.locate(documentId).projectId === 'none')
      throw new AppError('DOCUMENT_OUTSIDE');
    const obstacle = await this.#parts.workspace.open(documentId, this.#parts.settings().maxDocumentSize);
    if (obstacle === null) {
      this.refuseUntracked(documentId);
      await this.#parts.histories.ready();
    } else if (!isKnown) throw obstacle === 'tooLarge' ? untracked('tooLarge') : new AppError(obstacleCodes[obstacle]);
  }

  /** As {@link find}, at once, for a document that was found before. */
  now(documentId: string, delivery = false): TrackedDocument {
    if (delivery) this.#agree(documentId);
    const history = this.#parts.histories.get(documentId);
    if (history === null) throw new AppError('DOCUMENT_UNKNOWN');
    return { documentId, history };
  }

  /** The state of the active document; null without one. */
  status(): Value<'live:status'>['document'] {
    const documentId = this.#parts.workspace.activeDocument();
    if (documentId === null) return null;
    const { path: file, projectId } = this.#parts.workspace.locate(documentId);
    const reason = this.#parts.tracking(documentId) ?? this.#withoutText(documentId);
    return reason === null
      ? { tracked: true, documentId, file, projectId }
      : { tracked: false, documentId, file, reason };
  }

  /**
   * An image, a binary or a very large file can be active, but the editor does not expose its text.
   */
  #withoutText(documentId: string): UntrackedReason | null {
    return this.#parts.workspace.holds(documentId) ? null : 'notText';
  }

  /**
   * The project of the document, else of the active one, else of the one used last; `none` without
   * any.
   */
  project(documentId?: string): string {
    const used = () =>
      this.#parts.histories.documents.findLast((candidate) => this.#parts.tracking(candidate) === null);
    const id = documentId ?? this.#parts.workspace.activeDocument() ?? used();
    return id === undefined ? 'none' : this.#parts.workspace.locate(id).projectId;
  }

  /**
   * The followed documents of the named project, else of {@link project}, the most recently used
   * first.
   */
  async ofProject(delivery = false, named?: string): Promise<readonly TrackedDocument[]> {
    await this.#parts.histories.ready();
    const project = named ?? this.project();
    return this.#parts.histories.documents.toReversed().flatMap((documentId) => {
      if (this.#parts.tracking(documentId) !== null) return [];
      if (this.#parts.workspace.locate(documentId).projectId !== project) return [];
      if (delivery) this.#agree(documentId);
      const history = this.#parts.histories.get(documentId);
      return history === null ? [] : [{ documentId, history }];
    });
  }

  /**
   * The version with an id, or whose text has a SHA-256 (`sha256:…`). Throws `VERSION_UNKNOWN`, or
   * `VERSION_GONE` with the current text.
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

  /** A version's text without secrets; by default the current text. */
  redacted({ documentId, history }: TrackedDocument, text: SourceText = history.text): RedactedText {
    return this.#parts.redaction.redact(this.#parts.workspace.locate(documentId).projectId, text, documentId);
  }

  /**
   * The number of a version of any document. Throws `VERSION_UNKNOWN` if the id was never
   * delivered, or if an earlier process did not store everything up to it: what has changed since
   * is unknown.
   */
  number(versionId: string): number {
    const number = this.#parts.histories.numberOf(versionId);
    if (number === null) throw new AppError('VERSION_UNKNOWN');
    return number;
  }

  /**
   * The text that edits were made against, by the name of its version, and the changes since. It
   * may be the text of a file that changed on disk under unsaved text, which never was a version.
   * Throws as {@link version}.
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
    const { workspace } = this.#parts;
    const diskText = workspace.editor(document.documentId)?.diskText;
    if (diskText === undefined || !versionId.startsWith(hashPrefix)) return null;
    const hash = versionId.slice(hashPrefix.length).toLowerCase();
    const isNamed =
      hash === this.#hashOf(document, diskText) || workspace.textWithHash(document.documentId, hash) === diskText;
    const text = SourceText.from(diskText);
    return isNamed && this.redacted(document, text).isUnchanged ? text : null;
  }

  /** The SHA-256 of a file with the text. */
  #hashOf({ documentId }: TrackedDocument, text: string): string {
    const hasMark = this.#parts.workspace.editor(documentId)?.encoding === 'utf8bom';
    return this.#parts.sha256((hasMark ? '\ufeff' : '') + text);
  }

  /**
   * The newest version with a hash, or with the text of a file with it. A file's text was usually
   * opened, saved or HEAD: checkpoints come first.
   */
  #versionByHash(document: TrackedDocument, named: string): Version {
    const { history, documentId } = document;
    const hash = named.toLowerCase();
    const fileText = this.#parts.workspace.textWithHash(documentId, hash);
    const isMeant = (text: string) => (fileText === null ? this.#hashOf(document, text) === hash : text === fileText);
    const checkpoints = history.checkpoints.map(({ version }) => version).toReversed();
    const seen = new Set<number>();
    let hashed = 0;
    for (const version of [history.newest, ...checkpoints, ...history.versions.toReversed()]) {
      const text = seen.has(version.number) ? null : history.textOf(version.number);
      if (text === null) continue;
      seen.add(version.number);
      hashed += text.length;
      if (hashed > maxHashed && seen.size > 1) break;
      if (!isMeant(text.toString())) continue;
      // The answer must not confirm a guess about hidden text.
      if (this.redacted(document, text).isUnchanged) return version;
      break;
    }
    throw new AppError('VERSION_UNKNOWN', 'No version without hidden secrets has this SHA-256.');
  }

  #agree(documentId: string): void {
    const history = this.#parts.histories.get(documentId);
    const text = this.#parts.workspace.text(documentId);
    if (history === null || text === null) return;
    if (history.text.length !== text.length || history.text.toString() !== text)
      this.#parts.histories.reconcile(documentId, text);
  }
}

function untracked(reason: UntrackedReason): AppError {
  const { text, settings } = untrackedReasons[reason];
  const named = settings.length === 0 ? '' : ` (${settings.join(', ')})`;
  return new AppError('DOCUMENT_NOT_TRACKED', `${text}${named}`);
}
