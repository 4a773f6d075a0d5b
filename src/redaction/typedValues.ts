import { LruMap } from '../base/lruMap.ts';
import type { ChangeSet } from '../text/changeSet.ts';
import type { SourceText } from '../text/sourceText.ts';
import type { TextChange, TextSpan } from '../text/textChange.ts';
import { patternOf, rowsOf } from './data/rows.ts';
import { barely, random, typingRows } from './data/typing.ts';
import { type FoundSecret, lookAhead, lookBehind } from './finding.ts';
import { aboutSecret } from './rules/names.ts';
import { isChosen, isGenerated } from './rules/value.ts';
import { findSecrets } from './secretFinder.ts';

/** Maximum number of values, and of versions with each. */
const maxKept = 1_024;
/** Number of lines above a value that may name it. */
const linesAbove = 2;
/** Minimum length of a word that may be a secret taken from its place, UTF-16 units. */
const shortestCopy = 6;

type Spans = readonly FoundSecret[];

interface TypedValue {
  documentId: string;
  /** The last version with the value. */
  text: SourceText;
  /** Its place in each version, by object: a text that is made anew is another version. */
  readonly spans: LruMap<SourceText, FoundSecret>;
  /**
   * `typed` where a secret is likely; `beside` a change, and hidden by its form before it; `cut`, and may
   * be pasted; a word that may be a `copy` of one that was deleted or cut.
   */
  readonly kind: 'typed' | 'beside' | 'cut' | 'copy';
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
 * Values that the developer types where a secret is likely, and those that only a change beside them
 * would show. They are hidden from the first unit on. After the caret has left the value, or else
 * its line, only secrets by form and random values stay hidden.
 *
 * A version is known by its object, not by what is written there: that would confirm guesses.
 */
export class TypedValues {
  readonly #caretsOf: (documentId: string) => readonly number[];
  readonly #foundIn: (text: SourceText) => Spans | undefined;
  readonly #values = new LruMap<TypedValue, true>(maxKept);
  /** Open values in what others have planned, whether it was made or refused. */
  readonly #planned = new WeakMap<SourceText, Spans>();
  /** Increases whenever the hidden values change. */
  version = 0;

  /** `foundIn` returns the secrets of a text that was searched whole. */
  constructor(caretsOf: (documentId: string) => readonly number[], foundIn: (text: SourceText) => Spans | undefined) {
    this.#caretsOf = caretsOf;
    this.#foundIn = foundIn;
  }

