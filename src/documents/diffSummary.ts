import { LruMap } from '../base/lruMap.ts';
import type { Workspace } from '../base/ports/workspace.ts';
import type { DiffSummary } from '../protocol/prompt/liveContext.ts';
import type { RedactedDocument, Redaction } from '../redaction/redaction.ts';
import { editsText, type Replacement, replacementsOf } from '../text/replacements.ts';
import type { ChangeRange } from '../text/sourceText.ts';
import type { TextSpan } from '../text/textChange.ts';
import { unifiedDiff } from '../text/unifiedDiff.ts';
import type { DocumentHistory, Edit } from './versions/documentHistory.ts';
import type { Version } from './versions/versionId.ts';

/** Presentation of a document's versions in a patch. */
export interface PatchView {
  /** Path inside the project. */
  readonly path: string;
  /** Difference between the file's bytes and the editor's text; printed above the patch. */
  readonly note?: string | undefined;
  /** A patch compares redacted texts, so it applies to them. */
  readonly redacted: RedactedDocument;
  /** Number of lines around each change; by default three. */
  readonly context?: number | undefined;
}

/** The presentation of a document in patches. */
export function patchViewOf(workspace: Workspace, redaction: Redaction, documentId: string): PatchView {
  const { path, projectId } = workspace.locate(documentId);
  const redacted = redaction.document(projectId, documentId);
  return { path, note: workspace.editor(documentId)?.note, redacted };
}

/**
 * Cached UTF-16 units of a document's summaries, and about the size of a summary besides its patch.
 */
const keptDiffUnits = 1_000_000;
const summaryUnits = 1_000;
/** Changed lines this long are told by their words. */
const hasLongLine = /^[-+].{200}/m;

/**
 * Summaries of diffs between versions. Versions never change, and neither do their diffs: they are
 * cached as long as their history.
 */
export class DiffSummaries {
  readonly #kept = new WeakMap<DocumentHistory, LruMap<string, DiffSummary>>();

  /** The diff of a sealed edit; null if the edit undid itself. */
  ofEdit(history: DocumentHistory, edit: Edit, view: PatchView): DiffSummary | null {
    const { base, version, origin, reason } = edit;
    if (reason !== undefined) {
      const timestamp = new Date(version.timestamp).toISOString();
      const nothing = { patch: '', first_line: null, last_line: null };
      return { file: view.path, version_id: version.id, timestamp, ...nothing, origin, reason };
    }
    const summary = this.between(history, base, version, view);
    return summary.patch === '' ? null : { ...summary, origin };
  }

  /** The diff from a retained version to a later one; its patch is '' if they are equal. */
  between(history: DocumentHistory, from: Version, to: Version, view: PatchView): DiffSummary {
    const key = JSON.stringify([from.number, to.number, view.path, view.note, view.redacted.epoch, view.context]);
    const sizeOf = ({ patch }: DiffSummary) => summaryUnits + patch.length;
    const kept = this.#kept.get(history) ?? new LruMap<string, DiffSummary>(keptDiffUnits, { sizeOf });
    this.#kept.set(history, kept);
    return kept.getOrMake(key, () => summarise(history, from, to, view));
  }

  /** The change of long lines to the current text by its words; undefined if that is not much shorter. */
  words(
    history: DocumentHistory,
    from: Version,
    patch: string,
    { redacted }: PatchView,
    longest = patch.length,
  ): Replacement[] | undefined {
    const older = hasLongLine.test(patch) ? history.textOf(from.number) : null;
    if (older === null) return undefined;
    const edits = replacementsOf(redacted.of(older).text.toString(), redacted.of(history.text).text.toString());
    return edits !== null && editsText(edits).length * 2 <= longest ? [...edits] : undefined;
  }
}

function summarise(history: DocumentHistory, from: Version, to: Version, view: PatchView): DiffSummary {
  const rawOlder = history.textOf(from.number);
  const rawNewer = history.textOf(to.number);
  if (rawOlder === null || rawNewer === null) throw new RangeError(`${from.id} or ${to.id} is not retained`);
  const { path, note, redacted, context } = view;
  const older = redacted.of(rawOlder).text;
  const newer = redacted.of(rawNewer).text;
  const span = spanOfRanges(newer.getChangeRanges(older));
  return {
    file: path,
    version_id: to.id,
    timestamp: new Date(to.timestamp).toISOString(),
    patch: unifiedDiff(older, newer, { oldPath: path, newPath: path, note, context }),
    first_line: span === null ? null : newer.lineIndexOf(span.start) + 1,
    last_line: span === null ? null : newer.lineIndexOf(Math.max(span.start, span.end - 1)) + 1,
    base_version_id: from.id,
  };
}

/** The touched part of the newer text; null if nothing changed. */
function spanOfRanges(ranges: readonly ChangeRange[]): TextSpan | null {
  const first = ranges[0];
  const last = ranges.at(-1);
  if (first === undefined || last === undefined) return null;
  const growth = ranges.reduce((sum, range) => sum + range.newLength - (range.end - range.start), 0);
  return { start: first.start, end: last.end + growth };
}

/** Counts the lines that a unified diff adds and removes. */
export function changedLines(patch: string): { readonly added: number; readonly removed: number } {
  const body = patch.slice(Math.max(0, patch.search(/^@@ /m)));
  return { added: body.match(/^\+/gm)?.length ?? 0, removed: body.match(/^-/gm)?.length ?? 0 };
}
