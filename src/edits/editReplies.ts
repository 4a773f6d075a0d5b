import { AppError } from '../base/appError.ts';
import type { Consumer } from '../protocol/consumer.ts';
import type { EditedDocument, EditViolation, FreshText } from '../protocol/edits.ts';
import { errorCodes } from '../protocol/errorCodes.ts';
import { appliedDocument, type Draft, editLimits, freshText, type Refusal, refusedDraft } from './draft.ts';
import { changedFile, type DocumentRequest, type EditsParts } from './fileEdits.ts';

/** The sender of edits, and their description of them. */
export interface EditAsker {
  readonly consumer: Consumer;
  readonly summary: string | undefined;
}

export interface EditRequest extends EditAsker {
  readonly targets: readonly DocumentRequest[];
  /** Undefined: the setting decides. */
  readonly save: boolean | undefined;
  /** True if the reply includes the diff of what happened since the base. */
  readonly meanwhile: boolean;
}

/** Planned edits of one document: its text, its file, or both. */
export interface Planned {
  readonly ok: true;
  readonly target: DocumentRequest;
  /** Path in the project. */
  readonly file: string;
  readonly draft: Draft | null;
}

/**
 * Replies to edits, and their entries in the plan log. The documents' texts decide, not the
 * editor's answer.
 */
export class EditReplies {
  readonly #parts: EditsParts;

  constructor(parts: EditsParts) {
    this.#parts = parts;
  }

  /** A document whose edits violate constraints. */
  violating({ target, draft }: Planned, violations: readonly EditViolation[]): Refusal {
    const [first, ...others] = violations;
    const line = first?.line == null ? '' : `line ${first.line} `;
    const more = others.length === 0 ? '' : `, and ${others.length} more`;
    const error = new AppError('EDIT_VIOLATES', `${line}violates "${first?.text ?? ''}"${more}`);
    const refusal = draft === null ? this.refusal(target, error) : refusedDraft(draft, error);
    return { ...refusal, document: { ...refusal.document, violations: [...violations] } };
  }

  /** The reply for a document whose edits were made. */
  async applied({ target, file, draft }: Planned): Promise<EditedDocument> {
    const { documentId: asked, baseVersionId, change } = target;
    const reply: EditedDocument =
      draft === null ? { documentId: asked, file, outcome: 'applied', baseVersionId } : appliedDocument(draft);
    if (change === null) return draft === null ? reply : { ...reply, newVersionId: this.#versionOf(draft) };
    if (change.kind === 'delete') return { ...reply, ...changedFile(change) };
    const { documentId, history } = await this.#parts.documents.find(idNow(target), true);
    const newVersionId = draft === null ? history.seal().id : this.#versionOf(draft, documentId);
    return { ...reply, ...changedFile(change), newVersionId };
  }

  /** Reports, for each document, whether the editor's text is what its edits make. */
  async throwUnmet(
    { summary, consumer }: EditRequest,
    planned: readonly Planned[],
    unmet: readonly Planned[],
  ): Promise<never> {
    const documents: EditedDocument[] = [];
    for (const one of planned) {
      const { documentId, change } = one.target;
      const fresh = change === null ? this.#fresh(documentId) : undefined;
      const failed = () => ({ ...this.refusal(one.target, notMet).document, fresh });
      const document = unmet.includes(one) ? failed() : await this.applied(one);
      this.log(document, summary, consumer);
      documents.push(document);
    }
    const files = unmet.map(({ file }) => file).join(', ');
    throw new AppError('EDIT_NOT_APPLIED', `${files}: ${notMet.message}.`, { documents });
  }

  /** The version that the edits made; the developer may have typed since. */
  #versionOf({ from, changes }: Draft, documentId = from.target.documentId): string {
    if (changes.isEmpty) return from.nowVersion.id;
    const { history } = this.#parts.documents.now(documentId);
    const newest = history.seal();
    const { number } = from.nowVersion;
    const made = history.editsAfter(number).find(({ origin, base }) => origin === 'agent' && base.number === number);
    return (made?.version ?? newest).id;
  }

  /** Nothing was changed: logs what was refused and fails with the first one's code. */
  refuse({ summary, consumer }: EditAsker, drafted: readonly (Planned | Refusal)[]): never {
    const documents = drafted.map((one): EditedDocument => {
      if (!one.ok) {
        this.log(one.document, summary, consumer, one.refused);
        return one.document;
      }
      const { documentId, baseVersionId } = one.target;
      const reason = 'the edits of another document were refused';
      return { documentId, file: one.file, outcome: 'failed', baseVersionId, code: 'EDIT_NOT_APPLIED', reason };
    });
    const { code, reason, document } = drafted.find((one) => !one.ok) as Refusal;
    const others = documents.length > 1 ? `; none of the ${documents.length} documents was changed` : '';
    throw new AppError(code, `${document.file}: ${reason.replace(/\.$/, '')}${others}.`, { documents });
  }

  log(document: EditedDocument, summary: string | undefined, consumer: Consumer, refused?: Refusal['refused']): void {
    if (document.code !== undefined)
      this.#parts.proof.add(consumer, document.code === 'EDIT_CONFLICT' ? { conflicts: 1 } : { refused: 1 });
    const { documentId, file, outcome, reason, code, change } = document;
    const { workspace, redaction, plans } = this.#parts;
    const { projectId } = workspace.locate(documentId);
    const words = summary ?? (change === undefined ? '' : `${file} ${change}`);
    const clean = (text: string) => redaction.redactText(projectId, text).text;
    plans.add({
      ...{ projectId, consumer, file, outcome, reason, code, summary: clean(words) },
      base_version_id: document.baseVersionId,
      new_version_id: document.newVersionId,
      // Later prompts show refused edits as they were sent.
      refused: refused && { ...refused, patch: clean(refused.patch) },
    });
  }

  /** @throws anything but an AppError. */
  refusal({ documentId, baseVersionId, change }: DocumentRequest, error: unknown): Refusal {
    if (!(error instanceof AppError)) throw error;
    const { code } = error;
    const reason = error.message || errorCodes[code].message;
    const outcome = code === 'EDIT_CONFLICT' || code === 'EDIT_STALE' ? 'conflict' : 'failed';
    const file = this.#parts.workspace.locate(documentId).path;
    const isStale = (outcome === 'conflict' || code === 'VERSION_GONE') && change?.kind !== 'create';
    const fresh = isStale ? this.#fresh(documentId) : undefined;
    const document: EditedDocument = { documentId, file, outcome, baseVersionId, code, reason, fresh };
    return { ok: false, code, reason, document };
  }

  #fresh(documentId: string): FreshText {
    const { documents, settings } = this.#parts;
    const document = documents.now(documentId);
    const { text } = documents.redacted(document);
    return freshText(text, document.history.seal().id, 0, editLimits(settings()).text);
  }
}

const notMet = new AppError(
  'EDIT_NOT_APPLIED',
  'the editor took the edits, but the text is not what they make of it: look at it as it is now',
);

/** The id of a document after its edits. */
export function idNow({ documentId, change }: DocumentRequest): string {
  return change?.kind === 'rename' ? change.to : documentId;
}
