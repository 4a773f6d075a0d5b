import type { Version } from '../history/versions/versionId.ts';
import type { EditedDocument, EditTarget } from '../protocol/edits.ts';
import type { ErrorCode } from '../protocol/errorCodes.ts';
import { RedactionRefusal, refuseCuts } from '../redaction/redactedEdits.ts';
import type { RedactedDocument } from '../redaction/redaction.ts';
import { ChangeSet } from '../text/changeSet.ts';
import { withLineBreaks } from '../text/lineBreaks.ts';
import type { SourceText } from '../text/sourceText.ts';
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
  /** Its versions as they leave. */
  readonly redacted: RedactedDocument;
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

/** What was refused, as a diff of the redacted base version; lines count from one. */
export interface RefusedDiff {
  readonly patch: string;
  readonly first_line: number;
  readonly last_line: number;
}

/**
 * Resolves edits, which speak of the redacted base version, and rebases them over what happened since. All of it is done with redacted
 * texts, so that no outcome depends on a secret; only the changes that are made in the end are raw.
 */
export function draftEdits(from: DraftBase, onConflict: 'rebase' | 'refuse'): Draft | RefusedDraft {
  const { target, now, lineBreak, redacted } = from;
  const base = redacted.of(from.base);
  const targets = targetsOf(base.text, target.edits, lineBreak);
  if (targets instanceof EditRefusal) return refusedDraft(from, { ...targets, outcome: 'failed' });
  const wanted = ChangeSet.of(targets, base.text.length);
  const cut = refuseCuts(base, targets);
  if (cut !== null) return refusedChanges(from, { ...cut, outcome: 'failed' }, base.text, wanted);
  const redactedNow = redacted.of(now).text;
  const happened = happenedTo(from);
  if (onConflict === 'refuse' && !reduced(base.text, happened).isEmpty) {
    const reason = `the document has changed since ${target.baseVersionId}, and the edits were not to be rebased`;
    return refusedChanges(from, { code: 'EDIT_STALE', reason, outcome: 'conflict' }, base.text, wanted);
  }
  const plan = planEdits(base.text, wanted, happened);
  if (plan === null) {
    const reason = `the developer has changed the same place since ${target.baseVersionId}`;
    return refusedChanges(from, { code: 'EDIT_CONFLICT', reason, outcome: 'conflict' }, base.text, wanted);
  }
  const planned = plan.changes.changes.map((change) => ({
    ...change,
    newText: withLineBreaks(change.newText, lineBreak),
  }));
  const changes = redacted.edit(now, ChangeSet.of(planned, redactedNow.length));
  if (changes instanceof RedactionRefusal) {
    return refusedChanges(from, { ...changes, outcome: 'failed' }, base.text, wanted);
  }
  return { from, outcome: plan.outcome, changes, newText: changes.apply(now) };
}

/** What happened to the redacted base version. Where secrets are hidden, the two texts alone decide what it was. */
function happenedTo({ base, now, happened, redacted }: DraftBase): ChangeSet {
  const older = redacted.of(base);
  const newer = redacted.of(now);
  return older.isUnchanged && newer.isUnchanged ? happened : difference(older.text, newer.text);
}

/** What is told of edits that were applied, the version with them still to be named. */
export function appliedDocument(draft: Draft): EditedDocument {
  const { from, outcome } = draft;
  const { target, file, base, now, redacted } = from;
  const document = { documentId: target.documentId, file, outcome, baseVersionId: target.baseVersionId };
  if (outcome === 'applied') return document;
  const changes = happenedTo(from).toRanges();
  const meanwhile = unifiedDiff(redacted.of(base).text, redacted.of(now).text, {
    oldPath: file,
    newPath: file,
    changes,
  });
  return meanwhile.length > from.limits.patch ? document : { ...document, meanwhile };
}

type Why = Pick<RefusedDraft, 'code' | 'reason'> & { readonly outcome: 'conflict' | 'failed' };

function refusedDraft({ target, file }: DraftBase, { code, reason, outcome }: Why): RefusedDraft {
  const { documentId, baseVersionId } = target;
  return { code, reason, document: { documentId, file, outcome, baseVersionId, code, reason } };
}

/** Edits that are refused for what they `wanted` of the redacted base: a conflict tells both sides and the fresh text. */
function refusedChanges(from: DraftBase, why: Why, base: SourceText, wanted: ChangeSet): RefusedDraft {
  const { code, reason, document } = refusedDraft(from, why);
  const refused = refusedDiff(from.file, base, wanted);
  const telling = why.outcome === 'conflict' ? { ...document, ...bothSides(from, base, wanted) } : document;
  return { code, reason, document: telling, ...(refused === null ? {} : { refused }) };
}

function bothSides(from: DraftBase, base: SourceText, wanted: ChangeSet): Pick<EditedDocument, 'conflicts' | 'fresh'> {
  const regions = conflictRegions(base, reduced(base, wanted), reduced(base, happenedTo(from)));
  return {
    conflicts: regions.map(({ firstLine, lastLine, mine, ...sides }) => {
      return { firstLine: firstLine + 1, lastLine: lastLine + 1, yours: mine, ...sides };
    }),
    fresh: freshText(from.redacted.of(from.now).text, from.nowVersion.id, regions[0]?.firstLine ?? 0, from.limits.text),
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
