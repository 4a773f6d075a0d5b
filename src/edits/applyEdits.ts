import { AppError } from '../base/appError.ts';
import type { Clock } from '../base/clock.ts';
import { KeyedLimiter } from '../base/keyedLimiter.ts';
import type { EditObstacle, Workspace } from '../base/workspace.ts';
import type { Histories } from '../history/histories.ts';
import type { Documents } from '../live/documents.ts';
import type { ParsedParams, Value } from '../protocol/channels.ts';
import type { Consumer } from '../protocol/consumer.ts';
import type { EditedDocument, EditsResult, EditTarget, FreshText } from '../protocol/edits.ts';
import { errorCodes } from '../protocol/errorCodes.ts';
import type { SettingValues } from '../protocol/settings.ts';
import { type Redaction, scopeOf } from '../redaction/redaction.ts';
import { appliedDocument, type Draft, type DraftBase, draftEdits, freshText, type Refusal } from './draft.ts';
import type { PlanLog } from './planLog.ts';

/** How often edits are planned when the editor moves between planning and applying. */
const attempts = 3;
/** How long the editor may take to apply edits, ms. */
const applyMs = 30_000;

export interface EditsParts {
  readonly clock: Clock;
  readonly workspace: Workspace;
  readonly histories: Histories;
  readonly documents: Documents;
  readonly plans: PlanLog;
  readonly settings: () => SettingValues;
  /** Edits speak of redacted texts. */
  readonly redaction: Redaction;
}

/** A document as it would be with edits in it. */
export interface EditPreview {
  readonly documentId: string;
  readonly text: string;
}

interface Request {
  readonly targets: readonly EditTarget[];
  readonly onConflict: 'rebase' | 'refuse';
  readonly summary: string | undefined;
  /** Undefined: as the setting says. */
  readonly save: boolean | undefined;
  readonly consumer: Consumer;
}

/** What the editor said, and the drafts whose texts it then did not hold. */
interface Committed {
  readonly answer: 'applied' | 'refused' | 'late';
  readonly unmet: readonly Draft[];
}

/**
 * Applies agents' edits: plans them on the versions they were made against, rebases them over what happened
 * since, and hands all documents' changes to the editor at once, or none. One request after another.
 */
export class Edits {
  readonly #parts: EditsParts;
  readonly #limiter = new KeyedLimiter({ running: 1, waiting: 32, code: 'EDIT_BACKPRESSURE' });

  constructor(parts: EditsParts) {
    this.#parts = parts;
  }

