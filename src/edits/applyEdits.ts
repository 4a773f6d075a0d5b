import { AppError } from '../base/appError.ts';
import { KeyedLimiter } from '../base/keyedLimiter.ts';
import { soon } from '../base/ports/clock.ts';
import type { FileChange } from '../base/ports/workspace.ts';
import { versionOnDisk } from '../documents/diffBase.ts';
import type { ParsedParams, Value } from '../protocol/channels.ts';
import { type Consumer, developerConsumers, trustedConsumers } from '../protocol/consumer.ts';
import { type EditedDocument, type EditsResult, type EditTarget, unjudgedReasons } from '../protocol/edits.ts';
import { SourceText } from '../text/sourceText.ts';
import type { Draft, DraftBase, Refusal, TextTarget } from './draft.ts';
import { draftEdits, editLimits, isElsewhere, isMisplacedAsSent, quotesNothing, redactedTexts } from './draft.ts';
import { type EditAsker, EditReplies, type EditRequest, idNow, type Planned } from './editReplies.ts';
import { type DocumentRequest, type EditsParts, FileEdits, obstacleErrors } from './fileEdits.ts';
import { type DraftedEdit, type EditVerdict, verdictOn } from './judging.ts';

/** Maximum number of plans if the developer types between planning and applying. */
const attempts = 12;
/** The same if nobody typed and the editor refuses. */
const attemptsAtRest = 3;
/** Maximum number of judgements: what the developer types may change the lines that edits add. */
const judgements = 3;
/** Time limit of the editor for applying or saving, ms. */
const applyMs = 30_000;

/** A document as it would be with edits in it. */
export interface EditPreview {
  readonly documentId: string;
  readonly text: string;
}

/**
 * Applies agents' edits: plans them on their base versions, rebases them over later changes, and
 * gives all documents' changes to the editor at once, or none. One request after another.
 */
export class Edits {
  readonly #parts: EditsParts;
  readonly #fileEdits: FileEdits;
  readonly #replies: EditReplies;
  readonly #limiter = new KeyedLimiter({ running: 1, waiting: 32, code: 'EDIT_BACKPRESSURE' });

  constructor(parts: EditsParts) {
    this.#parts = parts;
    this.#fileEdits = new FileEdits(parts);
    this.#replies = new EditReplies(parts);
  }

