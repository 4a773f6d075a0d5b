import type { Consumer } from '../protocol/consumer.ts';
import type { EditViolation, UnjudgedReason } from '../protocol/edits.ts';
import type { SourceText } from '../text/sourceText.ts';

/** An edit that can be made: the redacted text of now, and the one that it makes of it. */
export interface DraftedEdit {
  readonly projectId: string;
  readonly documentId: string;
  /** Path in the project. */
  readonly file: string;
  readonly before: SourceText;
  readonly after: SourceText;
}

export interface EditVerdict {
  /** By document. */
  readonly violations: ReadonlyMap<string, readonly EditViolation[]>;
  /** Constraints that nobody could judge. */
  readonly unjudged: readonly { readonly constraintId: string; readonly why: UnjudgedReason }[];
}

/** Judges edits before they are made, and hears of those that were. */
export interface EditJudge {
  edits(edits: readonly DraftedEdit[], consumer: Consumer): Promise<EditVerdict>;
  made(document: {
    readonly documentId: string;
    readonly versionId: string;
    readonly violations: readonly EditViolation[];
  }): void;
}