  async apply(params: ParsedParams<'live:applyEdits'>, consumer: Consumer): Promise<Value<'live:applyEdits'>> {
    const { documents, documentId, baseVersionId, edits, onConflict, summary, save } = params;
    const short = documentId && baseVersionId && edits ? [{ documentId, baseVersionId, edits }] : [];
    const targets = await Promise.all((documents ?? short).map((target) => this.#named(target)));
    const ids = targets.map((target) => target.documentId);
    if (new Set(ids).size < ids.length) {
      throw new AppError('REQUEST_INVALID', 'A document is named twice: put all its edits into one entry.');
    }
    return this.#limiter.run('edits', () => this.#apply({ targets, onConflict, summary, save, consumer }));
  }

  async #named(target: EditTarget): Promise<EditTarget> {
    return { ...target, documentId: await this.#parts.documents.idOf(target.documentId) };
  }

  /** What edits would make of the texts now, their secrets included: for the editor's own diff. Throws as {@link apply}. */
  async preview(targets: readonly EditTarget[]): Promise<readonly EditPreview[]> {
    const refusals = await this.#open(targets);
    const drafted = targets.map((target, index) => refusals[index] ?? this.#draft(target, 'rebase'));
    const refused = drafted.find((one) => !one.ok);
    if (refused !== undefined) throw new AppError(refused.code, `${refused.document.file}: ${refused.reason}.`);
    return drafted
      .filter((one) => one.ok)
      .map(({ from, newText }) => ({ documentId: from.target.documentId, text: newText.toString() }));
  }

  async #apply(request: Request): Promise<EditsResult> {
    let moved = false;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const refusals = await this.#open(request.targets);
      // From here to the call of the editor nothing is awaited: what is planned on is what the editor holds.
      const drafted = request.targets.map(
        (target, index) => refusals[index] ?? this.#draft(target, request.onConflict),
      );
      const drafts = drafted.filter((one) => one.ok);
      if (drafts.length < drafted.length) return this.#refuse(request, drafted);
      const { answer, unmet } = await this.#commit(drafts);
      if (unmet.length === 0) return this.#finish(request, drafts);
      const changing = drafts.filter(({ changes }) => !changes.isEmpty);
      if (answer === 'applied' || unmet.length < changing.length) return this.#tellUnmet(request, drafts, unmet);
      moved = answer === 'refused' && (moved || drafts.some((draft) => this.#hasMoved(draft)));
      if (answer === 'late') break;
    }
    const reason = moved ? movedOn : notApplied;
    return this.#refuse(
      request,
      request.targets.map((target) => this.#refusal(target, reason)),
    );
  }

  /** Opens what is closed; says for each document what stands in the way. */
  async #open(targets: readonly EditTarget[]): Promise<readonly (Refusal | null)[]> {
    const refusals: (Refusal | null)[] = [];
    for (const target of targets) {
      try {
        await this.#parts.documents.find(target.documentId);
        const obstacle = await this.#parts.workspace.prepareEdit(target.documentId);
        await this.#parts.documents.find(target.documentId);
        refusals.push(obstacle === null ? null : this.#refusal(target, obstacles[obstacle]));
      } catch (error) {
        refusals.push(this.#refusal(target, error));
      }
    }
    return refusals;
  }

  #draft(target: EditTarget, onConflict: Request['onConflict']): Draft | Refusal {
    try {
      return draftEdits(this.#base(target), onConflict);
    } catch (error) {
      return this.#refusal(target, error);
    }
  }

  /** Throws an {@link AppError}. */
  #base(target: EditTarget): DraftBase {
    const { documents, workspace, settings, redaction } = this.#parts;
    const document = documents.now(target.documentId, true);
    const { history } = document;
    const nowVersion = history.seal();
    const version = documents.version(document, target.baseVersionId);
    const base = history.textOf(version.number);
    const happened = history.between(version.number, nowVersion.number);
    if (base === null || happened === null) throw new AppError('VERSION_GONE');
    const { projectId, path: file } = workspace.locate(target.documentId);
    const { excerptLength, patchLength } = settings();
    return {
      ...{ target, file, base, now: history.text, nowVersion, happened },
      isDirty: workspace.editor(target.documentId)?.dirty ?? false,
      lineBreak: workspace.editor(target.documentId)?.eol === 'CRLF' ? '\r\n' : '\n',
      redacted: redaction.document(projectId, target.documentId),
      limits: { text: excerptLength, patch: patchLength },
    };
  }

  /**
   * Hands all drafts to the editor. Whatever the editor answers, edits are applied when the text that they make was met, and
   * those of the drafts `unmet` are not.
   */
  async #commit(drafts: readonly Draft[]): Promise<Committed> {
    const { clock, workspace, histories } = this.#parts;
    const changing = drafts.filter(({ changes }) => !changes.isEmpty);
    if (changing.length === 0) return { answer: 'applied', unmet: [] };
    for (const { from, newText } of changing) histories.expected.expect(from.target.documentId, newText);
    const asked = workspace.applyEdits(
      changing.map(({ from, changes }) => ({ documentId: from.target.documentId, changes: changes.changes })),
    );
    const { promise: late, resolve } = Promise.withResolvers<'late'>();
    const timer = clock.after(applyMs, () => resolve('late'));
    try {
      const answer = await Promise.race([asked.then((applied) => (applied ? 'applied' : 'refused')), late]);
      return { answer, unmet: changing.filter(({ from }) => histories.expected.awaits(from.target.documentId)) };
    } finally {
      timer.dispose();
      for (const { from } of changing) histories.expected.forget(from.target.documentId);
    }
  }

  #hasMoved({ from }: Draft): boolean {
    const history = this.#parts.histories.get(from.target.documentId);
    return history === null || !history.text.equals(from.now);
  }

  async #finish(request: Request, drafts: readonly Draft[]): Promise<EditsResult> {
    const documents: EditedDocument[] = [];
    for (const draft of drafts) {
      const document = { ...appliedDocument(draft), newVersionId: this.#versionOf(draft) };
      documents.push({ ...document, saved: await this.#save(draft, request.save) });
      this.#log(document, request.summary, request.consumer);
    }
    return { documents };
  }

  /** Whether the file has the text now. */
  async #save({ from, changes }: Draft, wanted: boolean | undefined): Promise<boolean> {
    const { clock, settings, workspace } = this.#parts;
    if (!(wanted ?? (settings().saveAgentEdits && !from.isDirty))) return changes.isEmpty && !from.isDirty;
    const { promise: late, resolve } = Promise.withResolvers<boolean>();
    const timer = clock.after(applyMs, () => resolve(false));
    try {
      return await Promise.race([workspace.save(from.target.documentId), late]);
    } finally {
      timer.dispose();
    }
  }

  /** The editor took the edits, but not every text became what they make: says so of each document. */
  #tellUnmet({ summary, consumer }: Request, drafts: readonly Draft[], unmet: readonly Draft[]): never {
    const documents = drafts.map((draft): EditedDocument => {
      const { target } = draft.from;
      const document = unmet.includes(draft)
        ? { ...this.#refusal(target, notMet).document, fresh: this.#fresh(target.documentId) }
        : { ...appliedDocument(draft), newVersionId: this.#versionOf(draft) };
      this.#log(document, summary, consumer);
      return document;
    });
    const files = unmet.map(({ from }) => from.file).join(', ');
    throw new AppError('EDIT_NOT_APPLIED', `${files}: ${notMet.message}.`, { documents });
  }

  /** The version that the edits made; the developer may have typed on since. */
  #versionOf({ from, changes }: Draft): string {
    if (changes.isEmpty) return from.nowVersion.id;
    const { history } = this.#parts.documents.now(from.target.documentId);
    const newest = history.seal();
    const made = history.edits.findLast(
      ({ origin, base }) => origin === 'agent' && base.number === from.nowVersion.number,
    );
    return (made?.version ?? newest).id;
  }

  /** Nothing was changed: logs what was refused and fails with the first one's code. */
  #refuse({ targets, summary, consumer }: Request, drafted: readonly (Draft | Refusal)[]): never {
    const documents = drafted.map((one, index): EditedDocument => {
      if (!one.ok) {
        this.#log(one.document, summary, consumer, one.refused);
        return one.document;
      }
      const { documentId, baseVersionId } = targets[index] as EditTarget;
      const reason = 'the edits of another document were refused';
      return { documentId, file: one.from.file, outcome: 'failed', baseVersionId, code: 'EDIT_NOT_APPLIED', reason };
    });
    const { code, reason, document } = drafted.find((one) => !one.ok) as Refusal;
    const others = documents.length > 1 ? `; none of the ${documents.length} documents was changed` : '';
    throw new AppError(code, `${document.file}: ${reason.replace(/\.$/, '')}${others}.`, { documents });
  }

  #log(document: EditedDocument, summary: string | undefined, consumer: Consumer, refused?: Refusal['refused']): void {
    const { documentId, file, outcome, baseVersionId, newVersionId, reason } = document;
    const { workspace, redaction, plans } = this.#parts;
    const { projectId } = workspace.locate(documentId);
    const said = summary === undefined ? undefined : redaction.redactText(scopeOf(projectId, consumer), summary).text;
    plans.add({
      projectId,
      ...{ consumer, file, outcome, base_version_id: baseVersionId },
      summary: said ?? `Edits of ${file}`,
      ...(newVersionId === undefined ? {} : { new_version_id: newVersionId }),
      ...(reason === undefined ? {} : { reason }),
      ...(refused === undefined ? {} : { refused }),
    });
  }

