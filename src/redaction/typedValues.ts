import { LruMap } from '../base/lruMap.ts';
import type { ChangeSet } from '../text/changeSet.ts';
import type { SourceText } from '../text/sourceText.ts';
import type { TextChange, TextSpan } from '../text/textChange.ts';
import { patternOf, rowsOf } from './data/rows.ts';
import { barely, random, typingRows } from './data/typing.ts';
import { type FoundSecret, lookAhead, lookBehind } from './finding.ts';
import { aboutSecret } from './rules/names.ts';
import { isGenerated } from './rules/value.ts';
import { findSecrets } from './secretFinder.ts';

/** Maximum number of values, and of versions with each. */
const maxKept = 1_024;
/** Number of lines above a value that may name it. */
const linesAbove = 2;

type Spans = readonly FoundSecret[];

interface TypedValue {
  documentId: string;
  /** The last version with the value. */
  text: SourceText;
  /** Its place in each version, by object: a text that is made anew is another version. */
  readonly spans: LruMap<SourceText, FoundSecret>;
  /** The carets at the last change, before they followed it. */
  carets: string;
  /**
   * Its text when it last was a secret, perhaps deleted since. Empty if it never was one, or if one
   * step deleted all of it.
   */
  secret: string;
  /** Ended ones wait to be judged; judged ones are hidden in their versions. */
  state: 'open' | 'ended' | 'judged';
}

/**
 * Values that the developer types where a secret is likely. They are hidden from the first unit on.
 * After the caret has left the value, only secrets by form and random values stay hidden.
 *
 * A version is known by its object, not by what is written there: that would confirm guesses.
 */
export class TypedValues {
  readonly #caretsOf: (documentId: string) => readonly number[];
  readonly #values = new LruMap<TypedValue, true>(maxKept);
  /** Open values in what others have planned, whether it was made or refused. */
  readonly #planned = new WeakMap<SourceText, Spans>();
  /** Increases whenever the hidden values change. */
  version = 0;

  constructor(caretsOf: (documentId: string) => readonly number[]) {
    this.#caretsOf = caretsOf;
  }

  /** Follows a change of a document from one text to another. */
  follow(documentId: string, before: SourceText, text: SourceText, changes: ChangeSet, isDevelopers: boolean): void {
    const carets = this.#caretsOf(documentId);
    const open = this.#of(documentId, 'open').filter((value) => value.text.length === changes.lengthBefore);
    const places = changes.changes.flatMap(({ start, end }) => [start, end]);
    // What others write in the place of a deleted one may be a guess.
    const lost = open.filter((value) => isEmpty(spanIn(value)));
    for (const value of isDevelopers ? leftOf(open, carets, places) : lost) value.state = 'ended';
    const values = open.filter(({ state }) => state === 'open');
    for (const value of values) value.spans.set(text, movedSpan(value, text, changes, isDevelopers));
    const ranges = isDevelopers ? changes.inverseRanges().slice(0, maxKept / 4) : [];
    for (const range of ranges) {
      const changed = values.filter((value) => isIn(spanIn(value, text), range.end));
      const start = changed.length > 0 ? null : typedStart(text, range.start, range.end);
      if (start !== null) {
        const spans = new LruMap<SourceText, FoundSecret>(maxKept).set(text, secretAt(text, start));
        const added: TypedValue = { documentId, text, spans, carets: '', secret: '', state: 'open' };
        values.push(added);
        changed.push(added);
      }
      for (const value of changed) {
        const secret = spanIn(value, text);
        if (isSecret(text, secret)) value.secret = text.slice(secret.start, secret.end);
      }
    }
    this.#planned.delete(text);
    for (const value of values) this.#values.set(Object.assign(value, { text, carets: String(carets) }), true);
    if (this.among(before).length + this.among(text).length > 0) this.version++;
  }

  /** Returns what changes of another author would make of a text, with the values hidden. */
  plan(documentId: string, text: SourceText, changes: ChangeSet): SourceText {
    const planned = changes.apply(text);
    const open = this.#of(documentId, 'open').filter((value) => value.text === text && planned !== text);
    const spans = open.map((value) => movedSpan(value, planned, changes, false));
    this.#planned.set(planned, spans);
    return planned;
  }

