import type { DiffSummary, EditorState, PlanHint } from '../protocol/prompt/liveContext.ts';
import type { ShareableText } from '../redaction/redactedText.ts';
import type { OutlineEntry } from './outline.ts';

/** A diff of a document of the project. */
export interface LocatedDiff {
  readonly documentId: string;
  readonly diff: DiffSummary;
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
