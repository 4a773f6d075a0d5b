import type { AnswerQuestion } from '../../protocol/edits.ts';
import type { TextChange } from '../../text/sourceText.ts';
import { placesInOrder } from '../hunks.ts';
import type { AnswerBlock, AnswerRow } from './answer.ts';
import { belowHeaders, type LineMatch, type LinePlace, matchesOf, mostAlike } from './lineMatches.ts';
import { elision } from './wholeFile.ts';

export interface Unplaced {
  readonly block: AnswerBlock;
  readonly reason: AnswerQuestion['reason'];
  /** Candidates: every place it fits, or the most similar lines. */
  readonly places: readonly LinePlace[];
}

export interface Placed {
  /** In coordinates of the text, ascending and disjoint, with line feeds. */
  readonly changes: readonly TextChange[];
  readonly unplaced: readonly Unplaced[];
  /** Number of blocks that the text contains already. */
  readonly done: number;
}

/** A place chosen for a block; null drops the block. */
export type Choices = ReadonlyMap<AnswerBlock, LinePlace | null>;

/** Maximum number of places reported for a block. */
const maxPlaces = 20;

/**
 * Places blocks in a text. Old lines must match exactly, else apart from white space at line ends,
 * else apart from one common indentation. Only the answer itself decides between several matches: by
 * the enclosing lines after `@@`, the end of the file, the order of hunks, and line numbers if none
 * in the answer is wrong. Anything uncertain is not placed.
 */
export function placeBlocks(text: string, blocks: readonly AnswerBlock[], choices: Choices): Placed {
  const file = new FileLines(text);
  const unplaced: Unplaced[] = [];
  let done = 0;
  const open: { readonly block: AnswerBlock; readonly matches: readonly LineMatch[] }[] = [];
  const placed: { readonly block: AnswerBlock; readonly changes: readonly TextChange[] }[] = [];
  for (const block of blocks) {
    const chosen = choices.get(block);
    if (chosen === null) continue;
    if (chosen !== undefined) placed.push({ block, changes: [file.replace(chosen, newLinesOf(block))] });
    else if (block.rows.every(({ sign }) => sign === ' ')) continue;
    else if (elision(block.rows, file.lines) !== null) unplaced.push({ block, reason: 'elided', places: [] });
    else {
      const found = findBlock(file, block);
      if ('reason' in found) unplaced.push({ block, ...found });
      else if ('done' in found) done++;
      else if ('changes' in found) placed.push({ block, changes: found.changes });
      else open.push({ block, matches: found.matches });
    }
  }
  for (const { block, match, places } of decide(open)) {
    if (match === null) unplaced.push({ block, reason: 'ambiguous', places });
    else placed.push({ block, changes: changesOfRows(file, block.rows, match) });
  }
  return { ...apart(placed, unplaced), done };
}

/** The lines of a text; a final line feed begins no line of its own. */
class FileLines {
  readonly lines: readonly string[];
  readonly #starts: number[] = [];
  readonly #length: number;
  readonly #isEnded: boolean;

  constructor(text: string) {
    const lines = text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
    let start = 0;
    for (const line of lines) {
      this.#starts.push(start);
      start += line.length;
    }
    this.lines = lines.map((line) => line.replace(/[\r\n]+$/, ''));
    this.#length = text.length;
    this.#isEnded = /[\r\n]$/.test(text);
  }

