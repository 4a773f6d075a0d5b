import { AppError } from '../base/appError.ts';
import type { TextChange } from '../text/sourceText.ts';
import type { AnswerRow } from './answers/answer.ts';
import { withLineBreaks } from './lineBreaks.ts';

interface PatchHunk {
  readonly name: string;
  /** The line number in its header, from one; null without numbers. */
  readonly line: number | null;
  /** Each with its break, if the patch has one. */
  readonly lines: readonly AnswerRow[];
}

/** Maximum length of a quoted line, UTF-16 units. */
const quotedLength = 120;

/**
 * Returns the changes of a unified diff, in coordinates of `text`, one for each run of removed and
 * added lines. Text before the first hunk and the headers' counts are ignored. A hunk's kept and
 * removed lines must occur in the text exactly; the last line's break may be missing. If they occur
 * more than once, the line number in the header decides, else the order of the hunks.
 *
 * Law: a unified diff of `text` and another text gives changes that make the other text.
 *
 * @throws AppError `EDIT_INVALID`, `EDIT_NO_MATCH` or `EDIT_AMBIGUOUS`.
 */
export function hunkChanges(text: string, patch: string, name: string, eol: string | null): readonly TextChange[] {
  const hunks = readHunks(patch, name, eol);
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  const candidates = hunks.map((hunk) => candidatesOf(text, starts, hunk));
  const inOrder = placesInOrder(
    candidates,
    hunks.map((hunk) => oldTextOf(hunk).length),
  );
  return hunks.flatMap((hunk, index) => {
    const [place, second] = candidates[index] as readonly number[];
    const only = second === undefined ? place : inOrder[index];
    if (only != null) return changesOf(hunk, only, text.length);
    const reason = `the lines of ${hunk.name} stand in ${candidates[index]?.length} places of the base version`;
    throw new AppError('EDIT_AMBIGUOUS', reason);
  });
}

/** Only a line feed ends a line of a patch. */
function readHunks(patch: string, name: string, eol: string | null): readonly PatchHunk[] {
  const [, ...sections] = `\n${patch.replace(/\n+$/, '')}`.split(/\n(?=@@)/);
  const hunks: PatchHunk[] = [];
  for (const [index, section] of sections.entries()) {
    const [header = '', ...rows] = section.split('\n');
    const lines: AnswerRow[] = [];
    const hunkName = `hunk ${index + 1} of ${name}`;
    for (const row of rows) {
      const last = lines.at(-1);
      const line = row === '' || row === '\r' ? ` ${row}` : row;
      if (line.startsWith('\\') && last !== undefined) lines.splice(-1, 1, { ...last, text: withoutBlanks(last.text) });
      else if (!/^[ +-]/.test(line)) throw new AppError('EDIT_INVALID', `${hunkName} has a line ${quotedLine(line)}`);
      else lines.push({ sign: line[0] as AnswerRow['sign'], text: withLineBreaks(`${line.slice(1)}\n`, eol) });
    }
    if (lines.length === 0) throw new AppError('EDIT_INVALID', `${hunkName} is empty`);
    const [, number] = /^@@ -(\d+)/.exec(header) ?? [];
    hunks.push({ name: hunkName, line: number === undefined ? null : Number(number), lines });
  }
  if (hunks.length === 0) throw new AppError('EDIT_INVALID', `${name} has no hunk, which begins with @@`);
  return hunks;
}

function withoutBlanks(line: string): string {
  return line.replace(/(\r\n|\r|\n)$/, '');
}

/**
 * The only place of each hunk that leaves room for the others in their order; null for several or
 * none. Places are ascending.
 */
