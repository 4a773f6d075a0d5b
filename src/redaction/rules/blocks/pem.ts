import type { Block, BlockRule, KeywordRule, Slices } from '../../finding.ts';
import { lineBefore, lineFrom, startOfLine } from '../lines.ts';
import { endOfMatch } from '../valueSpan.ts';

/**
 * Maximum length of a private key in PEM (RFC 7468), UTF-16 units. Blocks may be cut off, in
 * strings or comments, or have a prefix on each line (diff, `grep -n`, log).
 */
const pemReach = 65_536;
const markUnits = 80;
const prefixUnits = 160;

const gap = '(?: |\\+|%20)';
const keyName = `(?:[A-Z0-9]{1,12}${gap}){0,4}PRIVATE${gap}KEY(?:${gap}BLOCK)?|OpenVPN Static key V1`;
const keyLabel = `${gap}(?:${keyName})[ +]?-{4,5}`;
const beginMark = new RegExp(`-{4,5}[ +]?BEGIN${keyLabel}`);
const endMark = new RegExp(`-{4,5}[ +]?END${keyLabel}`);

/** Signs before a quoted line of a block: a diff, a comment, a string. */
const quoteMarks = String.raw`[ \t>+\-|*#/;"'\`]{0,40}`;
/** A line break as strings, HTML and URLs write it, and other endings of a line. */
const writtenBreak = String.raw`\\+[nrt]|&#(?:10|13|x[aAdD]);|%0[AaDd]|\\u000[aAdD]|<br ?\/?>`;
const tail = String.raw`(?:${writtenBreak}|\^M|["'\`+,;$\\)\] \t])*`;
const unit = 'A-Za-z0-9+/=';
const openingQuotes = new RegExp(`^${quoteMarks}`);
const bodyLine = new RegExp(String.raw`^${quoteMarks}(?:[${unit}]|\\+[nrt]|\\+\/){16,}${tail}$`);
const lastLine = new RegExp(`^${quoteMarks}[${unit}]{1,76}${tail}$`);
/** A full line of a block after any prefix. */
const prefixedLine = new RegExp(`(?:^|[^${unit}])([${unit}]{48,80})${tail}$`);
const headLine = new RegExp(
  String.raw`^${quoteMarks}(?:(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|Subject)\b.{0,200}|\\?n?)?${tail}$`,
);
/** The block's part in the line of its BEGIN mark. */
const inlineBody = new RegExp(String.raw`(?:[${unit}]|${writtenBreak}|\\+\/|%2[BbFf]|%3[Dd]| (?=[${unit}]{16}))*`, 'y');

/** A key, and no word or sign in its place. */
const hasBody = /[A-Za-z0-9+/]{16}/;

/** The block at a mark; `at` is the offset of its words `private key`. */
const privateKey: BlockRule = (text, at) => {
  const from = Math.max(0, at - markUnits);
  const near = text.slice(from, Math.min(text.length, at + markUnits));
  for (const isForward of [true, false])
    for (const { 0: mark, index } of near.matchAll(new RegExp(isForward ? beginMark : endMark, 'g'))) {
      const start = from + index;
      const end = start + mark.length;
      if (start <= at && at < end) return isForward ? forward(text, start, end) : backward(text, start, end);
    }
  return null;
};

const keywords = ['private key', 'private+key', 'private%20key', 'static key'];
export const pemRules: readonly KeywordRule[] = keywords.map((keyword) => ({ keyword, block: privateKey }));

