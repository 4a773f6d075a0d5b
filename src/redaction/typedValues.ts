import { LruMap } from '../base/lruMap.ts';
import type { ChangeSet } from '../text/changeSet.ts';
import type { SourceText } from '../text/sourceText.ts';
import type { TextSpan } from '../text/textChange.ts';
import { type FoundSecret, lookAhead, lookBehind } from './finding.ts';
import { findSecrets } from './secretFinder.ts';

/** Maximum numbers of documents and of values of each; the oldest are dropped. */
const maxTypedDocuments = 64;
const maxValues = 512;
/** Number of units around a value that tell versions of one length apart. */
const unitsAround = 64;
/** Number of lines above a change that may name the value. */
const linesAbove = 2;

interface Typing {
  /** By their places in a version. Whatever stands there is hidden: the value itself would confirm guesses. */
  values: readonly (TextSpan & { readonly version: string; readonly run: number })[];
  /** Increases when the carets arrive at another value or leave it. */
  run: number;
  /** The last values, one for each caret. */
  places: readonly TextSpan[];
  text: SourceText;
  /** The carets at the developer's last change, which they may not have followed yet. */
  carets: string;
}

/**
 * Values that the developer types after a telling name, by document. They are hidden from the first
 * unit on. After the caret has left, only secrets by form stay hidden.
 */
export class TypedValues {
  readonly #caretsOf: (documentId: string) => readonly number[];
  readonly #documents = new LruMap<string, Typing>(maxTypedDocuments);
  /** Increases whenever the hidden values change. */
  version = 0;

  constructor(caretsOf: (documentId: string) => readonly number[]) {
    this.#caretsOf = caretsOf;
  }