  /** Returns the offset of a line, from zero; after the last one, the end. */
  start(line: number): number {
    return line < this.lines.length ? (this.#starts[line] as number) : this.#length;
  }

  /** Replaces lines by others. */
  replace({ line, count }: LinePlace, newLines: readonly string[]): TextChange {
    const start = this.start(line - 1);
    const end = this.start(line - 1 + count);
    const whole = newLines.map((one) => `${one}\n`).join('');
    if (end < this.#length || this.#isEnded || this.lines.length === 0) return { start, end, newText: whole };
    // The last line has no line break; keep it so.
    const lead = start === this.#length && whole !== '' ? '\n' : '';
    return { start, end, newText: lead + whole.replace(/\n$/, '') };
  }
}

type FoundPlaces =
  | { readonly matches: readonly LineMatch[] }
  | { readonly changes: readonly TextChange[] }
  | { readonly reason: AnswerQuestion['reason']; readonly places: readonly LinePlace[] }
  | { readonly done: true };

function findBlock(file: FileLines, block: AnswerBlock): FoundPlaces {
  const old = oldLinesOf(block);
  if (old.length === 0 || old.every((line) => line.trim() === '')) return insertion(file, block, old);
  const all = matchesOf(file.lines, old);
  const matches = all.filter(({ line }) => !block.atEnd || line + old.length === file.lines.length);
  if (matches.length === 0) return missing(file, block, old, all);
  const [only, ...others] = matches;
  if (only !== undefined && others.length === 0 && isMadeAround(file, block, only, old.length)) return { done: true };
  if (block.below.length === 0) return { matches };
  const inside = belowHeaders(file.lines, block.below, matches);
  const places = linePlaces(matches, old.length);
  return inside === null || inside.length === 0 ? { reason: 'headerMissing', places } : { matches: inside };
}

/** Places a block without old lines by its header's count, in an empty file, or at the end. */
function insertion(file: FileLines, block: AnswerBlock, old: readonly string[]): FoundPlaces {
  const added = newLinesOf(block);
  const { length } = file.lines;
  if (length === 0) return { changes: [file.replace({ line: 1, count: 0 }, added)] };
  if (old.length === 0 && block.atEnd) return { changes: [file.replace({ line: length + 1, count: 0 }, added)] };
  if (block.onlyAdds && block.line !== null && block.line <= length) {
    return { changes: [file.replace({ line: block.line + 1, count: 0 }, added)] };
  }
  return { reason: 'noPlace', places: [] };
}

function missing(
  file: FileLines,
  block: AnswerBlock,
  old: readonly string[],
  elsewhere: readonly LineMatch[],
): FoundPlaces {
  if (elsewhere.length > 0) return { reason: 'noMatch', places: linePlaces(elsewhere, old.length) };
  const part = block.form === 'search' ? partOfLine(file, block) : null;
  if (part !== null) return part;
  if (isConclusive(block) && matchesOf(file.lines, newLinesOf(block)).length === 1) return { done: true };
  return { reason: 'noMatch', places: mostAlike(file.lines, old) };
}

/** Returns true if finding the new lines proves that the block was applied already. */
function isConclusive({ rows }: AnswerBlock): boolean {
  const hasWord = (row: AnswerRow | undefined) => row !== undefined && /[\p{L}\p{N}]/u.test(row.text);
  const isKept = (row: AnswerRow | undefined) => row?.sign === ' ' && row.text.trim() !== '';
  return rows.some((row) => row.sign === '+' && hasWord(row)) || (isKept(rows[0]) && isKept(rows.at(-1)));
}

/** Returns true if the only match of the old lines is inside the new lines: a block that adds to them was made. */
function isMadeAround(file: FileLines, block: AnswerBlock, match: LineMatch, count: number): boolean {
  const now = newLinesOf(block).map((line) => placedLine(line, match));
  const starts = Array.from({ length: Math.max(0, now.length - count + 1) }, (_, before) => match.line - before);
  return (
    now.length > count &&
    isConclusive(block) &&
    starts.some((at) => now.every((line, i) => file.lines[at + i] === line))
  );
}

/** Places a part of a line, which must occur once. */
function partOfLine(file: FileLines, { rows }: AnswerBlock): FoundPlaces | null {
  const [wanted, ...others] = rows.filter(({ sign }) => sign === '-').map(({ text }) => text);
  const added = rows.filter(({ sign }) => sign === '+').map(({ text }) => text);
  if (wanted === undefined || others.length > 0 || added.length > 1 || wanted.trim().length < 3) return null;
  const found = file.lines.flatMap((line, index) => {
    const columns: number[] = [];
    for (let at = line.indexOf(wanted); at >= 0; at = line.indexOf(wanted, at + 1)) columns.push(at);
    return columns.map((column) => ({ line: index, column }));
  });
  const [only, second] = found;
  if (only === undefined) return null;
  if (second !== undefined) {
    return { reason: 'ambiguous', places: found.slice(0, maxPlaces).map(({ line }) => ({ line: line + 1, count: 1 })) };
  }
  const start = file.start(only.line) + only.column;
  return { changes: [{ start, end: start + wanted.length, newText: added[0] ?? '' }] };
}

function oldLinesOf({ rows }: AnswerBlock): readonly string[] {
  return rows.flatMap(({ sign, text }) => (sign === '+' ? [] : [text]));
}

function newLinesOf({ rows }: AnswerBlock): readonly string[] {
  return rows.flatMap(({ sign, text }) => (sign === '-' ? [] : [text]));
}

/** Chooses among the matches of blocks in the order of the file: null if several places remain. */
function decide(open: readonly { readonly block: AnswerBlock; readonly matches: readonly LineMatch[] }[]) {
  const believed = open.every(({ block, matches }) => isNumberRight(block, matches));
  const byNumber = open.map(({ block, matches }) => {
    const named = believed ? matches.filter(({ line }) => line + 1 === block.line) : [];
    return { block, matches: named.length === 1 ? named : matches };
  });
  const hunks = byNumber.filter(({ block }) => block.form === 'hunk');
  const lines = placesInOrder(
    hunks.map(({ matches }) => matches.map(({ line }) => line)),
    hunks.map(({ block }) => oldLinesOf(block).length),
  );
  return byNumber.map((one) => {
    const { block, matches } = one;
    const line = lines[hunks.indexOf(one)];
    const match = matches.length === 1 ? matches[0] : matches.find((other) => other.line === line);
    return { block, match: match ?? null, places: linePlaces(matches, oldLinesOf(block).length) };
  });
}

/** A block with one match shows whether the answer's line numbers are right. */
function isNumberRight({ line }: AnswerBlock, matches: readonly LineMatch[]): boolean {
  return line === null || matches.length !== 1 || (matches[0] as LineMatch).line + 1 === line;
}

function linePlaces(matches: readonly LineMatch[], count: number): readonly LinePlace[] {
  return matches.slice(0, maxPlaces).map(({ line }) => ({ line: line + 1, count }));
}

/** One change for each run of changed rows; context lines stay as in the file. */
function changesOfRows(file: FileLines, rows: readonly AnswerRow[], match: LineMatch): TextChange[] {
  const changes: TextChange[] = [];
  let { line } = match;
  for (let at = 0; at < rows.length; ) {
    if (rows[at]?.sign === ' ') {
      line++;
      at++;
      continue;
    }
    const end = rows.findIndex(({ sign }, index) => index > at && sign === ' ');
    const run = rows.slice(at, end < 0 ? rows.length : end);
    const count = run.filter(({ sign }) => sign === '-').length;
    const added = run.filter(({ sign }) => sign === '+').map(({ text }) => placedLine(text, match));
    changes.push(file.replace({ line: line + 1, count }, added));
    line += count;
    at += run.length;
  }
  return changes;
}

/** A line of the answer with the indentation of the lines that it was matched with. */
function placedLine(text: string, { indent, outdent }: LineMatch): string {
  if (text.trim() === '') return text;
  return indent + (text.startsWith(outdent) ? text.slice(outdent.length) : text.trimStart());
}

function apart(
  placed: readonly { readonly block: AnswerBlock; readonly changes: readonly TextChange[] }[],
  unplaced: readonly Unplaced[],
): Omit<Placed, 'done'> {
  const changes: TextChange[] = [];
  const overlapping: Unplaced[] = [];
  for (const one of placed) {
    // A block that the answer repeats is made once.
    const fresh = one.changes.filter((change) => !changes.some((other) => isSameChange(change, other)));
    const meets = fresh.some((change) => changes.some((other) => changesOverlap(change, other)));
    if (meets) overlapping.push({ block: one.block, reason: 'overlaps', places: [] });
    else changes.push(...fresh);
  }
  changes.sort((a, b) => a.start - b.start || a.end - b.end);
  const open = [...unplaced, ...overlapping].sort((a, b) => a.block.at - b.block.at);
  return { changes, unplaced: open };
}

function isSameChange(a: TextChange, b: TextChange): boolean {
  return a.start === b.start && a.end === b.end && a.newText === b.newText;
}

/** Two insertions at one place keep the order of the answer and do not overlap. */
function changesOverlap(a: TextChange, b: TextChange): boolean {
  if (a.start === a.end || b.start === b.end)
    return a.start > b.start ? a.start < b.end : b.start < a.end && b.start > a.start;
  return a.start < b.end && b.start < a.end;
}
