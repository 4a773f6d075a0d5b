import { LruMap } from '../../base/lruMap.ts';
import type { SourceText } from '../../text/sourceText.ts';
import type { TextSpan } from '../../text/textChange.ts';
import { type FoundSecret, united } from '../finding.ts';

/** Maximum number of places, of all documents; the oldest are dropped. */
const maxPlaces = 4_096;
/** Maximum number of lines above a secret to one that is not blank. */
const linesAbove = 8;
/** Maximum length of a text that tells a place, UTF-16 units. */
const longestText = 256;

/**
 * A document, the line above, the text before and after a secret in its line, up to other secrets,
 * and the number of line breaks in it. A line break stands for the start or end of a line, or of
 * the document. No line above means any.
 */
export type StoredPlace = [documentId: string, above: string, before: string, after: string, breaks: number];

export interface HiddenPlace {
  readonly place: StoredPlace;
  /**
   * `chosen` by the developer, or `kept` for a secret that was there. `typed` and `open` ones hide
   * while the caret is at the value, or near. `past` ones are in older versions, and are forgotten
   * with the window.
   */
  readonly state: 'chosen' | 'kept' | 'open' | 'typed' | 'past';
}

export type PlacedSecret = FoundSecret & { readonly in?: HiddenPlace };

/**
 * Places in documents that are hidden, whatever stands there: those that the developer has chosen,
 * those of secrets whose name was changed or that were moved, and those of what is being typed. A
 * place is known by the text around it, without secrets, so that nothing depends on what is hidden.
 */
export class HiddenPlaces {
  /** By their stored form. */
  readonly #places = new LruMap<string, HiddenPlace>(maxPlaces);
  readonly #onKeep: () => void;
  /** Increases whenever a place is added or removed. */
  version = 0;

  /** `onKeep` is called when the stored places change. */
  constructor(onKeep: () => void) {
    this.#onKeep = onKeep;
  }