  async apply(params: ParsedParams<'live:applyEdits'>, consumer: Consumer): Promise<Value<'live:applyEdits'>> {
    const { documents, documentId, baseVersionId, edits, summary, save, meanwhile } = params;
    const short = documentId && edits ? [{ documentId, baseVersionId, edits }] : [];
    const targets = await Promise.all((documents ?? short).map((target) => this.#fileEdits.named(target)));
    const ids = targets.flatMap((one) =>
      one.change?.kind === 'rename' ? [one.documentId, one.change.to] : one.documentId,
    );
    if (new Set(ids).size < ids.length) {
      throw new AppError('REQUEST_INVALID', 'A document is named twice: put all its edits into one entry.');
    }
    const request = { targets, summary, save, meanwhile, consumer };
    let planned = this.#plan(request, await this.#open(targets));
    for (let judgement = 0; judgement < judgements; judgement++) {
      // A model may be slow: other edits do not wait for it.
      const verdict = await this.#judge(request, planned);
      const made = await this.#limiter.run('edits', () => this.#make(request, planned, verdict));
      if ('documents' in made) return made;
      planned = made;
    }
    return this.#refuseAll(request, movedOn);
  }

  /**
   * Returns the texts that edits would make now, secrets included, for the editor's own diff;
   * nothing for changes of files. Refused edits are logged and counted as by {@link apply}.
   */
  async preview(targets: readonly EditTarget[], asker: EditAsker): Promise<readonly EditPreview[]> {
    const named = await Promise.all(targets.map((target) => this.#fileEdits.named(target)));
    return this.#plan({ ...asker, targets: named }, await this.#open(named))
      .flatMap(({ draft }) => draft ?? [])
      .map(({ from, newText }) => ({ documentId: from.target.documentId, text: newText.toString() }));
  }

  /**
   * Makes the edits, planned again if the text has changed. Returns a plan that needs a new
   * judgement.
   */
  async #make(
    request: EditRequest,
    first: readonly Planned[],
    judged: EditVerdict,
  ): Promise<EditsResult | readonly Planned[]> {
    let [planned, verdict, moved] = [first, judged, false];
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (attempt > 0 || !planned.every((one) => this.#isFresh(one))) {
        const refusals = await this.#open(request.targets);
        // No await from here to the call of the editor: the plan is for the editor's text.
        planned = this.#plan(request, refusals);
        const again = verdictOn(this.#judgedEdits(planned), judged);
        if (again === null) return planned;
        verdict = again;
      }
      const { answer, unmet } = await this.#commit(planned);
      const changesFiles = planned.some(({ target }) => target.change !== null);
      if (unmet.length === 0 && (answer === 'applied' || !changesFiles)) return this.#finish(request, planned, verdict);
      const changing = planned.filter(({ draft }) => draft !== null && !draft.changes.isEmpty);
      const isPartly = answer === 'partly' || (answer === 'late' && changesFiles);
      if (isPartly) return this.#replies.throwUnmet(request, planned, planned);
      const isRefused = changesFiles ? answer === 'refused' : unmet.length === changing.length;
      if (answer === 'applied' || !isRefused)
        return this.#replies.throwUnmet(
          request,
          planned,
          planned.filter(({ draft }) => draft !== null && unmet.includes(draft)),
        );
      moved = answer === 'refused' && (moved || planned.some(({ draft }) => draft !== null && this.#hasMoved(draft)));
      if (answer === 'late' || (!moved && attempt + 1 >= attemptsAtRest)) break;
    }
    return this.#refuseAll(request, moved ? movedOn : notApplied);
  }

  #refuseAll(request: EditRequest, reason: AppError): never {
    return this.#replies.refuse(
      request,
      request.targets.map((target) => this.#replies.refusal(target, reason)),
    );
  }

  /** Judges the edits by the project's constraints. Throws `EDIT_VIOLATES` or `EDIT_UNJUDGED`. */
  async #judge(request: EditRequest, planned: readonly Planned[]): Promise<EditVerdict> {
    const verdict = await this.#parts.judge.edits(this.#judgedEdits(planned), request.consumer);
    const isRefused = this.#parts.settings().judgeEdits === 'refuse' && !trustedConsumers.has(request.consumer);
    if (!isRefused) return verdict;
    if (verdict.violations.size === 0) return isUnread(verdict) ? this.#refuseAll(request, notJudged) : verdict;
    return this.#replies.refuse(
      request,
      planned.map((one) => {
        const violations = verdict.violations.get(one.target.documentId);
        return violations === undefined ? one : this.#replies.violating(one, violations);
      }),
    );
  }

  /** The redacted texts before and after, for the judge; none if the text stays the same. */
  #judgedEdits(planned: readonly Planned[]): readonly DraftedEdit[] {
    return planned.flatMap(({ target: { documentId, change }, file, draft }) => {
      const { projectId } = this.#parts.workspace.locate(documentId);
      const now = change?.kind === 'rename' ? this.#parts.workspace.locate(change.to) : null;
      const place = { projectId: now?.projectId ?? projectId, documentId, file: now?.path ?? file };
      const renamed = now === null ? place : { ...place, from: file };
      if (change?.kind === 'rename') this.#parts.redaction.rename(documentId, change.to, false);
      if (draft !== null) return [{ ...renamed, ...redactedTexts(draft) }];
      if (now !== null) {
        const text = this.#parts.documents.redacted(this.#parts.documents.now(documentId, true)).text;
        return [{ ...renamed, before: text, after: text }];
      }
      if (change?.kind !== 'create') return [];
      const { text } = this.#parts.redaction.written(projectId, SourceText.from(change.text), documentId);
      return [{ ...place, before: SourceText.from(''), after: text }];
    });
  }

  /** Opens closed documents. Returns for each why it cannot be edited, or null. */
  async #open(targets: readonly DocumentRequest[]): Promise<readonly (Refusal | null)[]> {
    const refusals: (Refusal | null)[] = [];
    for (const target of targets) {
      try {
        const { documentId, change } = target;
        if (change?.kind !== 'create') {
          await this.#parts.documents.find(documentId);
          const obstacle = await this.#parts.workspace.prepareEdit(documentId);
          if (obstacle !== null) throw obstacleErrors[obstacle];
          if (target.textEdits.length > 0) await this.#fileEdits.checkText(target);
        }
        if (change !== null) await this.#fileEdits.check(change);
        refusals.push(null);
      } catch (error) {
        refusals.push(this.#replies.refusal(target, error));
      }
    }
    return refusals;
  }

  /** Plans the edits of documents that were opened. Throws if one of them is refused. */
  #plan(request: EditAsker & Pick<EditRequest, 'targets'>, refusals: readonly (Refusal | null)[]): readonly Planned[] {
    const drafted = request.targets.map((one, index) => refusals[index] ?? this.#draft(one, request.consumer));
    const planned = drafted.filter((one) => one.ok);
    return planned.length < drafted.length ? this.#replies.refuse(request, drafted) : planned;
  }

  #draft(target: DocumentRequest, consumer: Consumer): Planned | Refusal {
    const { documentId, textEdits, change } = target;
    const file = this.#parts.workspace.locate(documentId).path;
    try {
      if (change?.kind === 'delete') this.#fileEdits.checkDeleted(target);
      if (textEdits.length === 0) return { ok: true, target, file, draft: null };
      const draft = this.#drafted(target, consumer);
      return draft.ok ? { ok: true, target, file, draft } : draft;
    } catch (error) {
      return this.#replies.refusal(target, error);
    }
  }

