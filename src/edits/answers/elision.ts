import type { AnswerRow } from './answer.ts';

/** What answers write in place of code that they leave out: an ellipsis, alone or in a comment, or words such as "rest of the code". */
const ellipsis =
  /^\s*(?:(?:\/\/|#|--|;|%|\/\*|<!--|\{\/\*|\(\*|')\s*(?:\.{3}|…)|(?:\.{3}|…)(?=\s|$))\s*(?:\([^)]*\)|[\w ,'’`.:-]*?)\s*(?:\.{3}|…)?\s*(?:\*\/\}?|-->|\*\))?\s*$/;
const words =
  /^\s*(?:\/\/|#|--|;|%|\/\*|<!--|\{\/\*|\(\*|')\s*[([]?\s*(?:(?:the )?(?:rest|remainder) of|(?:your |the |all )?(?:existing|remaining|other|previous|unchanged|same) (?:code|content|lines?|methods?|functions?|imports?|file|logic|implementation|tests?|fields?|props?|styles?)\b|(?:code |everything )?(?:unchanged|omitted|stays the same|remains the same)|no changes?\b|same as (?:before|above)|keep (?:the )?(?:existing|rest))/i;

/** Longer lines, in UTF-16 units, are code. */
const maxElisionLength = 1_000;

/** A run of white space counts as one space: the patterns would else try each way to divide it. */
function isElision(line: string): boolean {
  const plain = line.replace(/\s+/g, ' ');
  return ellipsis.test(plain) || words.test(plain);
}

/** The first line that stands for left-out code and that the file does not hold; null when there is none. */
export function elision(rows: readonly AnswerRow[], file: readonly string[]): string | null {
  let known: ReadonlySet<string> | null = null;
  for (const { text } of rows) {
    if (text.length > maxElisionLength || !isElision(text)) continue;
    known ??= new Set(file.map((line) => line.trim()));
    if (!known.has(text.trim())) return text;
  }
  return null;
}