export function placesInOrder(
  candidates: readonly (readonly number[])[],
  lengths: readonly number[],
): readonly (number | null)[] {
  const first: number[] = [];
  for (const [index, places] of candidates.entries()) {
    const from = index === 0 ? 0 : (first[index - 1] as number) + (lengths[index - 1] as number);
    first.push(places.find((place) => place >= from) ?? Number.NaN);
  }
  let until = Number.POSITIVE_INFINITY;
  const last = candidates.toReversed().map((places, behind) => {
    const length = lengths[candidates.length - 1 - behind] as number;
    until = places.findLast((place) => place + length <= until) ?? Number.NaN;
    return until;
  });
  return last.toReversed().map((place, index) => (first[index] === place ? place : null));
}

/** Possible places of a hunk: the line in its header, else every place with its lines. */
function candidatesOf(text: string, starts: readonly number[], hunk: PatchHunk): readonly number[] {
  const wanted = oldTextOf(hunk);
  if (wanted === '') return [insertionPlace(text, starts, hunk)];
  const stated = hunk.line === null ? undefined : starts[hunk.line - 1];
  if (stated !== undefined && standsAt(text, wanted, stated)) return [stated];
  const places = starts.filter((start) => standsAt(text, wanted, start));
  if (places.length === 0) throw new AppError('EDIT_NO_MATCH', hunkMissing(text, starts, hunk));
  return places;
}

function oldTextOf({ lines }: PatchHunk): string {
  return lines.map(({ sign, text }) => (sign === '+' ? '' : text)).join('');
}

/** Without an old line only the header has the place: after the line that it names. */
function insertionPlace(text: string, starts: readonly number[], { name, line }: PatchHunk): number {
  if (line === null && text !== '') {
    throw new AppError('EDIT_INVALID', `${name} has neither old lines nor numbers that tell its place`);
  }
  const start = starts[line ?? 0];
  if (start === undefined)
    throw new AppError('EDIT_NO_MATCH', `${name} adds behind line ${line}, but no line ends there`);
  return start;
}

/** True if the lines are there; at the text's end the last break may be missing. */
function standsAt(text: string, wanted: string, start: number): boolean {
  const end = start + wanted.length;
  if (text.startsWith(wanted, start)) return /[\r\n]$/.test(wanted) || end === text.length;
  return end > text.length && withoutBlanks(wanted) !== wanted && text.slice(start) === withoutBlanks(wanted);
}

/** Names the first line that differs at the place in the hunk's header. */
function hunkMissing(text: string, starts: readonly number[], { name, line, lines }: PatchHunk): string {
  const old = lines.flatMap(({ sign, text }) => (sign === '+' ? [] : [text]));
  const nowhere = `the lines of ${name} do not stand in the base version`;
  if (line === null) return nowhere;
  for (const [index, wanted] of old.entries()) {
    const start = starts[line - 1 + index];
    const found = start === undefined ? null : text.slice(start, starts[line + index] ?? text.length);
    if (found === wanted) continue;
    const there = found === null || found === '' ? 'the text ends' : `stands ${quotedLine(found)}`;
    return `${nowhere}: at line ${line + index} ${there}, where the hunk has ${quotedLine(wanted)}`;
  }
  return nowhere;
}

/** The hunk's changes, found at `start` of a text of `length` units. */
function changesOf({ lines }: PatchHunk, start: number, length: number): readonly TextChange[] {
  const changes: TextChange[] = [];
  let at = start;
  let from: number | null = null;
  let added = '';
  const finish = () => {
    if (from !== null)
      changes.push(at > length ? unended(from, added, length) : { start: from, end: at, newText: added });
    from = null;
    added = '';
  };
  for (const { sign, text } of lines) {
    if (sign === ' ') finish();
    else from ??= at;
    if (sign === '+') added += text;
    else at += text.length;
  }
  finish();
  return changes;
}

/** A change up to the end of a text without a last break, which the hunk has: it stays missing. */
function unended(from: number, added: string, length: number): TextChange {
  const kept = withoutBlanks(added);
  const newText = from > length ? added.slice(kept.length) + kept : kept;
  return { start: Math.min(from, length), end: length, newText };
}

function quotedLine(line: string): string {
  return JSON.stringify(withoutBlanks(line).slice(0, quotedLength));
}
