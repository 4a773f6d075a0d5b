import { LruMap } from '../base/lruMap.ts';
import type { ChangeSet } from '../text/changeSet.ts';
import type { SourceText } from '../text/sourceText.ts';
import type { TextSpan } from '../text/textChange.ts';
import { lookAhead, lookBehind } from './finding.ts';
import { findSecrets, type Secrets } from './secretFinder.ts';

/** Maximum numbers of documents and of values of each; the oldest are dropped. */
const maxTypedDocuments = 64;
const maxValues = 512;
/** Number of lines above a change that may name the value. */
const linesAbove = 2;

interface Typing {
  /** By their places. */
  readonly values: LruMap<string, true>;
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
    const fresh = () => ({ values: new LruMap<string, true>(maxValues), since: [], places, text });
    const typing = this.#documents.getOrMake(documentId, fresh);
    if (!places.some(({ start }) => typing.places.some((before) => before.start === start))) typing.since = [];
    typing.places = places;
    this.#remember(typing);
  }

  #remember({ text, places, since, values }: Typing): void {
    const typed = places.map((place) => placeOf(text, place));
    since.push(...typed.filter((place) => values.peek(place) === undefined));
    for (const place of typed) values.set(place, true);
    this.version++;
  }

  /** Values in a text that are being typed, or were in this version: others would confirm guesses. */
  among(documentId: string, text: SourceText, { doubts }: Secrets): Secrets['doubts'] {
    const typing = this.#documents.peek(documentId);
    if (typing === undefined || doubts.length === 0) return [];
    if (text === typing.text)
      return doubts.filter((span) => typing.places.some(({ start, end }) => span.start < end && start < span.end));
    return doubts.filter((span) => typing.values.peek(placeOf(text, span)) !== undefined);
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

/** The place of a value in a version. Whatever stands there is hidden: the value itself would confirm guesses. */
function placeOf(text: SourceText, { start }: TextSpan): string {
  return `${text.length} ${start}`;
}

/** The value after a telling name that a change touches, or null. */
function typedValueAt(text: SourceText, made: TextSpan): TextSpan | null {
  if (made.end - made.start > lookAhead) return null;
  const { part, from } = typedSurroundings(text, made);
  const { spans, doubts } = findSecrets(part);
  const found = [...spans, ...doubts].find(({ start, end }) => start + from <= made.end && made.start <= end + from);
  return found === undefined ? null : { start: found.start + from, end: found.end + from };
}

/** The lines of a span with the lines above it, limited around long lines. */
function typedSurroundings(text: SourceText, { start, end }: TextSpan) {
  const first = text.lineAt(Math.max(0, text.lineIndexOf(start) - linesAbove)).start;
  const from = Math.max(first, start - linesAbove * lookBehind);
  const to = Math.min(text.lineAt(text.lineIndexOf(Math.min(end, text.length))).end, end + lookAhead);
  return { part: text.slice(from, to), from };
}
