import type { DocumentPlace, EditorSnapshot } from '../base/ports/workspace.ts';
import type { DiffSummary, EditorState, OutlineEntry, PlanHint } from '../protocol/prompt/liveContext.ts';
import type { AnchorStart } from '../protocol/settings.ts';
import type { ShareableText } from '../redaction/redactedText.ts';
import type { RedactedDocument } from '../redaction/redaction.ts';
import { diffBase } from './diffBase.ts';
import type { DiffSummaries, PatchView } from './diffSummary.ts';
import { editorStateOf } from './editorState.ts';
import type { DocumentHistory } from './versions/documentHistory.ts';

/** The complete picture of a document, not shortened. The windows decide which of it to show. */
export interface LiveContext {
  readonly versionId: string;
  readonly text: ShareableText;
  /** The document's structure; shown if the document is not shown whole. */
  readonly outline: readonly OutlineEntry[];
  /** New to old. */
  readonly recentDiffs: readonly DiffSummary[];
  readonly anchorDiff: DiffSummary | null;
  readonly editorState: EditorState;
  readonly planHints: readonly PlanHint[];
}

interface LiveContextInput {
  readonly documentId: string;
  readonly history: DocumentHistory;
  readonly place: DocumentPlace;
  readonly snapshot: EditorSnapshot;
  readonly outline: readonly OutlineEntry[];
  readonly planHints: readonly PlanHint[];
  /** Maximum number of recent diffs. */
  readonly diffs: number;
  /** The setting of {@link diffBase}. */
  readonly anchor: AnchorStart;
  /** Current time, ms since the epoch; selects the version that the anchor diff starts from. */
  readonly now: number;
  readonly note?: string;
  /** Returns true if a patch is short enough; a longer one is replaced by its hunk headers. */
  readonly fitsPatch: (patch: string) => boolean;
  /** Removes secrets from the document's versions. */
  readonly redacted: RedactedDocument;
}

/**
 * Builds the Live Context of a document. Seals its open edit, so that each id in it names its text
 * forever.
 */
export function buildLiveContext(input: LiveContextInput, summaries: DiffSummaries): LiveContext {
  const { documentId, history, place, snapshot, redacted, note } = input;
  const view: PatchView = { path: place.path, redacted, ...(note === undefined ? {} : { note }) };
  const version = history.seal();
  const recent = recentDiffs(history, input.diffs, view, summaries);
  return {
    versionId: version.id,
    text: redacted.of(history.text).text,
    outline: input.outline,
    recentDiffs: recent.diffs,
    anchorDiff: anchorDiff(input, recent.reach, view, summaries),
    editorState: editorStateOf(documentId, place, snapshot, history.text, redacted, input.fitsPatch),
    planHints: input.planHints,
  };
}

/**
 * The newest edits that changed something, up to an event. `reach` is the number of their oldest
 * version.
 */
function recentDiffs(
  history: DocumentHistory,
  count: number,
  view: PatchView,
  summaries: DiffSummaries,
): { readonly diffs: readonly DiffSummary[]; readonly reach: number } {
  const diffs: DiffSummary[] = [];
  let reach = history.newest.number;
  for (const edit of history.recentEdits()) {
    if (diffs.length >= count) break;
    const summary = summaries.ofEdit(history, edit, view);
    if (summary !== null) diffs.push(summary);
    const isEvent = edit.reason !== undefined;
    reach = (isEvent ? edit.version : edit.base).number;
    if (isEvent) break;
  }
  return { diffs, reach };
}

/** The diff from the diff base to the first recent diff: nothing is reported twice. */
function anchorDiff(
  { history, anchor, now }: LiveContextInput,
  reach: number,
  view: PatchView,
  summaries: DiffSummaries,
): DiffSummary | null {
  const from = diffBase(history, anchor, now);
  if (from === null) return null;
  const alreadyShown =
    from.number >= reach &&
    history.checkpoints.every(({ version, detached }) => detached === undefined || version.number !== from.number);
  if (alreadyShown) return null;
  const to = history.version(reach) ?? history.newest;
  const summary = summaries.between(history, from, to, view);
  return summary.patch === '' ? null : summary;
}
