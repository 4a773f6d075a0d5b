import type { DiffSummary, EditorState, OutlineEntry, PlanHint } from '../protocol/prompt/liveContext.ts';
import type { ShareableText } from '../redaction/redactedText.ts';

/** The whole picture of now, nothing shortened. The windows decide what of it is shown. */
export interface LiveContext {
  readonly versionId: string;
  readonly text: ShareableText;
  /** What stands where in the document; shown when the document is not shown whole. */
  readonly outline: readonly OutlineEntry[];
  /** New to old. */
  readonly recentDiffs: readonly DiffSummary[];
  readonly anchorDiff: DiffSummary | null;
  readonly editorState: EditorState;
  readonly planHints: readonly PlanHint[];
}