  /** Follows a change of a document; `text` is the result. */
  follow(documentId: string, text: SourceText, changes: ChangeSet, isDevelopers: boolean): void {
    const made = isDevelopers ? changes.inverseRanges().flatMap((range) => typedValueAt(text, range) ?? []) : [];
    const fresh = (): Typing => ({ values: [], run: 0, places: [], text, carets: '' });
    const typing = made.length > 0 ? this.#documents.getOrMake(documentId, fresh) : this.#documents.peek(documentId);
    if (typing === undefined) return;
    const before = typing.places.map((place) => {
      const [start, end] = [changes.mapOffset(place.start, -1), changes.mapOffset(place.end, -1)];
      // What is typed behind a blank or a closing quote, where no secret would be hidden, is something else.
      const [sign = ''] = /["'`>]$/.exec(text.slice(Math.max(0, start - 1), start)) ?? [];
      const close = new RegExp(`[\\s${sign.replace('>', '<')}]|$`);
      return { start, end: end + text.slice(end, changes.mapOffset(place.end, 1)).search(close) };
    });
    if (!made.some(({ start }) => before.some((place) => place.start === start)) && made.length > 0) typing.run++;
    typing.text = text;
    typing.places = made.length > 0 ? made : before;
    if (isDevelopers) typing.carets = String(this.#caretsOf(documentId));
    const now = typing.places.map((place) => ({ ...place, version: versionAt(text, place), run: typing.run }));
    typing.values = [...typing.values, ...now].slice(-maxValues);
    this.version += now.length;
  }

  /** Values in a text that are being typed, or were in this version: others would confirm guesses. */
  among(documentId: string, text: SourceText): readonly FoundSecret[] {
    const typing = this.#documents.peek(documentId);
    if (typing === undefined) return [];
    const isOf = (value: Typing['values'][number]) => value.version === versionAt(text, value);
    const places = text === typing.text ? typing.places : typing.values.filter(isOf);
    return places.flatMap((place) => typedValueAt(text, place) ?? []);
  }

  /** Ends typing once the caret has left the value. */
  settle(documentId: string): void {
    const typing = this.#documents.peek(documentId);
    const carets = this.#caretsOf(documentId);
    if (typing === undefined || typing.places.length === 0 || String(carets) === typing.carets) return;
    const { text, places } = typing;
    if (places.some(({ start, end }) => carets.some((caret) => start <= caret && caret <= end))) return;
    const isSecret = places.some(({ start, end }) => {
      const { part, from } = typedSurroundings(text, { start, end });
      return findSecrets(part).spans.some((span) => span.start + from <= start && end <= span.end + from);
    });
    if (!isSecret) typing.values = typing.values.filter(({ run }) => run !== typing.run);
    typing.run++;
    typing.places = [];
    this.version++;
  }
}

/** Tells versions apart by their length and the text around a value: the length alone would show where it ends. */
function versionAt(text: SourceText, { start, end }: TextSpan): string {
  const part = (from: number, to: number) => text.slice(Math.max(0, from), Math.min(to, text.length));
  return end > text.length ? '' : `${text.length} ${part(start - unitsAround, start)} ${part(end, end + unitsAround)}`;
}

/** Samples in the place of a typed value: in a string random, else barely, so that in code no name is hidden like it. */
const [random, barely] = ['Kq7vR2mTz9pLwX4dB8nH', 'x7lamp4rose'];
const closedString = /((?<!\w\w)'|["`])(?:\\.|(?!\1)[^\\\r\n])*\1/g;
/** Start of a string, or of an element's text in a line that begins with it. */
const opening = /^[\s\S]*((?<!\w\w)'|["`]|(?<=^[ \t]*(?:<[^<>\r\n]+>)+)(?=[^<>]*$))(?!.*[\r\n])/m;
/** Text that a value needs behind it: in an address, an element and a table. */
const tails: Readonly<Record<string, string>> = { ':': '@host', '>': '</a>', '|': '|' };

/** Returns the value that a change touches if it is behind a telling name, or null. */
function typedValueAt(text: SourceText, made: TextSpan): FoundSecret | null {
  if (made.end - made.start > lookAhead) return null;
  const { part, from } = typedSurroundings(text, made);
  const found = valueAround(part, made.start - from, made.end - from);
  if (found === null || found.start === found.end) return null;
  return { ...found, start: found.start + from, end: found.end + from, from: found.from + from, doubt: true };
}

function valueAround(part: string, made: number, to: number): FoundSecret | null {
  // A blank ends a word.
  const [before, after] = [part.slice(0, /^\s+$/.test(part.slice(made, to)) ? to : made), part.slice(to)];
  const [{ length: start } = ''] = /^[\s\S]*(?:\s-p(?=\S*$)|[\s"'`=:<>(){}[\],;@/&|])|^/.exec(before) ?? [];
  const word = { start, end: to + after.search(/[\s"'`=:<>(){}[\],;@/&|]|$/) };
  const sample = /(?:bearer|basic|token) $|(?:^|\n)[^(;\n]*\{[^(;\n]*$/i.test(before.slice(0, start)) ? random : barely;
  const outside = before.replaceAll(closedString, ({ length }) => ' '.repeat(length));
  const [{ length: from } = '', sign] = opening.exec(outside) ?? [];
  // A quote that closes the value, or what closes its surroundings.
  const isClosing = part.slice(made, to) === (sign || '<') && !before.endsWith('\\');
  if (sign === undefined ? /["'`][)\]}]*$/.test(before) : isClosing) return null;
  if (sign === undefined) return placeOf(part, word, sample) ?? namedPlace(part, word, true);
  const string = { start: from, end: to + after.search(new RegExp(`(?<!\\\\)[${sign || '<'}\r\n]|$`)) };
  return placeOf(part, string, random) ?? placeOf(part, word, sample) ?? namedPlace(part, string, false);
}

/** The span that would be hidden if a secret were in a place, or null. */
function placeOf(part: string, { start, end }: TextSpan, secret: string): FoundSecret | null {
  const [before, after] = [part.slice(0, start), part.slice(end)];
  const [sign = ''] = /:$(?<=:\/\/[^\s/@]*:)|>$|\|(?=[ \t]*$)|["'`]$/.exec(before) ?? [];
  const tail = tails[sign] ?? (sign === '' || /^[^\r\n]/.test(after) ? '' : `${sign})`);
  const value = secret + (after.trimStart()[0] === tail[0] ? '' : tail);
  const found = findSecrets(before + value + after).spans.find((span) => span.start <= start && start < span.end);
  return found ? { ...found, end: Math.max(end, found.end - value.length + end - start) } : null;
}

/** A line that begins with a value or its key begins no statement. */
const statementEnd = /;|(?:=>|\)) ?\{|[^([,=?|+\s][ \t]*\r?\n(?=[ \t]*(?:<[\w:]+ |(?!values?\b)[\w$@]))/i;
/** The name or the element of a string. */
const nameBefore = /^[^?]*?(?:([\w-]+)["']?\]? ?[:=] ?[rbufN@$]{0,2}["'`]|<([\w-]+)[^<>]*>)$/;
/** A line that names those below, such as `secrets: {` or `[tokens]`. */
const titles = /^[^\w.\r\n-]*[\w.-]+[^\w.\r\n-]*[:=([{|>\]-][ \t]*$/gm;
/** Names that tell of a password or token, though not in assignments. */
const calls =
  /(?:log|sign)_?in\(|basic_?auth|authoriz|create_?user|hmac|bcrypt|securitykey|stringdata|connect\w*\(.*,.*,/i;

/** A place with a telling name in the statement before it, or above it if it has a name of its own. */
function namedPlace(part: string, { start, end }: TextSpan, isWord: boolean): FoundSecret | null {
  const before = part.slice(0, start);
  if (isWord && !/(?:^|\n)[ \t]*(?:- )?(?:[\w.-]+ ?[:=] ?)?$/.test(before)) return null;
  const statement = before.split(statementEnd).at(-1) ?? '';
  const [, key, name = key ?? 'value'] = nameBefore.exec(statement) ?? [];
  const isOther = isWord || !/value|default|content|string|with/i.test(name);
  const names = `${(before.match(titles) ?? []).join(' ')} ${isOther ? '' : statement}`;
  const { spans } = findSecrets(names.replaceAll(/[^\w$.-]+/g, `="${barely}"\n`));
  return spans.length > 0 || calls.test(names) ? { start, end, from: start, kind: 'secret' } : null;
}

/** The lines of a span with those above it, limited around long lines. */
function typedSurroundings(text: SourceText, { start, end }: TextSpan) {
  const first = text.lineAt(Math.max(0, text.lineIndexOf(start) - linesAbove));
  const from = Math.max(first.start, start - linesAbove * lookBehind);
  const to = Math.min(text.lineAt(text.lineIndexOf(Math.min(end, text.length))).end, end + lookAhead);
  return { part: text.slice(from, to), from };
}