  /** The places that are kept over reloads. */
  get stored(): StoredPlace[] {
    return [...this.#places.values()].flatMap(({ place, state }) => (isStored(state) ? [place] : []));
  }

  /** Adds stored places. */
  takeIn(stored: readonly StoredPlace[]): void {
    const isNew = (place: StoredPlace) => !this.#places.has(JSON.stringify(place));
    for (const place of stored.filter(isNew)) {
      this.#places.set(JSON.stringify(place), { place, state: 'chosen' });
      this.version++;
    }
  }

  /** Adds the place of a span between the secrets of a text; none if nothing around it tells it. */
  add(
    documentId: string,
    text: SourceText,
    span: TextSpan,
    secrets: readonly FoundSecret[],
    state: HiddenPlace['state'],
  ): void {
    const chosen = text.slice(span.start, span.end);
    const [start, end] = [span.start + chosen.search(/\S|$/), span.start + chosen.trimEnd().length];
    if (start >= end) return;
    const index = text.lineIndexOf(start);
    const breaks = text.lineIndexOf(end) - index;
    const [first, last] = [text.lineAt(index), text.lineAt(index + breaks)];
    const above = lineAbove(text, index);
    const near = this.find(documentId, text, { start: above.start, end });
    const others = united([...secrets, ...near]).filter((one) => one.end <= start || end <= one.start);
    const from = others.findLast((one) => one.end <= start && first.start <= one.end)?.end;
    const to = others.find((one) => end <= one.start && one.start <= last.end)?.start;
    const front = from === undefined ? `\n${text.slice(first.start, start).trimStart()}` : text.slice(from, start);
    const back = to === undefined ? `${text.slice(end, last.end).trimEnd()}\n` : text.slice(end, to);
    const [before, after] = [front.slice(-longestText), back.slice(0, longestText)];
    const cut = others.find((one) => above.start <= one.end && one.start < first.start);
    const beside = above.text.slice(0, cut && Math.max(0, cut.start - above.start));
    const isTold = beside !== '' || /[\p{L}\p{N}]/u.test(before + after);
    if (before === '' || after === '' || !isTold) return;
    const alone: HiddenPlace = { place: [documentId, '', before, after, breaks], state };
    // A name alone may tell a setting, but not the argument of a call.
    const isNamed = /[\p{L}\p{N}]\W*[:=]\W*$/u.test(before);
    const isAlone = isNamed && findIn(text, [alone]).length === 1;
    this.set(isAlone ? alone : { place: [documentId, beside, before, after, breaks], state });
  }

  /** Adds a place, or changes its state; what is hidden for good stays so. */
  set(one: HiddenPlace): void {
    const key = JSON.stringify(one.place);
    if (isOpen(one) && this.#places.has(key)) return;
    this.#places.set(key, one);
    this.version++;
    if (isStored(one.state)) this.#onKeep();
  }

  delete(one: HiddenPlace): void {
    if (this.#places.delete(JSON.stringify(one.place))) this.version++;
  }

  /** The places of a document that may be closed. */
  open(documentId: string): readonly HiddenPlace[] {
    return [...this.#places.values()].filter((one) => isOpen(one) && one.place[0] === documentId);
  }

  /** What stands in the places of a document, ascending; optionally in a span and the lines below. */
  find(documentId: string, text: SourceText, span?: TextSpan): readonly PlacedSecret[] {
    const places = [...this.#places.values()].filter(({ place }) => place[0] === documentId);
    return places.length === 0 ? [] : findIn(text, places, span);
  }

  /** Follows the renaming of a document, which may get its old name back. */
  rename(from: string, to: string): void {
    for (const { place, state } of [...this.#places.values()])
      if (place[0] === from) this.set({ place: place.with(0, to) as StoredPlace, state });
  }
}

const isStored = (state: HiddenPlace['state']) => state === 'chosen' || state === 'kept';
const isOpen = ({ state }: HiddenPlace) => state === 'open' || state === 'typed';

function findIn(text: SourceText, places: readonly HiddenPlace[], span?: TextSpan): readonly PlacedSecret[] {
  const first = text.lineIndexOf(span?.start ?? 0);
  const last = Math.min(text.lineCount - 1, text.lineIndexOf(span?.end ?? text.length) + linesAbove);
  const lines = text.slice(text.lineAt(first).start, text.lineAt(last).end).split('\n');
  const padded = lines.map((line) => `\n${line.trim()}\n`);
  const found: PlacedSecret[] = [];
  for (const [at, own] of padded.entries())
    for (const one of places) {
      const [, above, before, after, breaks] = one.place;
      const start = own.indexOf(before) + before.length;
      const end = start < before.length ? -1 : (padded[at + breaks]?.indexOf(after, breaks > 0 ? 1 : start) ?? -1);
      if (end <= (breaks > 0 ? 0 : start)) continue;
      const line = text.lineAt(first + at).start;
      const lineBefore = above === '' ? { text: '', start: line } : lineAbove(text, first + at);
      if (!lineBefore.text.startsWith(above)) continue;
      const base = (index: number) => text.lineAt(first + index).start + (lines[index]?.search(/\S|$/) ?? 0) - 1;
      const of = { kind: 'secret', from: lineBefore.start, rank: Number.MAX_SAFE_INTEGER, doubt: isOpen(one), in: one };
      found.push({ start: base(at) + start, end: base(at + breaks) + end, ...of });
    }
  return found;
}

/** The nearest line above one that is not blank; a line break if there is none. */
function lineAbove(text: SourceText, index: number): { readonly text: string; readonly start: number } {
  for (let above = index - 1; above >= Math.max(0, index - linesAbove); above--) {
    const { start, end } = text.lineAt(above);
    const own = text.slice(start, Math.min(end, start + longestText));
    if (/\S/.test(own)) return { text: own.trim(), start: start + own.search(/\S/) };
  }
  return { text: '\n', start: text.lineAt(index).start };
}
