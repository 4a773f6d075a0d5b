import { AppError } from '../base/appError.ts';
import type { Clock } from '../base/ports/clock.ts';
import type { EditObstacle, FileChange } from '../base/ports/workspace.ts';
import type { DocumentDependencies, Documents } from '../documents/documents.ts';
import type { EditedDocument, EditTarget, TextEdit } from '../protocol/edits.ts';
import { RedactionRefusal } from '../redaction/redactedEdits.ts';
import { ChangeSet } from '../text/changeSet.ts';
import { SourceText } from '../text/sourceText.ts';
import type { Judge } from './judge/judge.ts';
import type { PlanLog } from './planLog.ts';
import type { Proof } from './proof.ts';

/** Requested edits of one document: of its text, of its file, or of both. */
export interface DocumentRequest {
  readonly documentId: string;
  readonly baseVersionId: string | undefined;
  readonly textEdits: readonly TextEdit[];
  readonly change: FileChange | null;
}

/** Services that edits are made with. */
export interface EditsParts extends Pick<DocumentDependencies, 'workspace' | 'histories' | 'settings' | 'redaction'> {
  readonly clock: Clock;
  readonly documents: Documents;
  /** Outcomes of agents' edits. */
  readonly plans: PlanLog;
  readonly judge: Judge;
  /** Counters of use and savings. */
  readonly proof: Proof;
  /** The versions that a consumer had before its last delivery. */
  readonly readings: { readonly superseded: (consumer: string) => ReadonlyMap<string, number> };
}

/** The obstacles to an edit as errors for its sender. */
export const obstacleErrors: Readonly<Record<EditObstacle, AppError>> = {
  missing: new AppError('DOCUMENT_MISSING', 'the document does not exist or cannot be opened'),
  exists: new AppError('EDIT_FILE_EXISTS', 'there is a file or folder of this name already'),
  link: new AppError('DOCUMENT_OUTSIDE', 'a folder of the path is a symbolic link, which may lead out of the project'),
  readOnly: new AppError('DOCUMENT_READ_ONLY', 'the document is read-only'),
  encoding: new AppError(
    'DOCUMENT_NOT_TEXT',
    'the file is not in UTF-8, and some of its characters would be lost: ask the developer to reopen it with its encoding',
  ),
  untrusted: new AppError('EDIT_UNTRUSTED', 'nothing is edited in Restricted Mode'),
};

/** Creates, renames and deletes files: only in the projects, never secret or existing ones. */
export class FileEdits {
  readonly #parts: EditsParts;

  constructor(parts: EditsParts) {
    this.#parts = parts;
  }

  /** A target with its documents' ids. Throws an {@link AppError}. */
  async named({ documentId: name, baseVersionId, edits }: EditTarget): Promise<DocumentRequest> {
    const { documents, workspace } = this.#parts;
    const textEdits = edits.filter(
      (edit) => edit.type !== 'create' && edit.type !== 'rename' && edit.type !== 'delete',
    );
    const [create] = edits.filter((edit) => edit.type === 'create');
    if (create !== undefined) {
      const documentId = await documents.names.newIdOf(name);
      const change = { kind: 'create', documentId, text: create.newText } as const;
      return { documentId, baseVersionId: undefined, textEdits, change };
    }
    const isMoved = edits.some(({ type }) => type === 'rename' || type === 'delete');
    const documentId = await (isMoved ? documents.names.ownIdOf(name) : documents.idOf(name));
    const [rename] = edits.filter((edit) => edit.type === 'rename');
    const to = rename && (await documents.names.newIdOf(rename.to, workspace.locate(documentId).projectId));
    if (to !== undefined) return { documentId, baseVersionId, textEdits, change: { kind: 'rename', documentId, to } };
    const isDeleted = edits.some((edit) => edit.type === 'delete');
    return { documentId, baseVersionId, textEdits, change: isDeleted ? { kind: 'delete', documentId } : null };
  }

