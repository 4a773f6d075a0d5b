import type { DocumentPlace, EditorSnapshot } from '../base/ports/workspace.ts';
import type { DiffSummary, EditorState, PlanHint } from '../protocol/prompt/liveContext.ts';
import type { AnchorStart } from '../protocol/settings.ts';
import type { ShareableText } from '../redaction/redactedText.ts';
import { diffBase } from './diffBase.ts';
import type { DiffSummaries, PatchView } from './diffSummary.ts';
import { editorStateOf } from './editorState.ts';
import type { OutlineEntry } from './outline.ts';
import type { DocumentHistory, Edit } from './versions/documentHistory.ts';

/** A diff of a document of the project. */
export interface LocatedDiff {
  readonly documentId: string;
  readonly diff: DiffSummary;
}

/** A document with its edits, as its patches name it. */
export interface DiffedDocument {
  readonly documentId: string;
  readonly history: DocumentHistory;
  readonly view: PatchView;
}

/** The complete picture of a document, not shortened. The windows decide which of it to show. */
export interface LiveContext {
  readonly versionId: string;
  readonly text: ShareableText;
  /** The document's structure; shown if the document is not shown whole. */
  readonly outline: readonly OutlineEntry[];
  /** The project's newest edits, new to old. */
  readonly recentDiffs: readonly LocatedDiff[];
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
  /** The other open documents of the project. */
  readonly others: readonly DiffedDocument[];
  /** Maximum number of recent diffs. */
  readonly diffs: number;
  /** The setting of {@link diffBase}. */
  readonly anchor: AnchorStart;
  /** Current time, ms since the epoch; selects the version that the anchor diff starts from. */
  readonly now: number;
  readonly view: PatchView;
  /** Returns true if a patch is short enough; a longer one is replaced by its hunk headers. */
  readonly fitsPatch: (patch: string) => boolean;
}

/**
 * Builds the Live Context of a document. Seals its open edit, so that each id in it names its text
 * forever.
 */
export function buildLiveContext(input: LiveContextInput, summaries: DiffSummaries): LiveContext {
  const { documentId, history, place, snapshot } = input;
  // The text is beside its patches.
  const view = { ...input.view, context: 1 };
  const version = history.seal();
  for (const other of input.others) other.history.seal();
  const recent = recentDiffs({ documentId, history, view }, input, summaries);
  return {
    versionId: version.id,
    text: view.redacted.of(history.text).text,
    outline: input.outline,
    recentDiffs: recent.diffs,
    anchorDiff: anchorDiff(input, recent.reach, view, summaries),
    editorState: editorStateOf(documentId, place, snapshot, history.text, view.redacted, input.fitsPatch),
    planHints: input.planHints,
  };
}

/** Edits of other documents are news for this long, ms. */
const othersNewsMs = 60 * 60 * 1000;

/** A document's edits, new to old; an event, such as a branch switch, ends them. */
function* editsOf(document: DiffedDocument): Generator<{ readonly document: DiffedDocument; readonly edit: Edit }> {
  for (const edit of document.history.recentEdits()) {
    yield { document, edit };
    if (edit.reason !== undefined) return;
  }
}

/**
 * The newest edits of the project that changed something. `reach` is the oldest version number that
 * those of the document itself go back to.
 */
function recentDiffs(
  own: DiffedDocument,
  { others, diffs: count, now }: LiveContextInput,
  summaries: DiffSummaries,
): { readonly diffs: readonly LocatedDiff[]; readonly reach: number } {
  const diffs: LocatedDiff[] = [];
  let reach = own.history.newest.number;
  const streams = [own, ...others].map((document) => editsOf(document));
  const heads = streams.map((stream) => stream.next());
  while (diffs.length < count) {
    const numbers = heads.map((head) => (head.done ? -1 : head.value.edit.version.number));
    const newest = numbers.indexOf(Math.max(...numbers));
    const head = heads[newest];
    if (head === undefined || head.done) break;
    const { document, edit } = head.value;
    heads[newest] = streams[newest]?.next() ?? { done: true, value: undefined };
    if (document !== own && edit.version.timestamp < now - othersNewsMs) continue;
    const diff = summaries.ofEdit(document.history, edit, document.view);
    const isTold = diff?.reason !== undefined && diffs.some((told) => told.diff.reason === diff.reason);
    if (diff !== null && !isTold) diffs.push({ documentId: document.documentId, diff });
    if (document === own) reach = (edit.reason === undefined ? edit.base : edit.version).number;
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
