import { LruMap } from '../base/lruMap.ts';
import type { ChangeSet } from '../text/changeSet.ts';
import type { SourceText } from '../text/sourceText.ts';
import type { TextSpan } from '../text/textChange.ts';
import type { FoundSecret } from './finding.ts';
import type { HiddenPlaces, PlacedSecret } from './hiddenPlaces.ts';
import { isChosen } from './rules/value.ts';

/** Maximum number of changes of one step that are followed, and of deleted secrets that may be pasted. */
const maxFollowed = 256;
/** Number of lines above a secret that may tell it. */
const linesAbove = 2;
/** Minimum length of a deleted secret that is looked for, UTF-16 units. */
const shortestMoved = 6;

interface OpenPlaces {
  readonly text: SourceText;
  /** The carets at the last change, before they followed it. */
  readonly carets: string;
}

/**
 * Keeps secrets hidden when a change takes away what tells them, such as their name, or moves them.
 * While a name is only typed on, its secret is hidden until the caret has left; else for good.
 */
export class MovedSecrets {
  readonly #places: HiddenPlaces;
  readonly #caretsOf: (documentId: string) => readonly number[];
  readonly #secretsIn: (documentId: string, text: SourceText) => readonly FoundSecret[];
  /** By document: what its open places depend on. */
  readonly #open = new Map<string, OpenPlaces>();
  /** Secrets that the developer deleted or cut. */
  readonly #deleted = new LruMap<string, true>(maxFollowed);

  /** `secretsIn` returns the secrets of a text by their form. */
  constructor(
    places: HiddenPlaces,
    caretsOf: (documentId: string) => readonly number[],
    secretsIn: (documentId: string, text: SourceText) => readonly FoundSecret[],
  ) {
    this.#places = places;
    this.#caretsOf = caretsOf;
    this.#secretsIn = secretsIn;
  }

  /** Follows a change of a document, in which `typed` are random values that are being typed. */
  follow(
    documentId: string,
    before: SourceText,
    text: SourceText,
    changes: ChangeSet,
    isDevelopers: boolean,
    typed: readonly FoundSecret[],
  ): void {
    const carets = this.#caretsOf(documentId);
    const made = changes.changes.slice(0, maxFollowed);
    const ranges = changes.inverseRanges().slice(0, maxFollowed);
    this.settle(documentId, isDevelopers ? made.flatMap(({ start, end }) => [start, end]) : []);
    const earlier: readonly PlacedSecret[] = [
      ...made.flatMap((change) => this.#near(documentId, before, change)),
      ...typed,
    ];
    const isTypedOn = made.every(
      ({ start, end, newText }) => /^[\w$-]*$/.test(newText) && newText.startsWith(before.slice(start, end)),
    );
    const keep = (span: TextSpan, isOpen: boolean) => {
      if (this.#near(documentId, text, span).some((one) => holds(one, span))) return false;
      this.#places.add(documentId, text, span, this.#secretsIn(documentId, text), isOpen ? 'open' : 'kept');
      if (isOpen) this.#open.set(documentId, { text, carets: '' });
      return true;
    };
    for (const secret of earlier) {
      if (!isDevelopers && secret.in === undefined) continue;
      const now = moved(secret, changes);
      if (now.start < now.end) {
        const isOwn = made.every(({ start, end }) => secret.start < end && start <= secret.end);
        const isOpen = secret.in?.state === 'open' || (secret.in === undefined && (isTypedOn || isOwn));
        if ((!isOpen || carets.length > 0) && keep(now, isOpen) && secret.in?.state === 'kept')
          this.#places.set({ ...secret.in, state: 'past' });
      } else if (isDevelopers && secret.end - secret.start >= shortestMoved)
        this.#deleted.set(before.slice(secret.start, secret.end), true);
    }
    if (isDevelopers && this.#deleted.size > 0)
      for (const range of ranges) for (const span of this.#pastedIn(text, range)) keep(span, false);
    if (this.#open.has(documentId)) this.#open.set(documentId, { text, carets: String(carets) });
  }

  /** Removes the open places of a document that the carets have left. */
  settle(documentId: string, changed: readonly number[] = []): void {
    const open = this.#open.get(documentId);
    const carets = this.#caretsOf(documentId);
    // Where there is no caret, none has left.
    if (open === undefined || carets.length === 0 || String(carets) === open.carets) return;
    const { text } = open;
    const spans = this.#places.find(documentId, text);
    const isNear = ({ start, end }: FoundSecret) =>
      [...carets, ...changed].some((caret) => {
        const line = text.lineIndexOf(Math.min(caret, text.length));
        return text.lineIndexOf(start) - linesAbove <= line && line <= text.lineIndexOf(end) + 1;
      });
    if (spans.some((one) => one.doubt === true && isNear(one))) return;
    this.#open.delete(documentId);
    this.#places.close(documentId, text);
  }

  /** Tests for a place that is hidden only while the caret is near. */
  isOpen(documentId: string): boolean {
    return this.#open.has(documentId);
  }

  rename(from: string, to: string): void {
    const open = this.#open.get(from);
    if (open !== undefined) this.#open.set(to, open);
    this.#places.rename(from, to);
  }

  /** The secrets in the lines around a span. */
  #near(documentId: string, text: SourceText, near: TextSpan): readonly PlacedSecret[] {
    const secrets = this.#secretsIn(documentId, text);
    const first = text.lineAt(Math.max(0, text.lineIndexOf(near.start) - 1)).start;
    const last = text.lineAt(Math.min(text.lineCount - 1, text.lineIndexOf(near.end) + linesAbove)).end;
    const found = secrets.filter(({ start, end }) => start <= last && first <= end);
    return [...this.#places.find(documentId, text, { start: first, end: near.end }), ...found];
  }

  /** Deleted secrets in a changed range: between quotes, or if they are more than a word. */
  #pastedIn(text: SourceText, range: TextSpan): readonly TextSpan[] {
    const part = text.slice(range.start, range.end);
    const found: TextSpan[] = [];
    for (const secret of this.#deleted.keys())
      for (let at = part.indexOf(secret); at >= 0; at = part.indexOf(secret, at + 1)) {
        const span = { start: range.start + at, end: range.start + at + secret.length };
        const [before = '', after = ''] = [span.start - 1, span.end].map((unit) => text.slice(...unitAt(text, unit)));
        if (/\w/.test(before) || /\w/.test(after)) continue;
        if (/["'`]/.test(before) || isChosen(secret, true, 'bare')) found.push(span);
      }
    return found;
  }
}

const unitAt = ({ length }: SourceText, at: number) => [Math.max(0, at), Math.min(length, at + 1)] as const;
const holds = (one: TextSpan, other: TextSpan) => one.start <= other.start && other.end <= one.end;

/** A secret after changes; empty if they replaced it, or several cut it. */
function moved({ start, end }: TextSpan, changes: ChangeSet): TextSpan {
  const near = changes.changes.filter((one) => one.start <= end && start <= one.end);
  const isOver = near.some((one) => one.start <= start && end <= one.end);
  const isCut = near.length > 1 && near.some((one) => one.start < end && start < one.end);
  const first = changes.mapOffset(start, 1);
  return { start: first, end: isOver || isCut ? first : Math.max(first, changes.mapOffset(end, -1)) };
}