  /**
   * Without a version the edits are of what their sender was last told, or of the current text if
   * that alone has what they quote. Throws an {@link AppError}.
   */
  #drafted({ documentId, baseVersionId, textEdits: edits }: DocumentRequest, consumer: Consumer): Draft | Refusal {
    const baseOf = (id: string) => this.#base({ documentId, baseVersionId: id, edits });
    if (baseVersionId !== undefined) return draftEdits(baseOf(baseVersionId));
    const { history } = this.#parts.documents.now(documentId, true);
    const known = history.watermarks.get(consumer);
    const told = known === undefined ? 'gone' : history.startAfter(known);
    const isOfNow = told === 'gone' || quotesNothing(baseOf(told.id));
    const base = baseOf(isOfNow ? history.seal().id : told.id);
    // They may have been written before the last delivery was read, or of the file.
    const superseded = this.#parts.readings.superseded(consumer).get(documentId) ?? known;
    const earlier = superseded === undefined ? versionOnDisk(history) : history.startAfter(superseded);
    if (earlier === 'gone') throw new AppError('VERSION_GONE', 'a version that you were told is no longer stored');
    if (isElsewhere(baseOf(earlier.id), base))
      throw new AppError('REQUEST_INVALID', 'baseVersionId is missing: since an earlier reply this place has moved');
    return draftEdits(base);
  }

  /** Throws an {@link AppError}. */
  #base(target: TextTarget): DraftBase {
    const { documents, workspace, settings, redaction } = this.#parts;
    const document = documents.now(target.documentId, true);
    const { history } = document;
    const nowVersion = history.seal();
    const { base, happened } = documents.base(document, target.baseVersionId);
    const { projectId, path: file } = workspace.locate(target.documentId);
    return {
      ...{ target, file, base, now: history.text, nowVersion, happened },
      isDirty: workspace.editor(target.documentId)?.dirty ?? false,
      lineBreak: workspace.editor(target.documentId)?.eol === 'CRLF' ? '\r\n' : '\n',
      redacted: redaction.document(projectId, target.documentId),
      limits: editLimits(settings()),
    };
  }

  /**
   * Gives everything to the editor. Whatever it answers, edits are applied if their text was
   * reached and has not been taken back; those of the drafts `unmet` are not.
   */
  async #commit(planned: readonly Planned[]) {
    const { clock, workspace, histories } = this.#parts;
    const changing = planned.flatMap(({ draft }) => (draft === null || draft.changes.isEmpty ? [] : [draft]));
    const files = planned.flatMap(({ target }): FileChange[] => (target.change === null ? [] : [target.change]));
    if (changing.length + files.length === 0) return { answer: 'applied' as const, unmet: changing };
    for (const file of files)
      if (file.kind !== 'delete') histories.vacate(file.kind === 'create' ? file.documentId : file.to);
    for (const { from, newText } of changing) histories.expected.set(from.target.documentId, newText);
    const asked = workspace.applyEdits(
      changing.map(({ from, changes }) => ({ documentId: from.target.documentId, changes: changes.changes })),
      files,
    );
    try {
      const answer = await soon(clock, applyMs, asked, 'late' as const);
      const isUnmet = (draft: Draft) => histories.expected.has(draft.from.target.documentId) || !this.#hasMoved(draft);
      return { answer, unmet: changing.filter(isUnmet) };
    } finally {
      for (const { from } of changing) histories.expected.delete(from.target.documentId);
    }
  }

  /** True if a plan is for the editor's current text. Changes of files are always checked again. */
  #isFresh({ target, draft }: Planned): boolean {
    if (target.change !== null || draft === null) return target.change === null;
    const isDirty = this.#parts.workspace.editor(target.documentId)?.dirty ?? false;
    return !this.#hasMoved(draft) && isDirty === draft.from.isDirty;
  }

  #hasMoved({ from }: Draft): boolean {
    const { histories, documents } = this.#parts;
    const { documentId } = from.target;
    return histories.get(documentId) === null || !documents.now(documentId, true).history.text.equals(from.now);
  }

  async #finish(request: EditRequest, planned: readonly Planned[], verdict: EditVerdict): Promise<EditsResult> {
    const documents: EditedDocument[] = [];
    for (const one of planned) {
      const { meanwhile, ...rest } = await this.#replies.applied(one);
      const applied = request.meanwhile && meanwhile !== undefined ? { ...rest, meanwhile } : rest;
      const violations = [...(verdict.violations.get(one.target.documentId) ?? [])];
      const { newVersionId: versionId } = applied;
      const documentId = idNow(one.target);
      if (versionId !== undefined)
        this.#parts.judge.made({ documentId, versionId, violations, isUnread: isUnread(verdict) });
      const judged = violations.length === 0 ? {} : { violations };
      if (one.draft !== null) {
        const { changes, outcome } = one.draft;
        const isRebased = outcome === 'rebased';
        const made = { changes, isRebased, isMisplaced: isRebased && isMisplacedAsSent(one.draft) };
        this.#parts.proof.edited(request.consumer, idNow(one.target), made);
      }
      const document = { ...applied, ...judged, ...(await this.#save(one, request.save)) };
      documents.push(document);
      this.#replies.log(document, request.summary, request.consumer);
    }
    const unjudged = unjudgedOf(verdict, request.consumer);
    return unjudged.length === 0 ? { documents } : { documents, unjudged };
  }

  /** Saves the document if wanted. The version with the file's text is the new one. */
  async #save(
    { target, draft }: Planned,
    wanted: boolean | undefined,
  ): Promise<Pick<EditedDocument, 'saved' | 'newVersionId'>> {
    const { clock, settings, workspace, documents } = this.#parts;
    const documentId = idNow(target);
    if (draft === null) return { saved: !workspace.editor(documentId)?.dirty };
    const { from, changes } = draft;
    if (!(wanted ?? (settings().saveAgentEdits && !from.isDirty))) return { saved: changes.isEmpty && !from.isDirty };
    const fileText = await soon(clock, applyMs, workspace.save(documentId), null);
    const { history } = documents.now(documentId);
    const onDisk = fileText === null ? null : history.newestWith(SourceText.from(fileText), from.nowVersion.number);
    return onDisk === null ? { saved: false } : { saved: true, newVersionId: onDisk.id };
  }
}

const movedOn = new AppError('EDIT_CONFLICT', 'the text changed again and again while the edits were being applied');
const notJudged = new AppError('EDIT_UNJUDGED', 'the judging model twice gave no verdict that can be read');
const notApplied = new AppError('EDIT_NOT_APPLIED', 'the editor did not apply the edits');

function isUnread({ unjudged }: EditVerdict): boolean {
  return unjudged.some(({ why }) => why === 'unreadableVerdict');
}

/** By reason; agents get only the number, since they can do nothing about it. */
function unjudgedOf({ unjudged }: EditVerdict, consumer: Consumer): NonNullable<EditsResult['unjudged']> {
  return unjudgedReasons.flatMap((reason) => {
    const constraints = unjudged.filter(({ why }) => why === reason).map(({ constraintId }) => constraintId);
    if (constraints.length === 0) return [];
    return [{ why: reason, count: constraints.length, ...(developerConsumers.has(consumer) ? { constraints } : {}) }];
  });
}
