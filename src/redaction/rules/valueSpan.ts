import { whyCode } from './code.ts';
import { nextBreak } from './lines.ts';

/** A quote, also escaped, in HTML or in a URL. */
export const quote = String.raw`(?:\\*["'${'`'}]|&quot;|&#34;|&#39;|%22)`;
const opening = new RegExp(String.raw`"""|'''|${quote}|[rbufRBUFN@$]{1,2}#{0,2}(["'])(?=[^\r\n]*\1)`, 'y');
const bareKey = /[^\s"'`,;<>(){}[\]\\|&]*/y;
/** In a string it ends at `\n`; an entity of XML is a part of it, unless a name follows. */
const barePassword = /(?:&(?:amp|lt|gt|quot|apos);(?![\w.-]+=)|\\(?![nr])|[^\s"'`,;<>(){}[\]\\])*/y;
/** The content of an element of XML. */
const bareContent = /[^\s<]*/y;
/** The rest of a line of settings, up to a blank. */
const bareSetting = /\S*/y;
/** HTTP authentication schemes. */
const authScheme =
  /(?:bearer|basic|token|digest|apikey|ntlm|negotiate|oauth|zoho-oauthtoken|ssws|bot|geniekey)[ \t]{1,4}(?=\S*\d|\S{20})/iy;

export interface ValueSpan {
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
}

/**
 * The range of the value at an offset, without quotes and `Bearer` or the like. With `code` it may
 * be the rest of its line, unless that matches.
 */
export function valueSpan(text: string, at: number, chosen: boolean, code: RegExp | null): ValueSpan | null {
  if (text[at - 1] === '>' && !/[=-]/.test(text[at - 2] ?? '')) {
    const end = endOfMatch(bareContent, text, at);
    const isOneWord = end > at && text[end] === '<' && !/^\{[\w.:-]*\}$/.test(text.slice(at, end));
    return isOneWord ? { start: at, end, quoted: false } : null;
  }
  const quoteEnd = endOfMatch(opening, text, at);
  if (quoteEnd >= 0) {
    const close = closing(text, quoteEnd, text.slice(at, quoteEnd));
    const content = text.slice(quoteEnd, close);
    const trimmed = content.trim();
    const [mark = ''] = /^\\*["']/.exec(trimmed) ?? [];
    const inner = mark.length * 2 < trimmed.length && trimmed.endsWith(mark) ? mark.length : 0;
    const begin = close - content.trimStart().length + inner;
    const end = begin + trimmed.length - 2 * inner;
    const schemeEnd = endOfMatch(authScheme, text, begin);
    return { start: schemeEnd < 0 || schemeEnd > end ? begin : schemeEnd, end, quoted: true };
  }
  const schemeEnd = endOfMatch(authScheme, text, at);
  const start = schemeEnd < 0 ? at : schemeEnd;
  if (code !== null) {
    const end = endOfMatch(bareSetting, text, start);
    const value = text.slice(start, Math.max(start, end)).replace(/["'`;,]+$/, '');
    if (value !== '' && isLastOnLine(text.slice(end)) && whyCode(value, 'quoted') === null && !code.test(value))
      return { start, end: start + value.length, quoted: /^["'`]/.test(text.slice(start + value.length)) };
  }
  const end = endOfMatch(chosen ? barePassword : bareKey, text, start);
  // A call or an element of a list: code, no value.
  if (end === start || /[([]/.test(text[end] ?? '')) return null;
  return { start, end, quoted: schemeEnd >= 0 };
}

/** The end of a string: its closing quote or the line's end. */
function closing(text: string, from: number, open: string): number {
  const lineEnd = nextBreak(text, from, text.length);
  const mark = open.replace(/^[rbufRBUFN@$]+#*/, '');
  if (/^[&%]|^(?:"""|''')$/.test(mark)) return Math.min(lineEnd, (text.indexOf(mark, from) + 1 || lineEnd + 1) - 1);
  const sign = mark.at(-1) as string;
  const escapes = mark.length - 1;
  for (let at = text.indexOf(sign, from); at >= 0 && at < lineEnd; at = text.indexOf(sign, at + 1)) {
    // In YAML and SQL a quote within quotes is written twice.
    if (sign === "'" && escapes === 0 && text[at + 1] === sign) {
      at++;
      continue;
    }
    let slashes = 0;
    while (at - slashes > from && text[at - slashes - 1] === '\\') slashes++;
    if (escapes === 0 ? slashes % 2 === 0 : slashes <= escapes) return at - Math.min(slashes, escapes);
  }
  return lineEnd;
}

/** Tests that of a line only a comment or the end of a long string is left. */
export function isLastOnLine(rest: string): boolean {
  return /^(?:"""|''')?[ \t]*\\?(?:[\r\n]|$)|^[ \t]+[#;]|^\\n/.test(rest);
}

/** The end of a sticky pattern's match at an offset, or -1. */
export function endOfMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
