import { diffLines, longestRising } from '../../text/lineDiff.ts';
import type { LineHunk } from '../conflicts.ts';
import { endOfBlock, leading } from './lineMatches.ts';
import { isElision, missingLines, wholeFileObstacle } from './wholeFile.ts';

/** Number of consecutive lines that may serve as an anchor. */
const anchorLengths = [1, 2, 3];

/**
 * Fills a text with omissions, or a changed part of a file, from the file itself. Each part is placed
 * by lines that occur once in both, and must begin and end with lines of the file, or be one block of
 * it. Null if any part is uncertain.
 */
export function filledText(file: string, snippet: string): string | null {
  const lines = file.split(/\r\n|\r|\n/);
  const { parts, isElided, isWholeStart, isWholeEnd } = partsOf(snippet.split('\n'), lines);
  const filled: string[] = [];
  let from = 0;
  for (const part of parts) {
    const region = regionOf(lines, from, part, isWholeEnd && part === parts.at(-1));
    if (region === null || (isWholeStart && from === 0 && region.start > 0)) return null;
    filled.push(...lines.slice(from, region.start), ...region.lines);
    // Most of a file may be all of it, with its first or last lines removed.
    if (parts.length === 1 && !isElided && region.end - region.start > lines.length / 2) return null;
    from = region.end;
  }
  if (isWholeEnd && lines.slice(from).some((line) => line.trim() !== '')) return null;
  const text = [...filled, ...lines.slice(from)].join('\n');
  return text === lines.join('\n') ? null : text;
}

/** The runs of lines between omissions, without empty lines around them. */
function partsOf(snippet: readonly string[], file: readonly string[]) {
  const known = new Set(file.map((line) => line.trim()));
  const all: string[][] = [[]];
  for (const line of snippet) {
    if (isElision(line) && !known.has(line.trim())) all.push([]);
    else all.at(-1)?.push(line);
  }
  const isText = (line: string) => line.trim() !== '';
  const holdsText = (part: readonly string[] | undefined) => all.length > 1 && (part ?? []).some(isText);
  const parts = all
    .filter((part) => part.some(isText))
    .map((part) => part.slice(part.findIndex(isText), part.findLastIndex(isText) + 1));
  // Without an omission at an end, the file begins or ends there.
  return { parts, isElided: all.length > 1, isWholeStart: holdsText(all[0]), isWholeEnd: holdsText(all.at(-1)) };
}

/** `isEnd`: nothing of the file follows the part. */
function regionOf(file: readonly string[], from: number, part: readonly string[], isEnd: boolean): LineHunk | null {
  const candidates = uniqueRuns(file, from, part);
  const exact = candidates.find(({ line, at }) => isSameLine(file[line], part[at])) ?? candidates[0];
  if (exact === undefined) return null;
  const [more, less] = [leading(file[exact.line] as string), leading(part[exact.at] as string)];
  if (!more.endsWith(less)) return null;
  const indent = more.slice(0, more.length - less.length);
  const lines = part.map((line) => (line.trim() === '' ? line : indent + line));
  // A block like it elsewhere: its unique lines may be those that the answer copies from there.
  const isBlock = leading(part[1] ?? '').length > less.length;
  if (isBlock && file.filter((line) => isSameLine(line, lines[0])).length > 1) return null;
  const same = candidates.filter(({ line, at }) => isSameLine(file[line], lines[at]));
  const anchors = longestRising(same.map(({ line, at }) => [at, line])).map(([at, line]) => ({ at, line }));
  const [first, last] = [anchors[0] as Anchor, anchors.at(-1) as Anchor];
  const [above, below] = [file.slice(from, first.line).reverse(), file.slice(last.line + 1)];
  const before = lines.slice(0, first.at).reverse();
  const reached = coveredLines(above, before) ?? (isSameHead(above, before) ? 1 : null);
  const rest = below.findLastIndex((line) => line.trim() !== '');
  const isToEnd = isEnd && last.at < lines.length - 1 && isSameLine(below[rest], lines.at(-1));
  const beyond = isToEnd ? rest + 1 : coveredLines(below, lines.slice(last.at + 1));
  if (reached === null) return null;
  const start = first.line - reached;
  const end = beyond === null ? endOfReplaced(file, start, lines) : last.line + 1 + beyond;
  const isSafe = end > last.line && isPlausible(file.slice(start, end), lines, beyond === null);
  return isSafe ? { start, end, lines } : null;
}

