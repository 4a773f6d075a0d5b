import { LruMap } from '../base/lruMap.ts';
import type { ChangeSet } from '../text/changeSet.ts';
import type { SourceText } from '../text/sourceText.ts';
import type { TextSpan } from '../text/textChange.ts';
import { lookAhead, lookBehind } from './finding.ts';
import { findSecrets, type Secrets } from './secretFinder.ts';

/** Maximum numbers of documents and of values of each; the oldest go first. */
const maxTypedDocuments = 64;
const maxValues = 512;
/** Lines above a change that may name what is typed. */
const linesAbove = 2;

interface Typing {
  readonly values: LruMap<string, true>;
  /** The values since the caret came, and where the last one is in the text. */
  since: string[];
  at: TextSpan | null;
  text: SourceText;
}

/**
 * What the developer types behind a telling name, by document. It is hidden in every version from its
 * first unit on. Once the caret has left it, it stays hidden only if it has become a secret by its form.
 */
export class TypedValues {
  readonly #caretsOf: (documentId: string) => readonly number[];
  readonly #documents = new LruMap<string, Typing>(maxTypedDocuments);
  /** Changes whenever another value is hidden. */
  version = 0;

  constructor(caretsOf: (documentId: string) => readonly number[]) {
    this.#caretsOf = caretsOf;
  }

  /** Takes in a change of a document and the text that it made. */
  follow(documentId: string, text: SourceText, changes: ChangeSet, isDevelopers: boolean): void {
    const known = this.#documents.peek(documentId);
    if (known !== undefined) {
      const { at } = known;
      known.text = text;
      if (at !== null) known.at = { start: changes.mapOffset(at.start, -1), end: changes.mapOffset(at.end, 1) };
    }
    if (!isDevelopers) return;
    for (const made of changes.inverseRanges()) {
      const at = made.end - made.start > lookAhead ? null : typedValueAt(text, made);
      if (at === null) continue;
      const typing = this.#documents.getOrMake(documentId, () => newTyping(text));
      if (typing.at === null || typing.at.start !== at.start) typing.since = [];
      typing.at = at;
      const value = text.slice(at.start, at.end);
      if (typing.values.peek(value) === undefined) {
        typing.since.push(value);
        this.version++;
      }
      typing.values.set(value, true);
    }
  }

  /** What a document holds that is being typed, or was on the way to a secret. */
  among(documentId: string, text: SourceText, { doubts }: Secrets): Secrets['doubts'] {
    const typing = this.#documents.peek(documentId);
    if (typing === undefined || doubts.length === 0) return [];
    return doubts.filter(({ start, end }) => typing.values.peek(text.slice(start, end)) !== undefined);
  }

  /** Forgets what was typed and is no secret, once the caret has left it. */
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

function newTyping(text: SourceText): Typing {
  return { values: new LruMap(maxValues), since: [], at: null, text };
}

/** The value behind a telling name that a change touches; null when there is none. */
function typedValueAt(text: SourceText, made: TextSpan): TextSpan | null {
  const { part, from } = typedSurroundings(text, made);
  const { spans, doubts } = findSecrets(part);
  const found = [...spans, ...doubts].find(({ start, end }) => start + from <= made.end && made.start <= end + from);
  return found === undefined ? null : { start: found.start + from, end: found.end + from };
}

/** The lines of a span with those above it, and of long ones what is near. */
function typedSurroundings(
  text: SourceText,
  { start, end }: TextSpan,
): { readonly part: string; readonly from: number } {
  const first = text.lineAt(Math.max(0, text.lineIndexOf(start) - linesAbove)).start;
  const from = Math.max(first, start - linesAbove * lookBehind);
  const to = Math.min(text.lineAt(text.lineIndexOf(Math.min(end, text.length))).end, end + lookAhead);
  return { part: text.slice(from, to), from };
}
