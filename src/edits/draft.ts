import { AppError } from '../base/appError.ts';
import { codeOf } from '../base/codeOf.ts';
import type { Version } from '../documents/versions/versionId.ts';
import type { EditedDocument, FreshText, TextEdit } from '../protocol/edits.ts';
import type { ErrorCode } from '../protocol/errorCodes.ts';
import type { SettingValues } from '../protocol/settings.ts';
import { RedactionRefusal, refuseCuts } from '../redaction/redactedEdits.ts';
import type { ShareableText } from '../redaction/redactedText.ts';
import type { RedactedDocument } from '../redaction/redaction.ts';
import { ChangeSet } from '../text/changeSet.ts';
import type { SourceText, TextChange } from '../text/sourceText.ts';
import { textDiff } from '../text/textDiff.ts';
import { unifiedDiff } from '../text/unifiedDiff.ts';
import { conflictRegions } from './conflicts.ts';
import { type EditPlan, type PlanRequest, planEdits, sidesOf } from './plan.ts';
import { targetsOf } from './target.ts';

/** Text around a conflict in a reply, UTF-16 units: the sender of the edits has the rest. */
const textAround = 600;
/** Longer diffs of refused edits are not stored, UTF-16 units. */
const maxRefusedPatch = 100_000;

/** Edits of one document's text. */
export interface TextTarget {
  readonly documentId: string;
  readonly baseVersionId: string;
  readonly edits: readonly TextEdit[];
}

/** Input of a draft: the edits of one document and its texts. */
export interface DraftBase extends Omit<PlanRequest, 'wanted'> {
  readonly target: TextTarget;
  /** Path in the project, for diffs. */
  readonly file: string;
  readonly nowVersion: Version;
  /** True if the editor has unsaved text. */
  readonly isDirty: boolean;
  /** Its versions without secrets. */
  readonly redacted: RedactedDocument;
  readonly limits: EditLimits;
}

/** Limits of a reply, UTF-16 units: a longer text is cut, a longer diff left out. */
interface EditLimits {
  readonly text: number;
  readonly patch: number;
}

export function editLimits({ replyLength }: Pick<SettingValues, 'replyLength'>): EditLimits {
  return { text: Math.min(60_000, replyLength), patch: Math.min(16_000, replyLength) };
}

/** Edits that can be applied to the text now. */
export interface Draft extends EditPlan {
  readonly ok: true;
  readonly from: DraftBase;
  readonly newText: SourceText;
}

/** Edits that cannot be applied, with the reply to their sender. */
export interface Refusal {
  readonly ok: false;
  readonly code: ErrorCode;
  readonly reason: string;
  readonly document: EditedDocument;
  readonly refused?: RefusedDiff | undefined;
}

/** Refused edits as a diff of the redacted base version; lines count from one. */
export interface RefusedDiff {
  readonly patch: string;
  /** Null if it fits no lines. */
  readonly first_line: number | null;
  readonly last_line: number | null;
}

/**
 * Resolves edits, which refer to the redacted base version, and rebases them over later changes.
 * It works on redacted texts, so that no outcome depends on a secret; only the resulting changes
 * are raw.
 *
 * @throws AppError if the edits do not fit the base version, see {@link targetsOf}.
 */
export function draftEdits(from: DraftBase): Draft | Refusal {
  const { target, lineBreak, redacted } = from;
  const { text: base } = redacted.of(from.base);
  const { text: now } = redacted.of(from.now);
  const targets = targetsOf(base, target.edits, lineBreak);
  const wanted = ChangeSet.of(targets, base.length);
  const refuse = (why: { readonly code: ErrorCode; readonly reason: string }) => refusalOf(from, why, base, wanted);
  const cut = refuseCuts(redacted.of(from.base), targets);
  if (cut !== null) return refuse(cut);
  const plan = planEdits({ base, now, wanted, happened: happenedTo(from), lineBreak });
  if (plan === null) {
    const reason = `the same place has changed since ${target.baseVersionId}`;
    return refuse({ code: 'EDIT_CONFLICT', reason });
  }
  const edit = redacted.edit(from.now, plan.changes);
  return edit instanceof RedactionRefusal ? refuse(edit) : { ok: true, from, outcome: plan.outcome, ...edit };
}

/** True if edits fit both bases, but mean different places of the current text. */
export function isElsewhere(earlier: DraftBase, from: DraftBase): boolean {
  const places = [earlier, from].map((base) => {
    const happened = happenedTo(base);
    const targets = fittingTargets(base, base.redacted.of(base.base).text);
    return targets?.map(({ start }) => happened.mapOffset(start, 1)).join();
  });
  return new Set(places.filter((place) => place !== undefined)).size > 1;
}

/** True if one edit quotes what the base lacks: the edits are of another text. */
export function quotesNothing({ base, redacted, target, lineBreak }: DraftBase): boolean {
  try {
    targetsOf(redacted.of(base).text, target.edits, lineBreak);
    return false;
  } catch (error) {
    return codeOf(error) === 'EDIT_NO_MATCH';
  }
}

