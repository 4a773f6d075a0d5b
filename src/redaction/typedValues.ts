import { LruMap } from '../base/lruMap.ts';
import type { ChangeSet } from '../text/changeSet.ts';
import type { SourceText } from '../text/sourceText.ts';
import type { TextSpan } from '../text/textChange.ts';
import { type FoundSecret, lookAhead, lookBehind } from './finding.ts';
import { isAboutSecret, secretNames, spellings } from './rules/names.ts';
import { findSecrets } from './secretFinder.ts';

/** Maximum numbers of documents and of values of each; the oldest are dropped. */
const maxTypedDocuments = 64;
const maxValues = 512;
/** Number of lines above a change that may name the value. */
const linesAbove = 2;

interface Typing {
  /** By their places and the version's length. Whatever stands there is hidden: the value itself would confirm guesses. */
  readonly values: LruMap<string, TextSpan & { readonly length: number }>;
  /** Values since the carets arrived, and the ranges of the last ones, one for each caret. */
  since: string[];
  places: readonly TextSpan[];
  text: SourceText;
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
    const known = this.#documents.peek(documentId);
    if (known !== undefined) {
      const moved = (offset: number, side: -1 | 1) => changes.mapOffset(offset, side);
      known.text = text;
      known.places = known.places.map(({ start, end }) => ({ start: moved(start, -1), end: moved(end, 1) }));
      if (!isDevelopers) this.#remember(known);
    }
    if (!isDevelopers) return;
    const places = changes.inverseRanges().flatMap((made) => typedValueAt(text, made) ?? []);
    if (places.length === 0) return;
    const fresh = (): Typing => ({ values: new LruMap(maxValues), since: [], places, text });
    const typing = this.#documents.getOrMake(documentId, fresh);
    if (!places.some(({ start }) => typing.places.some((before) => before.start === start))) typing.since = [];
    typing.places = places;
    this.#remember(typing);
  }

  #remember({ text, places, since, values }: Typing): void {
    for (const place of places) {
      const key = `${text.length} ${place.start}`;
      if (!values.has(key)) since.push(key);
      values.set(key, { ...place, end: place.start, length: text.length });
    }
    this.version++;
  }

  /** Values in a text that are being typed, or were in this version: others would confirm guesses. */
  among(documentId: string, text: SourceText): readonly FoundSecret[] {
    const typing = this.#documents.peek(documentId);
    if (typing === undefined) return [];
    const before = () => [...typing.values.values()].filter(({ length }) => length === text.length);
    return (text === typing.text ? typing.places : before()).flatMap((place) => typedValueAt(text, place) ?? []);
  }

  /** Ends typing once the caret has left the value. */
  settle(documentId: string): void {
    const typing = this.#documents.peek(documentId);
    if (typing === undefined || typing.places.length === 0) return;
    const { text, places } = typing;
    const carets = this.#caretsOf(documentId);
    if (places.some(({ start, end }) => carets.some((caret) => start <= caret && caret <= end))) return;
    const isSecret = places.some(({ start, end }) => {
      const { part, from } = typedSurroundings(text, { start, end });
      return findSecrets(part).spans.some((span) => span.start + from <= start && end <= span.end + from);
    });
    if (!isSecret) for (const value of typing.since) typing.values.delete(value);
    typing.since = [];
    typing.places = [];
    this.version++;
  }
}

/** The value after a telling name that a change touches, or null. */
function typedValueAt(text: SourceText, made: TextSpan): FoundSecret | null {
  if (made.end - made.start > lookAhead) return null;
  const { part, from } = typedSurroundings(text, made);
  const touches = (span: TextSpan) => span.start + from <= made.end && made.start <= span.end + from;
  const span = findSecrets(part, undefined, true).spans.find(touches) ?? typedString(part, made.start - from);
  return span && { ...span, start: span.start + from, end: span.end + from, from: span.from + from, doubt: true };
}

const telling = secretNames.flatMap(({ words, vague, whole }) => (vague || whole ? [] : spellings(words))).join('|');
/** A telling name, but no token of a parser; and a word in quotes as an argument, an element or a fallback. */
const behindName = new RegExp(
  String.raw`(?<![\w$.-])(?!(?<!["'])(?:\w+\.)*tokens?(?![\w-]))([\w$.-]*(?:${telling})[\w$.-]*)[^\w$.;\r\n-][^;\r\n]{0,80}` +
    String.raw`(?<=[([{,|?+]|\b(?:or|else)|(?:default|value)[ \t]?[=:])[ \t]*[rbufN@$]{0,2}(["'${'`'}])((?:(?!\2)\S)*)$`,
  'i',
);

/** The word in quotes at an offset, if a telling name precedes it on its line. */
function typedString(part: string, at: number): FoundSecret | null {
  const [, name = '', sign = '', value = ''] = behindName.exec(part.slice(Math.max(0, at - lookBehind), at)) ?? [];
  const length = part.slice(at).search(new RegExp(`[\\s${sign}]|$`));
  const [start, end] = [at - value.length, at + length];
  return name === '' || start === end || isAboutSecret(name) ? null : { start, end, from: start, kind: 'secret' };
}

/** The lines of a span with the lines above it, limited around long lines. */
function typedSurroundings(text: SourceText, { start, end }: TextSpan) {
  const first = text.lineAt(Math.max(0, text.lineIndexOf(start) - linesAbove)).start;
  const from = Math.max(first, start - linesAbove * lookBehind);
  const to = Math.min(text.lineAt(text.lineIndexOf(Math.min(end, text.length))).end, end + lookAhead);
  return { part: text.slice(from, to), from };
}