  /** Follows a change of a document from one text to another. */
  follow(documentId: string, before: SourceText, text: SourceText, changes: ChangeSet, isDevelopers: boolean): void {
    const carets = this.#caretsOf(documentId);
    const open = this.#of(documentId, 'open').filter((value) => value.text.length === changes.lengthBefore);
    const places = changes.changes.flatMap(({ start, end }) => [start, end]);
    // What others write in the place of a deleted one may be a guess.
    const lost = open.filter((value) => value.kind !== 'cut' && isEmpty(spanIn(value)));
    for (const value of isDevelopers ? leftOf(open, carets, places) : lost) value.state = 'ended';
    const long = open.map((value) => spanIn(value)).filter(({ start, end }) => end - start >= shortestCopy);
    const deleted = long.map((span) => moved(span, changes, 1, -1)).filter(isEmpty);
    const values = open.filter(({ state }) => state === 'open');
    for (const value of values) value.spans.set(text, movedSpan(value, text, changes, isDevelopers));
    // They are hidden nowhere and may wait long.
    for (const value of values) if (value.kind === 'cut') value.spans.delete(value.text);
    const add = (span: FoundSecret, kind: TypedValue['kind']) => {
      const spans = new LruMap<SourceText, FoundSecret>(maxKept).set(text, span);
      const added: TypedValue = { documentId, text, spans, kind, carets: '', secret: '', state: 'open' };
      values.push(added);
      return added;
    };
    const ranges = isDevelopers ? changes.inverseRanges().slice(0, maxKept / 4) : [];
    for (const range of ranges) {
      const changed = values.filter((value) => isIn(spanIn(value, text), range.end));
      const start = changed.length > 0 ? null : typedStart(text, range.start, range.end);
      if (start !== null) changed.push(add(secretAt(text, start), 'typed'));
      for (const value of changed) {
        const secret = spanIn(value, text);
        if (isSecret(text, secret)) value.secret = text.slice(secret.start, secret.end);
      }
    }
    const isWatched = isDevelopers && carets.length > 0;
    const beside = isWatched ? [...besides(before, changes, this.#foundIn(before)), ...deleted] : [];
    const copies = this.#copies(text, ranges, beside.some(isEmpty));
    const near = beside.length + copies.length > 0 ? ranges.flatMap((range) => foundNear(text, range)) : [];
    const hide = (span: FoundSecret, kind: TypedValue['kind']) => {
      if (near.some((found) => holds(found, span))) return;
      const isSame = (value: TypedValue) => value.kind === kind && holds(spanIn(value, text), span);
      const value = values.find(isSame) ?? add(span, kind);
      value.secret ||= text.slice(span.start, span.end);
    };
    for (const span of beside) hide(span, isEmpty(span) && copies.length === 0 ? 'cut' : 'beside');
    for (const span of copies) hide(span, 'copy');
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

  /**
   * Words in changed ranges that may be a secret from another place: one that the same change has
   * deleted, or one that was cut before, perhaps in another document.
   */
  #copies(text: SourceText, ranges: readonly TextSpan[], isDeleted: boolean): Spans {
    const cut = [...this.#values.keys()].filter(({ kind, state }) => kind === 'cut' && state === 'open');
    const units = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
    if (units < shortestCopy || (cut.length === 0 && !isDeleted)) return [];
    const copies = ranges.flatMap((range) => wordsAt(text, range));
    // What is pasted next is another text.
    if (copies.length > 0) for (const value of cut) value.state = 'ended';
    return copies;
  }
}

const spanIn = ({ spans, text }: TypedValue, version = text) => spans.peek(version) ?? secretAt(version, 0);

/**
 * The values that all carets have left, but none that is cut and may be pasted yet. Copies stay while a
 * caret is near what they may be copies of.
 */
function leftOf(open: readonly TypedValue[], now: readonly number[], places: readonly number[] = []) {
  const carets = now.length === 0 ? now : [...now, ...places];
  const isNear = open.some((value) => value.kind === 'beside' && !hasLeft(value, carets));
  return open.filter((value) => value.kind !== 'cut' && hasLeft(value, carets) && !(isNear && value.kind === 'copy'));
}

/** Tests that no caret is at a value, nor are they where they were before its last change. */
function hasLeft(value: TypedValue, carets: readonly number[]): boolean {
  const secret = spanIn(value);
  // Where there is no caret, none has left.
  if (carets.length === 0 || String(carets) === value.carets) return false;
  if (value.kind !== 'typed') return !carets.some((caret) => isNear(secret, value.text, caret));
  // The next unit may make the last one, such as a comma, part of the value.
  return !carets.some((caret) => isIn(secret, caret) || isIn(secret, caret - 1));
}

/** A value after changes. Looking for it in an agent's edit would confirm the guesses there. */
function movedSpan(value: TypedValue, text: SourceText, changes: ChangeSet, isDevelopers: boolean): FoundSecret {
  const span = spanIn(value);
  if (value.kind === 'typed') {
    const now = secretAt(text, isDevelopers ? movedStart(value, changes) : changes.mapOffset(span.start, -1));
    // What is typed into a secret, such as a blank, does not end it there.
    return value.secret === '' ? now : { ...now, end: Math.max(now.end, changes.mapOffset(span.end, -1)) };
  }
  if (!isDevelopers) return moved(span, changes, 1, -1);
  const isBehind = changes.changes.some(({ start, newText }) => start === span.end && /^\s/.test(newText));
  const isOver = changes.changes.some(({ start, end }) => start < span.start && span.end < end);
  if (span.start < span.end && !isOver) return moved(span, changes, -1, isBehind ? -1 : 1);
  // What was deleted, or written anew with its line, may be there again, as by undo.
  const over = changes.changes.find((one) => one.start <= span.start && span.end <= one.end);
  const at = over && placeIn(over, value.text, span);
  const now = moved(span, changes, -1, 1);
  if (value.secret === '' || !over?.newText.startsWith(value.secret, at)) return { ...now, end: now.start };
  const start = changes.mapOffset(over.start, -1) + (at ?? 0);
  return { ...now, start, end: start + value.secret.length };
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

/** What changes leave of the secrets near them. */
function besides(before: SourceText, set: ChangeSet, all: Spans | undefined): Spans {
  return set.changes.slice(0, maxKept / 4).flatMap(({ start, end }) => {
    const first = before.lineAt(Math.max(0, before.lineIndexOf(start) - 1)).start;
    const last = before.lineAt(Math.min(before.lineCount - 1, before.lineIndexOf(end) + linesAbove)).end;
    const found = (all ?? foundNear(before, { start, end })).filter((one) => one.start <= last && first <= one.end);
    return found.map((one) => moved(one, set, 1, -1));
  });
}

/**
 * Words in a changed part of a line that may be a secret taken from its place, but no keys. To
 * compare them with it would confirm guesses.
 */
function wordsAt(text: SourceText, range: TextSpan): Spans {
  const part = text.slice(range.start, range.end);
  if (/\n./.test(part.trim())) return [];
  const line = text.lineAt(text.lineIndexOf(range.start + part.search(/\S|$/)));
  const start = Math.max(line.start, range.start - lookBehind);
  const near = text.slice(start, Math.min(line.end, range.end + lookBehind));
  return partsOf(near, start, /[^\s"'`(){}[\],;<>=]{6,}/g).filter((one) => {
    const [before = '', after] = [near[one.start - start - 1], near.slice(one.end - start)];
    if (one.end < range.start || range.end < one.start || /^["'`]\s*:/.test(after)) return false;
    return /["'`]/.test(before) || isChosen(text.slice(one.start, one.end), true, 'bare');
  });
}

const partsOf = (text: string, at: number, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ({ 0: part, index }) => spanAt(at + index, at + index + part.length));

/** A span after changes; empty if several cut it, as those of an editor that keeps equal letters. */
function moved(span: FoundSecret, changes: ChangeSet, first: -1 | 1, last: -1 | 1): FoundSecret {
  const near = changes.changes.filter(({ start, end }) => start <= span.end && span.start <= end);
  const cuts = ({ start, end }: TextChange) => start < span.end && span.start < end;
  const isOver = first === 1 && near.some(({ start, end }) => start <= span.start && span.end <= end);
  const isCut = isOver || (near.length > 1 && near.some(cuts));
  const start = changes.mapOffset(span.start, first);
  const end = isCut ? start : Math.max(start, changes.mapOffset(span.end, last));
  return { ...span, start, end, from: changes.mapOffset(span.from, -1), doubt: true };
}

const isEmpty = ({ start, end }: TextSpan) => start === end;
const isIn = ({ start, end }: FoundSecret, at: number) => start <= at && at <= end;
const holds = (one: FoundSecret, other: FoundSecret) => one.start <= other.start && other.end <= one.end;

/** Tests that an offset is near the line of a secret, as its evidence may be. */
function isNear({ start, end }: FoundSecret, text: SourceText, at: number): boolean {
  const line = text.lineIndexOf(Math.min(at, text.length));
  return text.lineIndexOf(start) - linesAbove <= line && line <= text.lineIndexOf(end) + 1;
}

/** The secrets by form in a part of a text, read with its surroundings. */
function foundNear(text: SourceText, { start, end }: TextSpan): Spans {
  const at = Math.max(0, start - lookBehind);
  const { spans } = findSecrets(text.slice(at, Math.min(text.length, end + lookBehind)));
  return spans.map((one) => ({ ...one, start: one.start + at, end: one.end + at, from: one.from + at }));
}

/** The random parts of a value, such as the password before a host, that are no digest, id or call. */
function randomParts(text: SourceText, secret: FoundSecret): Spans {
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