  /** Follows the renaming of a document. */
  rename(from: string, to: string): void {
    for (const value of this.#values.keys()) if (value.documentId === from) value.documentId = to;
  }

  /** Values in a text that are being typed, or were in this version. */
  among(text: SourceText): Spans {
    const spans = [...this.#values.keys()].flatMap((value) => value.spans.peek(text) ?? []);
    return [...spans, ...(this.#planned.get(text) ?? [])].filter(({ start, end }) => start < end);
  }

  /** Ends the typing of values that the carets have left. The random ones are to be learnt. */
  settle(documentId: string, learn: (text: SourceText, found: Spans) => void): void {
    const carets = this.#caretsOf(documentId);
    const left = leftOf(this.#of(documentId, 'open'), carets);
    for (const value of [...this.#of(documentId, 'ended'), ...left]) {
      learn(value.text, randomParts(value.text, spanIn(value)));
      value.state = 'judged';
      if (value.secret === '') this.#values.delete(value);
      else value.spans.delete(value.text);
      this.version++;
    }
  }

  #of(documentId: string, state: TypedValue['state']): readonly TypedValue[] {
    return [...this.#values.keys()].filter((value) => value.documentId === documentId && value.state === state);
  }
}

const spanIn = ({ spans, text }: TypedValue, version = text) => spans.peek(version) ?? secretAt(version, 0);

/** The values that all carets have left. */
function leftOf(open: readonly TypedValue[], now: readonly number[], places: readonly number[] = []) {
  const carets = now.length === 0 ? now : [...now, ...places];
  return open.filter((value) => hasLeft(value, carets));
}

/** Tests that no caret is at a value, nor are they where they were before its last change. */
function hasLeft(value: TypedValue, carets: readonly number[]): boolean {
  const secret = spanIn(value);
  // Where there is no caret, none has left.
  if (carets.length === 0 || String(carets) === value.carets) return false;
  // The next unit may make the last one, such as a comma, part of the value.
  return !carets.some((caret) => isIn(secret, caret) || isIn(secret, caret - 1));
}

/** A value after changes. Looking for it in an agent's edit would confirm the guesses there. */
function movedSpan(value: TypedValue, text: SourceText, changes: ChangeSet, isDevelopers: boolean): FoundSecret {
  const span = spanIn(value);
  const now = secretAt(text, isDevelopers ? movedStart(value, changes) : changes.mapOffset(span.start, -1));
  // What is typed into a secret, such as a blank, does not end it there.
  return value.secret === '' ? now : { ...now, end: Math.max(now.end, changes.mapOffset(span.end, -1)) };
}

/**
 * The place of a value in a change over it: before the same text, or behind as many units as before,
 * but for those that a formatter may add. It depends on the value's length alone.
 */
function placeIn({ start, end, newText }: TextChange, before: SourceText, value: TextSpan): number {
  const front = before.slice(start, value.start);
  const last = value.end > end ? 0 : newText.length - (end - value.start);
  if (last > 0 && !newText.startsWith(front) && newText.endsWith(before.slice(value.end, end))) return last;
  let at = 0;
  for (let left = front.replaceAll(layout, '').length; left > 0 && at < newText.length; at++)
    if (newText.charAt(at).replace(layout, '') !== '') left--;
  return at + (/^[\s"'`,;()]*["'`]|^[\s,;()]*/.exec(newText.slice(at))?.[0].length ?? 0);
}

/** Units that a formatter may add, remove or replace. */
const layout = /[\s"'`,;()]/g;

/** Maps the start of a value, behind blanks and quotes that are put there. */
function movedStart(typed: TypedValue, changes: ChangeSet): number {
  const { start, end } = spanIn(typed);
  const over = changes.changes.find((one) => one.start < start && start <= one.end);
  const isSplit = changes.changes.some((one) => one.start === start && /^[\s"'`]+$/.test(one.newText));
  if (over === undefined) return changes.mapOffset(start, isSplit && start < end ? 1 : -1);
  return changes.mapOffset(over.start, -1) + placeIn(over, typed.text, { start, end });
}

const partsOf = (text: string, at: number, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ({ 0: part, index }) => spanAt(at + index, at + index + part.length));

const isEmpty = ({ start, end }: TextSpan) => start === end;
const isIn = ({ start, end }: FoundSecret, at: number) => start <= at && at <= end;
/** The secrets by form in a part of a text, read with its surroundings. */
function foundNear(text: SourceText, { start, end }: TextSpan): Spans {
  const at = Math.max(0, start - lookBehind);
  const { spans } = findSecrets(text.slice(at, Math.min(text.length, end + lookBehind)));
  return spans.map((one) => ({ ...one, start: one.start + at, end: one.end + at, from: one.from + at }));
}

/** The random parts of a value, such as the password before a host, that are no digest, id or call. */
export function randomParts(text: SourceText, secret: FoundSecret): Spans {
  const value = text.slice(secret.start, secret.end).replace(/(?:;[A-Za-z ]+(?:=.*)?|@[a-z\d.-]+(?:[:/?(]\S*)?)$/, '');
  if (/^[\w.]+\(/.test(value)) return [];
  const parts = partsOf(value, secret.start, /[^\s:/@?&=]+/g);
  const isRandom = ({ start, end }: FoundSecret) => {
    const part = text.slice(start, end);
    return isGenerated(part, { least: 12, bits: 8 }, 'program') && /[g-wyz]|[^0]x/i.test(part);
  };
  const whole = spanAt(secret.start, secret.start + value.length);
  return isRandom(whole) ? [whole] : parts.filter(isRandom);
}

/** Tests for such a value, or one that is a secret by its form. */
function isSecret(text: SourceText, secret: FoundSecret): boolean {
  const isHiddenIn = (one: FoundSecret) => one.start < secret.end && secret.start < one.end;
  return randomParts(text, secret).length > 0 || foundNear(text, secret).some(isHiddenIn);
}

const spanAt = (start: number, end: number): FoundSecret => ({ start, end, from: start, ...typed });
const typed = { kind: 'secret', doubt: true, rank: -1 };
const secretAt = (text: SourceText, at: number) => spanAt(at, typedEnd(text, at));

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
function typedEnd(text: SourceText, start: number): number {
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
