/** Private keys in PEM blocks (RFC 7468) and their like, whole or cut off, also in strings, comments and lines of a diff. */

/** A text that can be looked at in parts. */
export interface Slices {
  readonly length: number;
  slice(start: number, end: number): string;
}

/** What stands at a mark: the secret part, and how far was looked. An empty secret means a mark alone. */
export interface PemFinding {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

/** Stands in every mark. */
export const pemKeyword = 'private key';

/** How far a block reaches from its mark, UTF-16 units. */
const pemReach = 32_768;
const markUnits = 64;
/** Longer lines are no lines of a block by themselves, unless they are nothing else. */
const longLine = 1_000;

const beginMark = /-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/;
const endMark = /-{4,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/;

/** Where lines of a block are quoted: a diff, a comment, a string. */
const quote = String.raw`[ \t>+\-|*#/;"'\`]{0,40}`;
const tail = String.raw`(?:\\[nrt]|["'\`+,;\\)\] \t])*`;
const bodyLine = new RegExp(String.raw`^${quote}(?:[A-Za-z0-9+/=]|\\[nrt]|\\/){16,}${tail}$`);
const lastLine = new RegExp(`^${quote}[A-Za-z0-9+/=]{1,76}${tail}$`);
const headLine = new RegExp(
  String.raw`^${quote}(?:(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|Subject)\b.{0,200}|\\?n?)?${tail}$`,
);
const inlineBody = /^(?:[A-Za-z0-9+/=]|\\+[nrt]|\\\/| (?=[A-Za-z0-9+/=]{16}))*/;

/** The block at a mark; `at` is where its words `private key` begin. Null when there is no mark. */
export function pemAt(text: Slices, at: number): PemFinding | null {
  const markFrom = Math.max(0, at - markUnits);
  const near = text.slice(markFrom, Math.min(text.length, at + markUnits));
  for (const [pattern, look] of [
    [beginMark, forward],
    [endMark, backward],
  ] as const) {
    const found = new RegExp(pattern, 'g');
    for (let match = found.exec(near); match !== null; match = found.exec(near)) {
      const start = markFrom + match.index;
      const end = start + match[0].length;
      if (start <= at && at < end) return look(text, start, end);
    }
  }
  return null;
}

/** From a BEGIN mark to its END mark, or as far as the lines go on like a block. */
function forward(text: Slices, start: number, markEnd: number): PemFinding {
  const rest = text.slice(markEnd, Math.min(text.length, markEnd + pemReach));
  let at = (inlineBody.exec(rest) as RegExpExecArray)[0].length;
  let end = at > 4 ? at : 0;
  const marked = endMark.exec(rest.slice(at, at + markUnits + 8));
  if (marked !== null && marked.index <= 4)
    return finding(start, markEnd + at + marked.index + marked[0].length, start, markEnd + at + 2 * markUnits);
  const first = lineAt(rest, at);
  const looked = () => markEnd + at;
  if (!/^[ \t"'`+,;\\nr]*$/.test(first.text))
    return finding(start, end === 0 ? start : markEnd + end, start, markEnd + first.next + markUnits);
  at = first.next;
  while (at < rest.length) {
    const line = lineAt(rest, at);
    const close = endMark.exec(line.text);
    if (close !== null && end === 0) return finding(start, start, start, markEnd + line.next);
    if (close !== null) return finding(start, markEnd + at + close.index + close[0].length, start, markEnd + line.next);
    const body = isBody(line.text);
    const isLast = !body && end > 0 && lastLine.test(line.text) && /[0-9=+/]/.test(line.text);
    if (body || isLast) end = at + line.text.length;
    else if (!headLine.test(line.text)) {
      at = line.next;
      break;
    }
    at = line.next;
    if (isLast && endMark.exec(lineAt(rest, at).text) === null) break;
  }
  return finding(start, end === 0 ? start : markEnd + end, start, looked() + markUnits);
}

/** From an END mark back over the lines of its block. */
function backward(text: Slices, markStart: number, end: number): PemFinding {
  const from = Math.max(0, markStart - pemReach);
  const before = text.slice(from, markStart);
  let { start: at, text: line } = lineBefore(before, before.length);
  const inline = inlineBodyBefore(line);
  let start = inline > 4 ? before.length - inline : before.length;
  const leading = new RegExp(`^${quote}`);
  while (at > 0) {
    const { start: lineStart, text: row } = lineBefore(before, breakBefore(before, at));
    line = row;
    at = lineStart;
    const open = beginMark.exec(line);
    if (open !== null) {
      if (start < before.length) start = at + open.index;
      break;
    }
    const isLast = start === before.length && lastLine.test(line);
    if (isBody(line) || isLast) start = at + (leading.exec(line)?.[0].length ?? 0);
    else if (!headLine.test(line)) break;
  }
  const isMarkAlone = start === before.length;
  return finding(isMarkAlone ? markStart : from + start, isMarkAlone ? markStart : end, from + at, end);
}

/** The line that ends at an offset. */
function lineBefore(text: string, end: number): { readonly start: number; readonly text: string } {
  const feed = end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1;
  const start = feed + text.slice(feed, end).lastIndexOf('\r') + 1;
  return { start, text: text.slice(start, end) };
}

/** Where the break begins that ends at an offset. */
function breakBefore(text: string, at: number): number {
  return text.startsWith('\r\n', at - 2) ? at - 2 : at - 1;
}

/**
 * Where a text can be cut so that no block is cut through, whatever follows: at a line's beginning, not within what may be a block. At
 * most {@link pemReach} units are left behind the cut for the sake of a block. 0 when there is no such place.
 */
export function cutOutsidePem(text: string): number {
  let cut = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r', text.length - 2)) + 1;
  const earliest = cut - pemReach;
  for (let at = cut; at > 0 && at > earliest; ) {
    const line = lineBefore(text, breakBefore(text, at));
    at = line.start;
    const begins = beginMark.test(line.text);
    const ends = endMark.test(line.text);
    if (begins && !ends) return at;
    if (ends && !begins) break;
    if (begins || isBody(line.text) || lastLine.test(line.text)) cut = at;
    else if (!headLine.test(line.text)) break;
  }
  return cut;
}

/** How many units at the end of a line may be a block in a string: with `\\n` for its breaks. */
function inlineBodyBefore(line: string): number {
  let at = line.length;
  while (at > 0 && /[A-Za-z0-9+/=\\]/.test(line[at - 1] as string)) at--;
  return line.length - at;
}

function isBody(line: string): boolean {
  return line.length > longLine ? /^[A-Za-z0-9+/=\\"',; \t]*$/.test(line) : bodyLine.test(line);
}

function finding(start: number, end: number, from: number, to: number): PemFinding {
  return { start, end, from: Math.max(0, from - markUnits), to: to + markUnits };
}

function lineAt(text: string, at: number): { readonly text: string; readonly next: number } {
  const end = text.slice(at).search(/[\r\n]/);
  if (end < 0) return { text: text.slice(at), next: text.length };
  const stop = at + end;
  return { text: text.slice(at, stop), next: text.startsWith('\r\n', stop) ? stop + 2 : stop + 1 };
}
