import { LruMap } from '../../base/lruMap.ts';
import type { ChangeSet } from '../../text/changeSet.ts';
import type { SourceText } from '../../text/sourceText.ts';
import type { TextChange, TextSpan } from '../../text/textChange.ts';
import { type FoundSecret, united } from '../finding.ts';
import { isChosen } from '../rules/value.ts';
import type { HiddenPlace, HiddenPlaces, PlacedSecret } from './hiddenPlaces.ts';
import { randomParts, typedEnd, typedValue } from './typedValues.ts';

/** Maximum number of changes of one step that are followed, and of deleted secrets. */
const maxFollowed = 256;
/** Number of lines above a secret that may tell it. */
const linesAbove = 2;
/** Minimum length of a secret that is looked for where it was moved to, UTF-16 units. */
const shortestMoved = 6;

/** A change of a document, with at most {@link maxFollowed} of its changes. */
interface Step {
  readonly documentId: string;
  readonly before: SourceText;
  readonly text: SourceText;
  readonly changes: ChangeSet;
  readonly made: readonly TextChange[];
  /** The same in the new text. */
  readonly ranges: readonly TextSpan[];
  /** Where the secrets near the changes now are. */
  readonly moved: readonly FoundSecret[];
  /** True if the document has carets. */
  readonly isWatched: boolean;
}

/**
 * Follows what the developer types and changes. A value that is typed where a secret is likely is
 * hidden until the caret has left it; a secret beside which a name is typed on, until it has left
 * the lines. What another change of its name would show, or moves, stays hidden for good.
 */
export class SecretFollower {
  readonly #places: HiddenPlaces;
  readonly #caretsOf: (documentId: string) => readonly number[];
  readonly #secretsIn: (documentId: string, text: SourceText) => readonly FoundSecret[];
  /** By document with open places: its text, and the carets before they followed its last change. */
  readonly #open = new Map<string, { readonly text: SourceText; readonly carets: string }>();
  /** What was in a place in each version, by object, and the places of which this was a secret. */
  readonly #versions = new WeakMap<SourceText, readonly PlacedSecret[]>();
  readonly #secrets = new WeakSet<HiddenPlace>();
  /** Random values in places that were closed, to be learnt. */
  #closed: { readonly documentId: string; readonly text: SourceText; readonly found: readonly FoundSecret[] }[] = [];
  /** Secrets that the developer deleted or cut, by the whole text that was. */
  readonly #deleted = new LruMap<string, string>(maxFollowed);

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