/** Reads from a BEGIN mark to its END mark, or as far as the lines look like a block. */
function forward(text: Slices, start: number, markEnd: number): Block {
  const inline = markEnd + endOfMatch(inlineBody, text.slice(markEnd, Math.min(text.length, markEnd + pemReach)), 0);
  let end = hasBody.test(text.slice(markEnd, inline)) ? inline : start;
  const behind = text.slice(inline, inline + markUnits);
  const closed = endMark.exec(behind);
  if (closed !== null && closed.index <= 4)
    return block(start, end > start ? inline + closed.index + closed[0].length : start, inline);
  const rest = /^[^\r\n]*/.exec(behind)?.[0] ?? '';
  if (!/^[ \t"'`+,;\\nr$^M]*$/.test(rest)) return block(start, end, inline);
  const prefix = prefixBefore(text, start);
  let line = lineFrom(text, inline + rest.length);
  for (let kind: LineKind = 'head'; kind !== 'last' && line.next > line.end && line.end < markEnd + pemReach; ) {
    line = lineFrom(text, line.next);
    const close = endMark.exec(line.text);
    if (close !== null)
      return block(start, end > start ? line.start + close.index + close[0].length : start, line.next);
    kind = kindOfLine(line.text, prefix, end > start);
    if (kind === 'strange') break;
    if (kind !== 'head') end = line.end;
  }
  return block(start, end, lineFrom(text, line.next).next);
}

/** Reads from an END mark back over its block. */
function backward(text: Slices, markStart: number, end: number): Block {
  const inline = inlineStart(text, markStart);
  let start = hasBody.test(text.slice(inline, markStart)) ? inline : end;
  let from = inline;
  if (inline - startOfLine(text, inline, prefixUnits + 1) > prefixUnits) return block(start, end, end, from);
  const prefix = prefixBefore(text, markStart);
  let line = lineBefore(text, startOfLine(text, inline));
  for (; line !== null && markStart - line.start < pemReach; line = lineBefore(text, line.start)) {
    from = line.start;
    const open = endMark.test(line.text) ? null : beginMark.exec(line.text);
    if (open !== null && start < end) start = line.start + open.index;
    const kind = kindOfLine(line.text, prefix, start === end);
    if (open !== null || kind === 'strange') break;
    if (kind !== 'head') start = line.end - line.text.replace(openingQuotes, '').length;
  }
  return block(start, end, end, line === null ? 0 : from);
}

type LineKind = 'body' | 'last' | 'head' | 'strange';

/** Classifies a line of a block. */
function kindOfLine(line: string, prefix: string, canBeLast: boolean): LineKind {
  if (beginMark.test(line) || endMark.test(line)) return 'strange';
  const rest = line.slice(sharedPrefix(prefix, line));
  if (bodyLine.test(rest) || prefixedLine.test(line)) return 'body';
  if (canBeLast && lastLine.test(rest) && /[0-9=+/]/.test(rest)) return 'last';
  return headLine.test(rest) ? 'head' : 'strange';
}

/** The length of the prefix that two lines share, ignoring digits; 0 if they differ. */
function sharedPrefix(prefix: string, line: string): number {
  const pattern = prefix.replaceAll(/\d+|[ \t]+|[:-]|[^\w\s]/g, (part) =>
    /\d/.test(part) ? '\\d+' : /\s/.test(part) ? '[ \\t]+' : /[:-]/.test(part) ? '[:-]' : `\\${part}`,
  );
  return new RegExp(`^${pattern}`).exec(line)?.[0].length ?? 0;
}

function prefixBefore(text: Slices, at: number): string {
  const start = startOfLine(text, at, prefixUnits + 1);
  return at - start > prefixUnits ? '' : text.slice(start, at);
}

/** The start of the block's part in the line of its END mark. */
function inlineStart(text: Slices, to: number): number {
  const from = Math.max(0, to - pemReach);
  const part = text.slice(from, to);
  let index = part.length;
  while (index > 0 && /[A-Za-z0-9+/=\\%&#;]/.test(part[index - 1] as string)) index--;
  return from + index;
}

function block(start: number, end: number, to: number, from = start): Block {
  const spans = start < end ? [{ start, end, kind: 'private-key' }] : [];
  return { spans, from: Math.max(0, from - markUnits), to: Math.max(end, to) + markUnits };
}

/**
 * An offset at a line's beginning at which the text can be cut outside of blocks, whatever follows,
 * or 0.
 */
export function cutOutsideKeys(text: string): number {
  const last = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r', text.length - 2)) + 1;
  let cut = last;
  for (let at = last; at > 0 && at > last - pemReach; ) {
    const line = lineBefore(text, at);
    const kind = line === null ? 'strange' : kindOfLine(line.text, '', cut === last);
    if (line === null || kind === 'strange') break;
    at = line.start;
    if (kind !== 'head') cut = at;
  }
  return cut;
}
