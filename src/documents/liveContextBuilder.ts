import type { DocumentPlace, EditorSnapshot } from '../base/ports/workspace.ts';
import type { DiffSummary, OutlineEntry, PlanHint } from '../protocol/prompt/liveContext.ts';
import type { AnchorStart } from '../protocol/settings.ts';
import type { RedactedDocument } from '../redaction/redaction.ts';
import { diffBase } from './diffBase.ts';
import type { DiffSummaries, PatchView } from './diffSummary.ts';
import { editorStateOf } from './editorState.ts';
import type { LiveContext } from './liveContext.ts';
import type { DocumentHistory } from './versions/documentHistory.ts';

export interface LiveContextInput {
  readonly documentId: string;
  readonly history: DocumentHistory;
  readonly place: DocumentPlace;
  readonly snapshot: EditorSnapshot;
  readonly outline: readonly OutlineEntry[];
  readonly planHints: readonly PlanHint[];
  /** How many recent diffs. */
  readonly diffs: number;
  /** The setting of {@link diffBase}. */
  readonly anchor: AnchorStart;
  /** ms since the epoch; decides only which version the anchor diff starts from. */
  readonly now: number;
  readonly note?: string;
  /** Whether a patch is short enough; a longer one is given by its hunk headers. */
  readonly fitsPatch: (patch: string) => boolean;
  /** The document's versions as they leave. */
  readonly redacted: RedactedDocument;
}

/** Builds the Live Context of one document. Seals its open edit, so that every id in it names its text for ever. */
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

/** The newest edits that changed something; an event ends them. `reach` is the number of the version they reach back to. */
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

/** From the diff base to where the recent diffs begin: nothing is reported twice. */
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
