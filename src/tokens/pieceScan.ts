import { CASELESS, LETTER, LOWER, MARK, NEWLINE, NUMBER, SPACE, SYMBOL, UPPER } from './characterClasses.ts';

/**
 * Returns the end of the piece that begins at `start`, as the encoding's regular expression matches
 * it. `bytes` is UTF-8 closed by `END_OF_TEXT`, `classes` comes from `characterClasses`. Offsets
 * are bytes.
 */
export type PieceScan = (bytes: Uint8Array, classes: Uint8Array, start: number) => number;

/**
 * Closes the bytes of a text: an encoded surrogate, which UTF-8 never holds and whose class is 0.
 */
export const END_OF_TEXT: readonly number[] = [0xed, 0xa0, 0x80];

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BLANK = 0x20;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;

/**
 * The pieces of `o200k_base`. In order: a word, perhaps with one sign before it and a contraction
 * after it, cut before a capital that follows a small letter; up to three numbers; signs with the
 * line breaks and slashes after them; white space up to its last line break; other white space, of
 * which the last belongs to the next word.
 */
export const scanO200k: PieceScan = (bytes, classes, start) => {
  const first = classAt(bytes, classes, start);
  if ((first & LETTER) !== 0) return contractionEnd(bytes, casedWordEnd(bytes, classes, start, start));
  if (first === NUMBER) return numberEnd(bytes, classes, start);
  if (first === NEWLINE) return whiteSpaceEnd(bytes, classes, start);
  const second = start + widthOf(bytes[start]!);
  const end = casedWordEnd(bytes, classes, second, first === MARK ? start : second);
  if (end > second || first === MARK) return contractionEnd(bytes, end);
  if (first === SYMBOL) return signsEnd(bytes, classes, second, SLASH);
  if (bytes[start] === BLANK && classAt(bytes, classes, second) === SYMBOL) {
    return signsEnd(bytes, classes, second, SLASH);
  }
  return whiteSpaceEnd(bytes, classes, start);
};

/**
 * The pieces of `cl100k_base`: as `scanO200k`, but a word is any run of letters and a contraction a
 * piece of its own.
 */
export const scanCl100k: PieceScan = (bytes, classes, start) => {
  const first = classAt(bytes, classes, start);
  if ((first & LETTER) !== 0) return runEnd(bytes, classes, start, LETTER);
  if (first === NUMBER) return numberEnd(bytes, classes, start);
  if (first === NEWLINE) return whiteSpaceEnd(bytes, classes, start);
  const contraction = contractionEnd(bytes, start);
  if (contraction > start) return contraction;
  const second = start + widthOf(bytes[start]!);
  const end = runEnd(bytes, classes, second, LETTER);
  if (end > second) return end;
  if (first !== SPACE) return signsEnd(bytes, classes, second, LINE_FEED);
  if (bytes[start] === BLANK && (classAt(bytes, classes, second) & (SYMBOL | MARK)) !== 0) {
    return signsEnd(bytes, classes, second, LINE_FEED);
  }
  return whiteSpaceEnd(bytes, classes, start);
};

function widthOf(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

function classAt(bytes: Uint8Array, classes: Uint8Array, at: number): number {
  const lead = bytes[at]!;
  return lead < 0x80 ? classes[lead]! : wideClassAt(bytes, classes, at);
}

function wideClassAt(bytes: Uint8Array, classes: Uint8Array, at: number): number {
  const lead = bytes[at]!;
  const second = bytes[at + 1]! & 0x3f;
  if (lead < 0xe0) return classes[((lead & 0x1f) << 6) | second]!;
  const third = bytes[at + 2]! & 0x3f;
  if (lead < 0xf0) return classes[((lead & 0x0f) << 12) | (second << 6) | third]!;
  return classes[((lead & 0x07) << 18) | (second << 12) | (third << 6) | (bytes[at + 3]! & 0x3f)]!;
}

/** The end of the run of characters whose class is in `mask`. */
function runEnd(bytes: Uint8Array, classes: Uint8Array, start: number, mask: number): number {
  let at = start;
  for (;;) {
    const lead = bytes[at]!;
    if (lead < 0x80) {
      if ((classes[lead]! & mask) === 0) return at;
      at++;
    } else {
      if ((wideClassAt(bytes, classes, at) & mask) === 0) return at;
      at += widthOf(lead);
    }
  }
}

/**
 * The end of `[Lu Lt Lm Lo M]* [Ll Lm Lo M]+`, or else of capitals alone, at `start`. The first
 * alternative may return trailing capitals and end after the last character that is also of the
 * second set. Capitals alone count only if no such character is before them either, from `earliest`
 * on: a mark before capitals is a word itself.
 */
function casedWordEnd(bytes: Uint8Array, classes: Uint8Array, start: number, earliest: number): number {
  let at = start;
  let smallEnd = -1;
  for (;;) {
    const found = classAt(bytes, classes, at);
    if (found === LOWER) return runEnd(bytes, classes, at, LOWER | CASELESS | MARK);
    if ((found & (UPPER | CASELESS | MARK)) === 0) break;
    at += widthOf(bytes[at]!);
    if (found !== UPPER) smallEnd = at;
  }
  if (smallEnd >= 0) return smallEnd;
  return earliest < start ? start : at;
}

/**
 * The end of `'s 't 're 've 'm 'll 'd` in any case (the long s included) at `start`, or `start`
 * without one.
 */
function contractionEnd(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== APOSTROPHE) return start;
  const first = bytes[start + 1]! | 0x20;
  const second = bytes[start + 2]!;
  switch (first) {
    case 0x73: // s
    case 0x74: // t
    case 0x6d: // m
    case 0x64: // d
      return start + 2;
    case 0x72: // r
    case 0x76: // v
      return (second | 0x20) === 0x65 ? start + 3 : start;
    case 0x6c: // l
      return (second | 0x20) === 0x6c ? start + 3 : start;
    default: // U+017F, which equals s when case is ignored
      return bytes[start + 1] === 0xc5 && second === 0xbf ? start + 3 : start;
  }
}

function numberEnd(bytes: Uint8Array, classes: Uint8Array, start: number): number {
  let at = start;
  for (let taken = 0; taken < 3 && classAt(bytes, classes, at) === NUMBER; taken++) at += widthOf(bytes[at]!);
  return at;
}

/** The end of signs and the line breaks (and `also`) behind them. */
function signsEnd(bytes: Uint8Array, classes: Uint8Array, start: number, also: number): number {
  let at = runEnd(bytes, classes, start, SYMBOL | MARK);
  for (;;) {
    const byte = bytes[at];
    if (byte !== LINE_FEED && byte !== CARRIAGE_RETURN && byte !== also) return at;
    at++;
  }
}

/** `\s*[\r\n]+`, else `\s+(?!\S)`, else `\s+`. */
function whiteSpaceEnd(bytes: Uint8Array, classes: Uint8Array, start: number): number {
  let at = start;
  let last = start;
  let breakEnd = -1;
  let found = classAt(bytes, classes, at);
  while ((found & (SPACE | NEWLINE)) !== 0) {
    last = at;
    at += widthOf(bytes[at]!);
    if (found === NEWLINE) breakEnd = at;
    found = classAt(bytes, classes, at);
  }
  if (breakEnd >= 0) return breakEnd;
  return found === 0 || last === start ? at : last;
}