  /** @throws what is no AppError. */
  #refusal({ documentId, baseVersionId }: EditTarget, error: unknown): Refusal {
    if (!(error instanceof AppError)) throw error;
    const { code } = error;
    const reason = error.message || errorCodes[code].message;
    const outcome = code === 'EDIT_CONFLICT' ? 'conflict' : 'failed';
    const file = this.#parts.workspace.locate(documentId).path;
    const isStale = outcome === 'conflict' || code === 'VERSION_GONE';
    const fresh = isStale ? { fresh: this.#fresh(documentId) } : {};
    const document: EditedDocument = { documentId, file, outcome, baseVersionId, code, reason, ...fresh };
    return { ok: false, code, reason, document };
  }

  #fresh(documentId: string): FreshText {
    const { documents, workspace, settings, redaction } = this.#parts;
    const { history } = documents.now(documentId);
    const { projectId } = workspace.locate(documentId);
    const { text } = redaction.redact(projectId, history.text, documentId);
    return freshText(text, history.seal().id, 0, settings().excerptLength);
  }
}

const movedOn = new AppError('EDIT_CONFLICT', 'the text changed again and again while the edits were being applied');
const notApplied = new AppError('EDIT_NOT_APPLIED', 'the editor did not apply the edits');

const notMet = new AppError(
  'EDIT_NOT_APPLIED',
  'the editor took the edits, but the text is not what they make of it: look at it as it is now',
);

const obstacles: Readonly<Record<EditObstacle, AppError>> = {
  missing: new AppError('DOCUMENT_MISSING', 'the document does not exist or cannot be opened'),
  readOnly: new AppError('DOCUMENT_READ_ONLY', 'the document is read-only'),
  untrusted: new AppError('EDIT_UNTRUSTED', 'nothing is edited in Restricted Mode'),
};
