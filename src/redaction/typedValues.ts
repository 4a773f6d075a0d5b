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
  /** With their places. */
  readonly values: LruMap<string, true>;
  /** Values since the caret arrived, and the range of the last one. */
  since: string[];
  at: TextSpan | null;
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
      const { at } = known;
      known.text = text;
      if (at !== null) known.at = { start: changes.mapOffset(at.start, -1), end: changes.mapOffset(at.end, 1) };
      if (known.at !== null && !isDevelopers) this.#remember(known, known.at);
    }
    if (!isDevelopers) return;
    for (const made of changes.inverseRanges()) {
      const at = made.end - made.start > lookAhead ? null : typedValueAt(text, made);
      if (at === null) continue;
      const fresh = () => ({ values: new LruMap<string, true>(maxValues), since: [], at: null, text });
      const typing = this.#documents.getOrMake(documentId, fresh);
      if (typing.at === null || typing.at.start !== at.start) typing.since = [];
      typing.at = at;
      this.#remember(typing, at);
    }
  }

  #remember(typing: Typing, at: TextSpan): void {
    const value = valueAt(typing.text, at);
    typing.since.push(value);
    this.version++;
    typing.values.set(value, true);
  }

  /** Values in a text that are being typed, or were in this version: others would confirm guesses. */
  among(documentId: string, text: SourceText, { doubts }: Secrets): Secrets['doubts'] {
    const typing = this.#documents.peek(documentId);
    if (typing === undefined || doubts.length === 0) return [];
    const isTyped = ({ start, end }: TextSpan) => typing.at !== null && start < typing.at.end && typing.at.start < end;
    if (text === typing.text) return doubts.filter(isTyped);
    return doubts.filter((span) => typing.values.peek(valueAt(text, span)) !== undefined);
  }

  /** Ends typing once the caret has left the value. */
  settle(documentId: string): void {
    const typing = this.#documents.peek(documentId);
    if (typing?.at == null) return;
    const { start, end } = typing.at;
    if (this.#caretsOf(documentId).some((caret) => start <= caret && caret <= end)) return;
    const { part, from } = typedSurroundings(typing.text, typing.at);
    const isSecret = findSecrets(part).spans.some((span) => span.start + from <= start && end <= span.end + from);
    if (!isSecret) for (const value of typing.since) typing.values.delete(value);
    typing.since = [];
    typing.at = null;
    this.version++;
  }
}

/** A value with its place: the same elsewhere is another. */
function valueAt(text: SourceText, { start, end }: TextSpan): string {
  return `${text.length} ${start} ${text.slice(start, end)}`;
}

/** The value after a telling name that a change touches, or null. */
function typedValueAt(text: SourceText, made: TextSpan): TextSpan | null {
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