  /** Follows a change of a document from one text to another. */
  follow(documentId: string, before: SourceText, text: SourceText, changes: ChangeSet, isDevelopers: boolean): void {
    const carets = this.#caretsOf(documentId);
    const made = changes.changes.slice(0, maxFollowed);
    const ranges = changes.inverseRanges().slice(0, maxFollowed);
    this.#close(documentId, isDevelopers ? made.flatMap(({ start, end }) => [start, end]) : []);
    const earlier = made.flatMap((change) => this.#near(documentId, before, change));
    const moved = earlier
      .map((secret) => ({ ...secret, ...movedSpan(secret, changes) }))
      .filter(({ start, end }) => start < end);
    const step: Step = { documentId, before, text, changes, made, ranges, moved, isWatched: carets.length > 0 };
    const deleted = earlier.flatMap((secret) => this.#keep(step, secret, isDevelopers));
    const wasTyped = earlier.some((one) => one.in?.state === 'typed');
    for (const [at, range] of isDevelopers ? ranges.entries() : []) {
      for (const secret of deleted) if (secret.at !== at) this.#hidePasted(step, range, secret.text);
      const pasted = this.#deleted.get(made[at]?.newText ?? '');
      const start = range.start + (made[at]?.newText.indexOf(pasted ?? '') ?? 0);
      if (pasted !== undefined) this.#hide(step, { start, end: start + pasted.length }, 'kept');
      if (step.isWatched) this.#followTyping(step, range, wasTyped);
    }
    if (this.#places.open(documentId).length > 0) this.#open.set(documentId, { text, carets: String(carets) });
    const found = this.#places.find(documentId, text);
    if (found.length > 0) this.#versions.set(text, found);
  }

  /**
   * Hides a secret that a step would show. Of one that the developer deletes, returns the text
   * and the change; what is written there in its place may be it.
   */
  #keep(step: Step, secret: PlacedSecret, isDevelopers: boolean): readonly { text: string; at: number }[] {
    const { before, made, changes, ranges } = step;
    const state = secret.in?.state ?? 'open';
    const isSure = state !== 'typed' || randomParts(before, secret).length > 0;
    const now = movedSpan(secret, changes);
    if (!isDevelopers && secret.in === undefined) return [];
    if (now.start === now.end) {
      const isEmptied = made.some(
        ({ start, end, newText }) => start === secret.start && end === secret.end && newText === '',
      );
      if (isDevelopers && state === 'kept' && secret.in && isEmptied) this.#forget(secret.in);
      const at = made.findIndex(({ start, end }) => start <= secret.start && secret.end <= end);
      const [change, range] = [made[at], ranges[at]];
      const text = before.slice(secret.start, secret.end);
      if (!isDevelopers || !isSure || text.length < shortestMoved) return [];
      if (change !== undefined) this.#deleted.set(before.slice(change.start, change.end), text);
      for (const word of range ? wordsIn(step.text, range) : []) this.#hide(step, word, 'open');
      return [{ text, at }];
    }
    const isTypedOn = made.every(
      ({ start, end, newText }) => /^[\w$-]*$/.test(newText) && newText.startsWith(before.slice(start, end)),
    );
    const isOwn = made.every(({ start, end }) => secret.start < end && start <= secret.end);
    const isMoved = isSure && secret.in?.state !== 'open' && !isTypedOn && !isOwn;
    const isKept = state === 'kept' || state === 'chosen' || state === 'past';
    const isHidden = this.#hide(step, now, state === 'chosen' ? state : isKept || isMoved ? 'kept' : state);
    if (isHidden && secret.in !== undefined && isKept) this.#places.set({ ...secret.in, state: 'past' });
    return [];
  }

  /** Hides what is typed in a range, if a secret is likely there, until its end is known. */
  #followTyping({ documentId, text }: Step, range: TextSpan, wasTyped: boolean): void {
    const add = (span: TextSpan) =>
      this.#places.add(documentId, text, span, this.#secretsIn(documentId, text), 'typed');
    const around = () => this.#places.find(documentId, text, range).filter((one) => isIn(one, range.end));
    if (around().length === 0) {
      // A typed value may be written anew with its line.
      const starts = wasTyped ? text.slice(range.start, range.end).matchAll(/["'`=:]\s*(?=\S)/g) : [];
      const parts = Array.from(starts, ({ 0: sign, index }) => range.start + index + sign.length);
      const values = [range, ...parts.map((start) => ({ start, end: start + 1 }))].map((part) =>
        typedValue(text, part),
      );
      for (const value of values) if (value !== null) add(value);
    }
    for (const one of around()) {
      if (one.in?.state !== 'typed') continue;
      if (this.#isSecret(documentId, text, one)) this.#secrets.add(one.in);
      const end = typedEnd(text, one.start);
      if (end >= one.end || this.#secrets.has(one.in)) continue;
      this.#forget(one.in);
      add({ start: one.start, end });
    }
  }

  /** Forgets a place, but for the versions that were hidden there. */
  #forget(place: HiddenPlace): void {
    this.#secrets.add(place);
    this.#places.delete(place);
  }

  /** Hides a span; false if it is hidden already. */
  #hide({ documentId, text, moved, isWatched }: Step, span: TextSpan, state: HiddenPlace['state']): boolean {
    // What is typed may end before it.
    const near = this.#near(documentId, text, span).filter(
      ({ in: of }) => (of?.state !== 'typed' || state === 'typed') && of?.state !== 'past',
    );
    const isHidden = near.some((one) => one.start <= span.start && span.end <= one.end);
    if (isHidden || (!isWatched && (state === 'open' || state === 'typed'))) return false;
    this.#places.add(documentId, text, span, united([...this.#secretsIn(documentId, text), ...moved]), state);
    return true;
  }

  /** What was in a place that is forgotten, and was a secret. */
  among(text: SourceText): readonly FoundSecret[] {
    return (this.#versions.get(text) ?? []).filter((one) => one.in !== undefined && this.#secrets.has(one.in));
  }

  /** Closes the places of a document that the carets have left. The random values there are to be learnt. */
  settle(documentId: string, learn: (text: SourceText, found: readonly FoundSecret[]) => void): void {
    this.#close(documentId);
    for (const one of this.#closed) if (one.documentId === documentId) learn(one.text, one.found);
    this.#closed = this.#closed.filter((one) => one.documentId !== documentId);
  }

  #close(documentId: string, changed: readonly number[] = []): void {
    const last = this.#open.get(documentId);
    const carets = this.#caretsOf(documentId);
    // Where there is no caret, none has left.
    if (last === undefined || carets.length === 0 || String(carets) === last.carets) return;
    const { text } = last;
    const now = this.#places.find(documentId, text);
    for (const place of this.#places.open(documentId)) {
      const spans = now.filter((one) => one.in === place);
      const isNear = place.state === 'typed' ? isAt : isBeside;
      if (spans.some((span) => [...carets, ...changed].some((caret) => isNear(text, span, caret)))) continue;
      const found = spans.flatMap((span) => randomParts(text, span));
      if (found.length > 0) this.#closed.push({ documentId, text, found });
      if (spans.length === 0 || place.state === 'open') this.#secrets.add(place);
      this.#places.delete(place);
    }
    this.#versions.set(text, this.#places.find(documentId, text));
    if (this.#places.open(documentId).length === 0) this.#open.delete(documentId);
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
    return [...found, ...this.#places.find(documentId, text, { start: first, end: near.end })];
  }

  /** Tests for a secret by form, or a random value. */
  #isSecret(documentId: string, text: SourceText, { start, end }: TextSpan): boolean {
    const isFound = (one: TextSpan) => one.start < end && start < one.end;
    return randomParts(text, { start, end }).length > 0 || this.#secretsIn(documentId, text).some(isFound);
  }

  /** Hides a deleted secret in a range of one line: between quotes, or if it is more than a word. */
  #hidePasted(step: Step, { start, end }: TextSpan, secret: string): void {
    const part = step.text.slice(Math.max(0, start - 1), Math.min(step.text.length, end + 1));
    const index = part.indexOf(secret);
    if (index < 0 || step.text.slice(start, end).trim().includes('\n')) return;
    const [before = '', after = ''] = [part[index - 1], part[index + secret.length]];
    const isWord = !/\w/.test(before) && !/\w/.test(after);
    if (!isWord || !(/["'`]/.test(before) || isChosen(secret, true, 'bare'))) return;
    const from = Math.max(0, start - 1) + index;
    this.#hide(step, { start: from, end: from + secret.length }, 'kept');
  }
}

/** Words in a changed part of a line that may be a secret, but no keys. */
function wordsIn(text: SourceText, { start, end }: TextSpan): readonly TextSpan[] {
  const part = text.slice(start, end);
  if (part.trim().includes('\n')) return [];
  return Array.from(
    part.matchAll(/(["'`]?)([^\s"'`(){}[\],;<>=]{6,})(?!["'`]\s*:)/g),
    ({ 1: quote = '', 2: word = '', index }) => {
      const from = start + index + quote.length;
      return quote !== '' || isChosen(word, true, 'bare') ? [{ start: from, end: from + word.length }] : [];
    },
  ).flat();
}

/** Tests for a caret at a typed value. The next unit may make the last one, such as a comma, part of it. */
const isAt = (_: SourceText, span: TextSpan, caret: number) => isIn(span, caret) || isIn(span, caret - 1);
const isIn = ({ start, end }: TextSpan, at: number) => start <= at && at <= end;

/** Tests for a caret near the lines of a secret, where what tells it may be. */
function isBeside(text: SourceText, { start, end }: TextSpan, caret: number): boolean {
  const line = text.lineIndexOf(Math.min(caret, text.length));
  return text.lineIndexOf(start) - linesAbove <= line && line <= text.lineIndexOf(end) + 1;
}

/** A secret after changes; empty if they replaced it, or several cut it. */
function movedSpan({ start, end }: TextSpan, changes: ChangeSet): TextSpan {
  const near = changes.changes.filter((one) => one.start <= end && start <= one.end);
  const isOver = near.some((one) => one.start <= start && end <= one.end);
  const isCut = near.length > 1 && near.some((one) => one.start < end && start < one.end);
  const first = changes.mapOffset(start, 1);
  return { start: first, end: isOver || isCut ? first : Math.max(first, changes.mapOffset(end, -1)) };
}