  /** Throws an {@link AppError} if a change of a file is not allowed or not possible. */
  async check(change: FileChange): Promise<void> {
    if (change.kind !== 'create') this.#checkInside(change.documentId);
    if (change.kind !== 'create' && !(await this.#parts.workspace.hasFile(change.documentId)))
      throw new AppError('DOCUMENT_MISSING', 'the document has no file');
    if (change.kind === 'create') await this.#checkNew(change.documentId);
    if (change.kind === 'rename') await this.#checkNew(change.to, change.documentId);
    if (change.kind === 'create') this.#checkNewText(change);
  }

  /** Throws unless a document to delete is at its base version, saved. */
  checkDeleted({ documentId, baseVersionId = '' }: DocumentRequest): void {
    const { documents, workspace } = this.#parts;
    const document = documents.now(documentId, true);
    const base = documents.version(document, baseVersionId);
    const editor = workspace.editor(documentId);
    // To compare texts would confirm a guess that was written in place of a secret.
    if (base.number !== document.history.newest.number)
      throw new AppError('EDIT_STALE', `the document has changed since ${baseVersionId}`);
    if (editor?.dirty) throw new AppError('EDIT_STALE', 'the document has unsaved text');
    if (editor?.disk === 'changed') throw new AppError('EDIT_STALE', 'the file has changed on disk');
  }

  #checkInside(documentId: string): void {
    if (this.#parts.workspace.locate(documentId).projectId === 'none') throw new AppError('DOCUMENT_OUTSIDE');
  }

  async #checkNew(documentId: string, from?: string): Promise<void> {
    const { documents, workspace } = this.#parts;
    this.#checkInside(documentId);
    documents.refuseUntracked(documentId);
    const obstacle = await workspace.prepareFile(documentId, from);
    if (obstacle !== null) throw obstacleErrors[obstacle];
    await this.#parts.histories.recall(documentId);
  }

  /** Throws if the document's text is not its current state, or its encoding lacks characters. */
  async checkText({ documentId, textEdits }: DocumentRequest): Promise<void> {
    const { documents, workspace } = this.#parts;
    documents.refuseOtherEditor(documentId);
    const lost = await workspace.unencodable(documentId, textEdits.map(addedText).join(''));
    if (lost.length === 0) return;
    const named = lost.slice(0, maxNamedCharacters).map((one) => JSON.stringify(one));
    const encoding = workspace.editor(documentId)?.encoding ?? '';
    throw new AppError(
      'EDIT_UNENCODABLE',
      `the file's encoding, ${encoding}, cannot hold ${named.join(', ')}${lost.length > maxNamedCharacters ? '…' : ''}`,
    );
  }

  #checkNewText({ documentId, text }: FileChange & { readonly kind: 'create' }): void {
    const { redaction, settings, workspace } = this.#parts;
    const { maxDocumentSize } = settings();
    if (text.length > maxDocumentSize)
      throw new AppError('EDIT_INVALID', `the text has more than ${maxDocumentSize} UTF-16 units`);
    const written = ChangeSet.of([{ start: 0, end: 0, newText: text }], 0);
    const { projectId } = workspace.locate(documentId);
    const edit = redaction.edit(projectId, SourceText.from(''), written, documentId);
    if (edit instanceof RedactionRefusal) throw new AppError(edit.code, edit.reason);
  }
}

/** Maximum number of characters that an error names. */
const maxNamedCharacters = 20;

/** The text that an edit adds. */
function addedText(edit: TextEdit): string {
  return edit.type === 'patch' ? (edit.patch.match(/^\+.*/gm) ?? []).join('\n') : edit.newText;
}

const changed = { create: 'created', rename: 'renamed', delete: 'deleted' } as const;

/** The reply to a change of a file. */
export function changedFile(change: FileChange): Pick<EditedDocument, 'change' | 'renamedTo'> {
  return { change: changed[change.kind], ...(change.kind === 'rename' ? { renamedTo: change.to } : {}) };
}