/** The changes of the redacted base version; if secrets are hidden, the texts' difference. */
function happenedTo({ base, now, happened, redacted }: DraftBase): ChangeSet {
  const older = redacted.of(base);
  const newer = redacted.of(now);
  if (older.isUnchanged && newer.isUnchanged) return happened;
  return ChangeSet.of(textDiff(older.text.toString(), newer.text.toString()), older.text.length);
}

/** The reply to applied edits, without their version. */
export function appliedDocument(draft: Draft): EditedDocument {
  const { from, outcome } = draft;
  const { target, file, base, now, redacted } = from;
  const document = { documentId: target.documentId, file, outcome, baseVersionId: target.baseVersionId };
  if (outcome === 'applied') return document;
  const meanwhile = unifiedDiff(redacted.of(base).text, redacted.of(now).text, { oldPath: file, newPath: file });
  return meanwhile.length > from.limits.patch ? document : { ...document, meanwhile };
}

/** Refuses `wanted` changes of the redacted base. A conflict has both sides and the fresh text. */
function refusalOf(
  from: DraftBase,
  { code, reason }: { readonly code: ErrorCode; readonly reason: string },
  base: ShareableText,
  wanted: ChangeSet,
): Refusal {
  const { documentId, baseVersionId } = from.target;
  const isConflict = code === 'EDIT_CONFLICT';
  const outcome = isConflict ? 'conflict' : 'failed';
  const sides = isConflict ? bothSides(from, base, wanted) : {};
  const document: EditedDocument = { documentId, file: from.file, outcome, baseVersionId, code, reason, ...sides };
  const refused = refusedDiff(from.file, base, wanted);
  return { ok: false, code, reason, document, refused };
}

export function redactedTexts({ from, newText }: Draft): { readonly before: SourceText; readonly after: SourceText } {
  return { before: from.redacted.of(from.now).text, after: from.redacted.of(newText).text };
}

/** True if the edits, applied unchanged to the later text, would have made another text. */
export function isMisplacedAsSent({ from, newText }: Draft): boolean {
  const { text: now } = from.redacted.of(from.now);
  const sent = fittingTargets(from, now);
  return sent !== null && !ChangeSet.of(sent, now.length).apply(now).equals(from.redacted.of(newText).text);
}

/** The changes of a text that the edits mean; null if they do not fit it. */
function fittingTargets({ target, lineBreak }: DraftBase, text: SourceText): readonly TextChange[] | null {
  try {
    return targetsOf(text, target.edits, lineBreak);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** A draft that is refused after all. */
export function refusedDraft({ from }: Draft, { code, message: reason }: AppError): Refusal {
  const { text: base } = from.redacted.of(from.base);
  const wanted = ChangeSet.of(targetsOf(base, from.target.edits, from.lineBreak), base.length);
  return refusalOf(from, { code, reason }, base, wanted);
}

function bothSides(from: DraftBase, base: SourceText, wanted: ChangeSet): Pick<EditedDocument, 'conflicts' | 'fresh'> {
  const { text: now } = from.redacted.of(from.now);
  const regions = conflictRegions(sidesOf({ base, now, wanted, happened: happenedTo(from) }));
  const [first] = regions;
  const limit = first === undefined ? from.limits.text : Math.min(from.limits.text, first.theirs.length + textAround);
  return {
    conflicts: regions.map(({ firstLine, lastLine, mine: yours, ...sides }) => {
      return { firstLine: firstLine + 1, lastLine: lastLine + 1, yours, ...sides };
    }),
    fresh: freshText(now, from.nowVersion.id, first?.firstLine ?? 0, limit),
  };
}

/** The text of a version, or whole lines around `line` (from zero) within `limit` UTF-16 units. */
export function freshText(text: ShareableText, versionId: string, line: number, limit: number): FreshText {
  let first = Math.max(0, Math.min(line, text.lineCount - 1));
  let last = first;
  const fits = (from: number, to: number) => text.lineAt(to).endWithBreak - text.lineAt(from).start <= limit;
  for (let grown = true; grown; ) {
    grown = false;
    if (first > 0 && fits(first - 1, last)) grown = first-- > 0;
    if (last < text.lineCount - 1 && fits(first, last + 1)) grown = ++last > 0;
  }
  const { start } = text.lineAt(first);
  const part = text.slice(start, Math.min(text.lineAt(last).endWithBreak, start + limit));
  return { versionId, lineCount: text.lineCount, firstLine: first + 1, lastLine: last + 1, text: part };
}

function refusedDiff(file: string, base: ShareableText, wanted: ChangeSet): RefusedDiff | undefined {
  const newer = wanted.apply(base);
  const patch = unifiedDiff(base, newer, { oldPath: file, newPath: file });
  const first = wanted.changes[0];
  const last = wanted.changes.at(-1);
  if (first === undefined || last === undefined || patch.length > maxRefusedPatch) return undefined;
  return { patch, first_line: base.lineIndexOf(first.start) + 1, last_line: base.lineIndexOf(last.end) + 1 };
}
