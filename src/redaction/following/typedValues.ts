import type { SourceText } from '../../text/sourceText.ts';
import type { TextSpan } from '../../text/textChange.ts';
import { patternOf, rowsOf } from '../data/rows.ts';
import { barely, random, typingRows } from '../data/typing.ts';
import { type FoundSecret, lookAhead, lookBehind } from '../finding.ts';
import { aboutSecret } from '../rules/names.ts';
import { isGenerated } from '../rules/value.ts';
import { findSecrets } from '../secretFinder.ts';

/** Number of lines above a value that may name it. */
const linesAbove = 2;

/** The value at a changed range, if it is typed where a secret is likely; else null. */
export function typedValue(text: SourceText, { start: from, end: to }: TextSpan): TextSpan | null {
  const start = typedStart(text, from, to);
  return start === null ? null : { start, end: typedEnd(text, start) };
}

/** The random parts of a value, such as the password before a host, that are no digest, id or call. */
export function randomParts(text: SourceText, { start, end }: TextSpan): readonly FoundSecret[] {
  const value = text.slice(start, end).replace(/(?:;[A-Za-z ]+(?:=.*)?|@[a-z\d.-]+(?:[:/?(]\S*)?)$/, '');
  if (/^[\w.]+\(/.test(value)) return [];
  const isRandom = (part: string) =>
    isGenerated(part, { least: 12, bits: 8 }, 'program') && /[g-wyz]|[^0]x/i.test(part);
  const parts = isRandom(value) ? [{ 0: value, index: 0 }] : [...value.matchAll(/[^\s:/@?&=]+/g)];
  return parts.flatMap(({ 0: part, index }) => {
    const from = start + index;
    return isRandom(part) ? [{ start: from, end: from + part.length, from, kind: 'secret' }] : [];
  });
}

/** Also the mark of roxygen's comments. */
const closedString = /^\s*#'|((?<!\w\w)'|")(?:\\.|(?!\1)[^\\])*\1|`(?:\\.|[^\\`])+`/g;
/** The beginning of a variable, a tag, an anchor or a map, without quotes. */
const reference = /^(?:\$[\w{(]|[<&*{[])/;
/** The kinds of {@link typingRows}; the words in the order in which they are tried. */
type Kind = 'telling' | 'plain' | 'code' | 'setting' | 'sign' | 'key' | 'name' | 'generic' | 'title' | 'tag' | 'quote';
const patterns = rowsOf(typingRows).map(([what = '']) => [what, new RegExp(patternOf(typingRows, what), 'i')]);
const { telling, plain, code, setting, sign, key, name, generic, title, tag, quote }: Record<Kind, RegExp> =
  Object.fromEntries(patterns);
const words = rowsOf(typingRows).flatMap(([what, one = '']) => (what === 'word' ? new RegExp(one) : []));

/** The text around a value: of its block or list, of the lines above, of its own line and below. */
type Surroundings = Readonly<Record<'titles' | 'near' | 'before' | 'after' | 'below', string>>;

/** Start of the value that a change is part of, or null if nothing around it suggests a secret. */
function typedStart(text: SourceText, from: number, to: number): number | null {
  const at = from + text.slice(from, to).search(/[^\s"'`]|$/);
  const above = text.slice(Math.max(0, at - lookAhead), at).split(/\r?\n/);
  const own = above.pop() ?? '';
  const outside = own.replaceAll(closedString, ({ length }) => ' '.repeat(length));
  const [string] = quote.exec(outside) ?? tag.exec(outside) ?? [];
  const befores = new Set([key, ...words].flatMap((one) => one.exec(own)?.[0] ?? []));
  const isString = string !== undefined;
  for (const before of isString ? [own.slice(0, string.length)] : befores) {
    const start = at - own.length + before.length;
    const end = typedEnd(text, start);
    if (start === end || end + 1 < to || (isString ? plain : code).test(before)) continue;
    if (!isString && (outside[before.length] !== own[before.length] || reference.test(text.slice(start, end))))
      continue;
    const [after = '', below = ''] = text.slice(end, Math.min(end + lookBehind, text.length)).split(/\r?\n/);
    const near = `${above.slice(/[,;|\t] ?["'`]?$/.test(before) ? 0 : -linesAbove).join('\n')}\n`;
    const fits = (one: string, sample = random) => wouldBeHidden(near + one, sample, after);
    const isInside = (one: string) => one.length >= before.length && sign.test(one) && fits(one);
    if (fits(before, isString ? random : barely) || (isString ? [...befores] : [before]).some(isInside)) return start;
    const parent = above.findLast((line) => /\S/.test(line) && line.search(/\S/) < before.search(/\S|$/)) ?? '';
    const opened = /^.*[[{](?=[^\]}]*$)/.exec(before)?.[0] ?? above.findLast((line) => /^\[.*\]$/.test(line)) ?? '';
    const titles = [parent, opened].filter((line) => title.test(line)).join('\n');
    const isSetting = isString || setting.test(near + before);
    if (isSetting && isAnnounced({ titles, near, before, after, below })) return start;
  }
  return null;
}

/** Tests for a telling name, or else a telling line, of a value between two texts. */
function isAnnounced({ titles, near, before, after, below }: Surroundings): boolean {
  const [, word = '', isKey] = name.exec(before) ?? [];
  const isOfName = isKey !== undefined && !generic.test(word);
  if (isOfName && aboutSecret.test(word) && !telling.test(word)) return false;
  const around = generic.test(word) && !/^\s*[-+*] $/.test(before) ? near + below : '';
  return isTelling(`${isOfName ? word : `${before} ${after}`}\n${around}\n${titles}`);
}

/** End of a value that begins at `start`: its closing quote, tag or separator, or a blank. */
export function typedEnd(text: SourceText, start: number): number {
  const line = text.lineAt(text.lineIndexOf(start));
  const before = text.slice(Math.max(line.start, start - lookBehind), start);
  // A start may lie within a line break of two units.
  const rest = text.slice(start, Math.max(start, Math.min(line.end, start + lookAhead)));
  if (!/\S/.test(before)) return start + rest.length;
  const [open = tag.test(before) ? '<' : ''] = /["'`,;|\t]$|\|(?= $)/.exec(before) ?? [];
  if (open !== '') return start + rest.search(new RegExp(`(?<!\\\\)[${open}]|$`));
  const isOfWords = key.exec(before)?.[0] === before;
  return start + rest.search(isOfWords ? /(?<!\S)["'`]|\s(?:#|\/\/|\*\/|-->)|[,;]?$/ : /[\s"'`]|(?<=^[\w.$]+)\(|$/);
}

/** Tests for a telling name, also as a part of a longer one: `passwordControl`. */
function isTelling(words: string): boolean {
  const all = `${words} ${words.replaceAll(/(?<=[a-z])(?=[A-Z])|[_.]/g, ' ')} `;
  return telling.test(all) || findSecrets(all.replaceAll(/[^\p{L}\p{N}_$.-]+/gu, `="${barely}"\n`)).spans.length > 0;
}

/**
 * Tests that a sample between two texts would be found. The text is completed: with a URL's host, a
 * closing quote, or as many cells as the row above.
 */
function wouldBeHidden(before: string, sample: string, after: string): boolean {
  const [open = ''] = /(?<=:\/\/[^\s/@]*):$|["'`]$|[,;|\t](?= ?$)/.exec(before) ?? [];
  const [row = '', own = ''] = before.split('\n').slice(-2);
  const more = /["'`]/.test(open) ? Number(after === '') : row.split(open).length - (own + after).split(open).length;
  const text = `${before}${sample}${open === ':' ? '@host' : ''}${after}${open.repeat(Math.max(0, more))}`;
  return findSecrets(text).spans.some(({ start, end }) => start < before.length + sample.length && before.length < end);
}
