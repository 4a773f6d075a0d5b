import { ChangeSet } from './changeSet.ts';
import type { TextSpan } from './textChange.ts';
import { textDiff } from './textDiff.ts';

/** An exact text that stands once, and what takes its place. */
export interface Replacement {
  readonly oldText: string;
  readonly newText: string;
}

/** Replacements in the form in which agents send their edits. */
export function editsText(edits: readonly Replacement[]): string {
  return edits.map((edit) => JSON.stringify(edit)).join('\n');
}

const maxReplacements = 30;
/** Differences with fewer characters between them are one replacement. */
const nearby = 12;
/** Maximum number of words that are added on each side of a difference, and characters that a word has. */
const maxWords = 8;
const maxWordLength = 200;
/** Two units that are never taken apart. */
const isCharacter = /^(?:\r\n|[\ud800-\udbff][\udc00-\udfff])$/;

/**
 * The way from one text to another in words, each of which stands once in the older text: where lines are long, this is shorter than
 * a diff of lines. Null if there are too many differences, or one that a few more words do not make unique.
 */
export function replacementsOf(older: string, newer: string): readonly Replacement[] | null {
  const changes = textDiff(older, newer);
  if (changes.length > maxReplacements) return null;
  const spans: TextSpan[] = [];
  for (const change of changes) {
    let span = onlyOne(older, change);
    if (span === null) return null;
    for (let last = spans.at(-1); last !== undefined && last.end + nearby >= span.start; last = spans.at(-1)) {
      span = { start: Math.min(last.start, span.start), end: Math.max(last.end, span.end) };
      spans.pop();
    }
    spans.push(span);
  }
  const moved = ChangeSet.of(changes, older.length);
  return spans.map(({ start, end }) => ({
    oldText: older.slice(start, end),
    newText: newer.slice(moved.mapOffset(start, -1), moved.mapOffset(end, 1)),
  }));
}

/** The span with the words around it that make its text unique. */
function onlyOne(text: string, { start, end }: TextSpan): TextSpan | null {
  for (let words = 0; words <= maxWords; words++) {
    if (isCharacter.test(text.slice(Math.max(0, start - 1), start + 1))) start--;
    if (isCharacter.test(text.slice(Math.max(0, end - 1), end + 1))) end++;
    const part = text.slice(start, end);
    if (part.trim() !== '' && text.indexOf(part) === text.lastIndexOf(part)) return { start, end };
    start -= /\S*\s*$/.exec(text.slice(Math.max(0, start - maxWordLength), start))?.[0].length ?? 0;
    end += /^\s*\S*/.exec(text.slice(end, end + maxWordLength))?.[0].length ?? 0;
  }
  return null;
}
