import type { EditViolation, UnjudgedReason } from '../protocol/edits.ts';
import type { SourceText } from '../text/sourceText.ts';
import { diffHunks } from '../text/unifiedDiff.ts';

/** An edit that can be applied, with the redacted texts before and after it. */
export interface DraftedEdit {
  readonly projectId: string;
  readonly documentId: string;
  /** Path in the project. */
  readonly file: string;
  /** The path before the edit renames the file. */
  readonly from?: string;
  readonly before: SourceText;
  readonly after: SourceText;
}

/** A line that an edit adds, from one. */
interface AddedLine {
  readonly line: number;
  readonly text: string;
}

export function addedLines({ before, after }: Pick<DraftedEdit, 'before' | 'after'>): readonly AddedLine[] {
  return diffHunks(before, after, 0).flatMap(({ newStart, lines }) =>
    lines.filter((line) => line.startsWith('+')).map((text, index) => ({ line: newStart + index, text })),
  );
}

export interface EditVerdict {
  /** The judged edits, by document. */
  readonly judged: ReadonlyMap<string, DraftedEdit>;
  /** By document. */
  readonly violations: ReadonlyMap<string, readonly EditViolation[]>;
  /** Constraints that could not be judged. */
  readonly unjudged: readonly { readonly constraintId: string; readonly why: UnjudgedReason }[];
}

/**
 * Moves a verdict to edits that were planned again because the text changed. Null if they add other
 * lines than the judged ones.
 */
export function verdictOn(edits: readonly DraftedEdit[], verdict: EditVerdict): EditVerdict | null {
  const violations = new Map(verdict.violations);
  for (const edit of edits) {
    const { documentId } = edit;
    const judged = verdict.judged.get(documentId);
    if (judged === undefined || (judged.after.equals(edit.after) && judged.before.equals(edit.before))) continue;
    const [then, now] = [addedLines(judged), addedLines(edit)];
    if (then.length !== now.length || then.some(({ text }, index) => text !== now[index]?.text)) return null;
    const lineNow = (line: number) => {
      const last = then.findLastIndex((added) => added.line <= line);
      return last < 0 ? line : line + (now[last] as AddedLine).line - (then[last] as AddedLine).line;
    };
    const moved = verdict.violations
      .get(documentId)
      ?.map((one) => ({ ...one, line: one.line === null ? null : lineNow(one.line) }));
    if (moved !== undefined) violations.set(documentId, moved);
  }
  return { ...verdict, violations };
}