const isSameLine = (one: string | undefined, other: string | undefined) => one?.trimEnd() === other?.trimEnd();

/**
 * Counts the lines of the file, from an anchor outwards, that stand for those of a part. They are the
 * same lines; or the part adds some among them; or it changes at most half of them one for one.
 */
function coveredLines(file: readonly string[], part: readonly string[]): number | null {
  const { length } = part;
  const known = part.findIndex((line, at) => !isSameLine(file[at], line));
  if (known < 0) return length;
  const hasWord = (line: string) => /[\p{L}\p{N}]{2}/u.test(line);
  for (let size = Math.min(length - 1, file.length); size > 0; size--) {
    let outer = 0;
    while (outer < size && isSameLine(file[size - 1 - outer], part[length - 1 - outer])) outer++;
    if (outer > 0 && size - outer <= known && file.slice(size - outer, size).some(hasWord)) return size;
  }
  const same = part.filter((line, at) => isSameLine(file[at], line));
  const isChanged = isSameLine(file[length - 1], part[length - 1]) && same.length * 2 >= length && same.some(hasWord);
  return isChanged ? length : null;
}

interface Anchor {
  readonly line: number;
  readonly at: number;
}

/** The lines of runs that occur once in the rest of the file and once in the part. */
function uniqueRuns(file: readonly string[], from: number, part: readonly string[]): readonly Anchor[] {
  const found = new Map<string, Anchor>();
  for (const length of anchorLengths) {
    const inFile = runsOf(file, from, length);
    for (const [key, first] of runsOf(part, 0, length)) {
      const line = inFile.get(key);
      if (first === null || line == null || !/[\p{L}\p{N}]{2}/u.test(key)) continue;
      for (let at = first; at < first + length; at++)
        found.set(`${at} ${line + at - first}`, { at, line: line + at - first });
    }
  }
  return [...found.values()].sort((a, b) => a.at - b.at || b.line - a.line);
}

/** Where each run of lines begins; null for one that occurs more than once. */
function runsOf(lines: readonly string[], from: number, length: number): ReadonlyMap<string, number | null> {
  const runs = new Map<string, number | null>();
  for (let at = from; at + length <= lines.length; at++) {
    const key = lines
      .slice(at, at + length)
      .map((line) => line.trim())
      .join('\n');
    runs.set(key, runs.has(key) ? null : at);
  }
  return runs;
}

/** Returns true if the part has one more line, which declares or assigns what the file's does. */
function isSameHead([one = '']: readonly string[], [other = '', ...others]: readonly string[]): boolean {
  const head = (line: string) => /^[^(={:]*[\p{L}\p{N}_]+\s*[(={:]/u.exec(line)?.[0];
  return others.length === 0 && head(one) !== undefined && head(one) === head(other);
}

/** The end of the block of a file that the lines replace as a whole; 0 if they are no block. */
function endOfReplaced(file: readonly string[], start: number, lines: readonly string[]): number {
  const depth = leading(lines[0] as string).length;
  const inner = lines.slice(1).filter((line) => line.trim() !== '' && leading(line).length <= depth);
  const [closing, ...others] = inner;
  const block = file.slice(start, endOfBlock(file, start));
  const size = block.findLastIndex((line) => line.trim() !== '') + 1;
  const last = block[size - 1];
  const isWhole =
    closing === undefined
      ? leading(last ?? '').length > depth
      : closing === lines.at(-1) && last?.trim() === closing.trim();
  return others.length === 0 && isWhole ? start + size : 0;
}

/** Returns false where old lines would disappear that the answer may only have left out. */
function isPlausible(old: readonly string[], now: readonly string[], isBlock: boolean): boolean {
  const depthOf = (line: string | undefined) => (line === undefined ? 0 : leading(line).length);
  for (const { oldStart, oldEnd, newStart, newEnd } of diffLines(old, now)) {
    if (oldEnd - oldStart > missingLines + 2 * (newEnd - newStart)) return false;
    const edge = Math.min(depthOf(old[oldStart - 1]), depthOf(old[oldEnd]));
    if (old.slice(oldStart, oldEnd).some((line) => line.trim() !== '' && depthOf(line) < edge)) return false;
  }
  return wholeFileObstacle(old.join('\n'), now.join('\n'), !isBlock) === null;
}
