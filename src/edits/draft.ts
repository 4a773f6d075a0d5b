import type { Version } from '../history/versions/versionId.ts';
import type { EditedDocument, EditTarget } from '../protocol/edits.ts';
import type { ErrorCode } from '../protocol/errorCodes.ts';
import type { EditableRedaction } from '../redaction/shownText.ts';
import { ChangeSet } from '../text/changeSet.ts';
import { withLineBreaks } from '../text/lineBreaks.ts';
import { SourceText } from '../text/sourceText.ts';
import { unifiedDiff } from '../text/unifiedDiff.ts';
import { wordChanges } from '../text/wordChanges.ts';
import { conflictRegions } from './conflicts.ts';
import { freshText } from './freshText.ts';
import { planEdits, reduced } from './plan.ts';
import { EditRefusal } from './refusal.ts';
import { targetsOf } from './target.ts';

/** Longer diffs of refused edits are not kept; UTF-16 units. */
const maxRefusedPatch = 100_000;

/** What edits to one document stand on. */
export interface DraftBase {
  readonly target: EditTarget;
  /** Path in the project, for diffs. */
  readonly file: string;
  readonly base: SourceText;
  readonly now: SourceText;
  /** The version of `now`. */
  readonly nowVersion: Version;
  /** From `base` to `now`. */
  readonly happened: ChangeSet;
  readonly lineBreak: '\n' | '\r\n';
  readonly show: (text: SourceText) => EditableRedaction;
  /** Longer texts and diffs are shown in part or not at all; UTF-16 units. */
  readonly limits: { readonly text: number; readonly patch: number };
}

/** Edits that can be applied to the text now. */
export interface Draft {
  readonly from: DraftBase;
  readonly outcome: 'applied' | 'rebased';
  readonly changes: ChangeSet;
  readonly newText: SourceText;
}

/** Edits that cannot, with what whoever made them needs to know. */
export interface RefusedDraft {
  readonly code: ErrorCode;
  readonly reason: string;
  readonly document: EditedDocument;
  readonly refused?: RefusedDiff;
}

/** What was refused, as a diff of the shown base version; lines count from one. */
export interface RefusedDiff {
  readonly patch: string;
  readonly first_line: number;
  readonly last_line: number;
}

/**
 * Resolves edits, which speak of the base version as it was shown, and rebases them over what happened since. Everything that is
 * told outside is of shown texts; only the changes are raw (design R: a placeholder never overwrites a secret).
 */
export function draftEdits(from: DraftBase, onConflict: 'rebase' | 'refuse'): Draft | RefusedDraft {
  const { target, base, now, happened, lineBreak } = from;
  const rawText = base.toString();
  const shown = from.show(base);
  const shownBase = shown.text === rawText ? base : SourceText.from(shown.text);
  const targets = targetsOf(shownBase, target.edits, lineBreak);
  if (targets instanceof EditRefusal) return refusedDraft(from, { ...targets, outcome: 'failed' });
  const wanted = ChangeSet.of(targets, shownBase.length);
  const raw = shown.toRaw(targets);
  if (raw === null) {
    const reason = 'an edit would write over a secret that is shown as a placeholder, or write a placeholder for one';
    return refusedChanges(from, { code: 'EDIT_PLACEHOLDER', reason, outcome: 'failed' }, shownBase, wanted);
  }
  if (onConflict === 'refuse' && !reduced(base, happened).isEmpty) {
    const reason = `the document has changed since ${target.baseVersionId}, and the edits were not to be rebased`;
    return refusedChanges(from, { code: 'EDIT_STALE', reason, outcome: 'conflict' }, shownBase, wanted);
  }
  const plan = planEdits(base, ChangeSet.of(raw, base.length), happened);
  if (plan === null) {
    const reason = `the developer has changed the same place since ${target.baseVersionId}`;
    return refusedChanges(from, { code: 'EDIT_CONFLICT', reason, outcome: 'conflict' }, shownBase, wanted);
  }
  const changes = ChangeSet.of(
    plan.changes.changes.map((change) => ({ ...change, newText: withLineBreaks(change.newText, lineBreak) })),
    now.length,
  );
  return { from, outcome: plan.outcome, changes, newText: changes.apply(now) };
}

/** What is told of edits that were applied, the version with them still to be named. */
export function appliedDocument({ from, outcome }: Draft): EditedDocument {
  const { target, file, base, now, happened } = from;
  const document = { documentId: target.documentId, file, outcome, baseVersionId: target.baseVersionId };
  if (outcome === 'applied') return document;
  const [older, newer] = [from.show(base).text, from.show(now).text];
  const isRaw = older === base.toString() && newer === now.toString();
  const changes = isRaw ? { changes: happened.toRanges() } : {};
  const meanwhile = unifiedDiff(SourceText.from(older), SourceText.from(newer), {
    oldPath: file,
    newPath: file,
    ...changes,
  });
  return meanwhile.length > from.limits.patch ? document : { ...document, meanwhile };
}

type Why = Pick<RefusedDraft, 'code' | 'reason'> & { readonly outcome: 'conflict' | 'failed' };

function refusedDraft({ target, file }: DraftBase, { code, reason, outcome }: Why): RefusedDraft {
  const { documentId, baseVersionId } = target;
  return { code, reason, document: { documentId, file, outcome, baseVersionId, code, reason } };
}

/** Edits that are refused for what they `wanted` of the shown base: a conflict tells both sides and the fresh text. */
function refusedChanges(from: DraftBase, why: Why, shownBase: SourceText, wanted: ChangeSet): RefusedDraft {
  const { code, reason, document } = refusedDraft(from, why);
  const refused = refusedDiff(from.file, shownBase, wanted);
  const telling = why.outcome === 'conflict' ? { ...document, ...bothSides(from, shownBase, wanted) } : document;
  return { code, reason, document: telling, ...(refused === null ? {} : { refused }) };
}

function bothSides(
  { base, now, nowVersion, happened, show, limits }: DraftBase,
  shownBase: SourceText,
  wanted: ChangeSet,
): Pick<EditedDocument, 'conflicts' | 'fresh'> {
  const shownNow = SourceText.from(show(now).text);
  const isRaw = shownBase === base && shownNow.equals(now);
  const theirs = isRaw ? reduced(base, happened) : difference(shownBase, shownNow);
  const regions = conflictRegions(shownBase, reduced(shownBase, wanted), theirs);
  return {
    conflicts: regions.map(({ firstLine, lastLine, mine, ...sides }) => {
      return { firstLine: firstLine + 1, lastLine: lastLine + 1, yours: mine, ...sides };
    }),
    fresh: freshText(shownNow, nowVersion.id, regions[0]?.firstLine ?? 0, limits.text),
  };
}

function refusedDiff(file: string, base: SourceText, wanted: ChangeSet): RefusedDiff | null {
  const newer = wanted.apply(base);
  const patch = unifiedDiff(base, newer, { oldPath: file, newPath: file, changes: wanted.toRanges() });
  const first = wanted.changes[0];
  const last = wanted.changes.at(-1);
  if (first === undefined || last === undefined || patch.length > maxRefusedPatch) return null;
  return { patch, first_line: base.lineIndexOf(first.start) + 1, last_line: base.lineIndexOf(last.end) + 1 };
}

function difference(older: SourceText, newer: SourceText): ChangeSet {
  return ChangeSet.of(wordChanges(older.toString(), newer.toString()), older.length);
}
