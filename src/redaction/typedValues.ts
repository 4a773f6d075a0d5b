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
    const moved = (offset: number, side: -1 | 1) => changes.mapOffset(offset, side);
    const before = typing.places.map(({ start, end }) => {
      // What is typed behind a blank, where no secret would be hidden, is another word.
      const [more = ''] = /^\S*/.exec(text.slice(moved(end, -1), moved(end, 1))) ?? [];
      return { start: moved(start, -1), end: moved(end, -1) + more.length };
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
/** Text that a value needs behind it: in an address, an element and a table. */
const tails: Readonly<Record<string, string>> = { ':': '@host', '>': '</a>', '|': '|' };

/** The value that a change touches if a secret in its place would be hidden, or null. */
function typedValueAt(text: SourceText, made: TextSpan): FoundSecret | null {
  if (made.end - made.start > lookAhead) return null;
  const { part, from } = typedSurroundings(text, made);
  const found = valueAround(part, made.start - from, made.end - from);
  return found && { ...found, start: found.start + from, end: found.end + from, from: found.from + from, doubt: true };
}

function valueAround(part: string, made: number, to: number): FoundSecret | null {
  // A blank ends a word.
  const at = /^\s+$/.test(part.slice(made, to)) ? to : made;
  const [before, after] = [part.slice(0, at), part.slice(to)];
  const [word = ''] = /^[\s\S]*(?:\s-p(?=\S*$)|[\s"'`=:<>(){}[\],;@/&|])|^/.exec(before) ?? [];
  const span = { start: word.length, end: to + after.search(/[\s"'`=:<>(){}[\],;@/&|]|$/) };
  const asWord = () => placeOf(part, span, /(?:bearer|basic|token) $/i.test(word) ? random : barely);
  const outside = before.replaceAll(closedString, (closed) => ' '.repeat(closed.length));
  const [{ length: start } = '', sign] = /^[\s\S]*((?<!\w\w)'|["`])(?=.*$)/.exec(outside) ?? [];
  if (sign === undefined) return asWord();
  const opening = before.slice(0, start - 1);
  // A call of a parser's token.
  if (/\btokens?\.\w+\($/i.test(opening)) return null;
  const string = { start, end: to + after.search(new RegExp(`(?<!\\\\)[${sign}\r\n]|$`)), from: start, kind: 'secret' };
  return placeOf(part, string, random) ?? asWord() ?? (isBehindName(opening) && string.end > start ? string : null);
}

/** The span that would be hidden if a secret stood in a place, unless it is empty. */
function placeOf(part: string, { start, end }: TextSpan, secret: string): FoundSecret | null {
  const [before, after] = [part.slice(0, start), part.slice(end)];
  const [sign = ''] = /:$(?<=:\/\/[^\s/@]*:)|>$|\|(?=[ \t]*$)/.exec(before) ?? [];
  const tail = after.trimStart()[0] === tails[sign]?.[0] ? '' : (tails[sign] ?? '');
  const { spans } = findSecrets(before + secret + tail + after);
  const found = spans.find((span) => span.start <= start && start < span.end);
  const till = Math.max(end, (found?.end ?? 0) - secret.length + end - start);
  return found && found.start < till ? { ...found, end: till } : null;
}

/** Tests for a telling name in the statement before a string that is given to no other name. */
function isBehindName(before: string): boolean {
  const statement = before.split(/;|(?:=>|\)) ?\{|[^([,=?|+\s][ \t]*\r?\n/).at(-1) ?? '';
  const [, key = 'value'] = /^[^?]*?([\w-]+)["']?\]? ?[:=] ?[rbufN@$]{0,2}$/.exec(statement) ?? [];
  const isGiven = /(?:[^\w\s]|\b(?:or|else|is|to))\s*[rbufN@$]{0,2}$/.test(statement);
  if (!isGiven || !/value|default|content|string|with/i.test(key)) return false;
  const names = statement.replaceAll(/[^\w$.-]+/g, `="${barely}"\n`);
  return /(?:log|sign)_?in\(|basic_?auth|hmac\(|bcrypt/i.test(statement) || findSecrets(names).spans.length > 0;
}

/** The lines of a span with the lines above it, limited around long lines. */
function typedSurroundings(text: SourceText, { start, end }: TextSpan) {
  const first = text.lineAt(Math.max(0, text.lineIndexOf(start) - linesAbove)).start;
  const from = Math.max(first, start - linesAbove * lookBehind);
  const to = Math.min(text.lineAt(text.lineIndexOf(Math.min(end, text.length))).end, end + lookAhead);
  return { part: text.slice(from, to), from };
}
