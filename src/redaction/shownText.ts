import type { TextChange } from '../text/textChange.ts';

/** A document's text as everyone outside sees it: every secret is a placeholder (design R). */
export interface ShownText {
  readonly text: string;
  /**
   * Changes in the coordinates of the shown text, as changes of the raw text. A placeholder that comes back stands for its secret.
   * Null when the changes would write a placeholder over a secret, or one whose secret is not known.
   */
  toRaw(changes: readonly TextChange[]): readonly TextChange[] | null;
}

/** A text without secrets. */
export function unredacted(text: string): ShownText {
  return { text, toRaw: (changes) => changes };
}
