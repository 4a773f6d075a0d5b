import { leadingCount } from '../base/leadingCount.ts';
import { LruMap } from '../base/lruMap.ts';
import type { SourceText } from '../text/sourceText.ts';
import type { TextSpan } from '../text/textChange.ts';
import type { FoundSecret } from './finding.ts';

/** Maximum number of places, of all documents; the oldest are dropped. */
const maxPlaces = 4_096;
/** Maximum number of lines above a secret that tell its place, and of those among which they are, with blank ones. */
const [linesAbove, rowsAbove] = [2, 8];
/** Maximum number of lines of one secret. */
const maxLines = 64;
/** Longer lines have no places, UTF-16 units. */
const longestLine = 1_024;
/** Stands for a secret in a line; and for a line before the first, or one that is too long. */
const [secretMark, noLine] = ['\0', '\n'];

/** A document, lines above, and the text before and after a secret in its line. */
export type StoredPlace = [documentId: string, above: string[], before: string, after: string];

export interface HiddenPlace {
  readonly place: StoredPlace;
  /** It hides only while the developer's caret is near. */
  readonly isOpen: boolean;
  /** Replaced by another one; it still hides in older versions, for as long as the window is open. */
  readonly isPast: boolean;
}

export type PlacedSecret = FoundSecret & { readonly in?: HiddenPlace };

/** A line without its indentation, with a mark for each secret; `start` and `end` in the text. */
interface Line {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly secrets: readonly TextSpan[];
}

/**
 * Places in documents that stay hidden, whatever stands there: those that the developer has hidden,
 * and those of secrets whose name was changed or that were moved. A place is known by the text around
 * it, without secrets, so that nothing depends on what is hidden.
 */
export class HiddenPlaces {
  /** By their stored form. */
  readonly #places = new LruMap<string, HiddenPlace>(maxPlaces);
  /** Increases whenever a place is added or removed. */
  version = 0;

  /** The places that are kept over reloads. */
  get stored(): StoredPlace[] {
    return [...this.#places.values()].flatMap(({ place, isOpen, isPast }) => (isOpen || isPast ? [] : [place]));
  }

  /** Adds stored places. */
  takeIn(stored: readonly StoredPlace[]): void {
    for (const place of stored)
      if (!this.#places.has(JSON.stringify(place))) this.#set({ place, isOpen: false, isPast: false });
  }

  /** Adds the place of a span between the `secrets` of a text; of several lines, each. */
  add(documentId: string, text: SourceText, span: TextSpan, secrets: readonly FoundSecret[], isOpen: boolean): void {
    const first = text.lineIndexOf(span.start);
    const last = Math.min(text.lineIndexOf(span.end), first + maxLines);
    const others = secrets.filter(({ start, end }) => end <= span.start || span.end <= start);
    for (let index = first; index <= last; index++) {
      const line = lineOf(text, index, others);
      const [start, end] = [Math.max(line.start, span.start), Math.min(line.end, span.end)];
      if (line.text === noLine || start >= end) continue;
      const [before, after] = [marked(text, line.start, start, others), marked(text, end, line.end, others)];
      const above = linesBefore(text, index, others);
      // A name alone may tell a setting, but not the argument of a call.
      for (let count = /[\p{L}\p{N}]\W*[:=]\W*$/u.test(before) ? 0 : 1; count <= linesAbove; count++) {
        const place: StoredPlace = [documentId, above.slice(0, count).map(({ text: own }) => own), before, after];
        const one = { place, isOpen, isPast: false };
        if (count < linesAbove && findIn(text, [one], others).length > 1) continue;
        this.#set(one);
        break;
      }
    }
  }

  /** Keeps a place that another one replaces for older versions only. */
  retire(one: HiddenPlace): void {
    this.#set({ ...one, isPast: true });
  }

  /** Removes the open places of a document that are in a text. Others still hide in older versions. */
  close(documentId: string, text: SourceText, secrets: readonly FoundSecret[]): void {
    const now = this.find(documentId, text, secrets).map((one) => one.in);
    for (const [key, one] of [...this.#places])
      if (one.isOpen && one.place[0] === documentId) {
        if (now.includes(one)) this.#places.delete(key);
        else this.#set({ ...one, isOpen: false, isPast: true });
      }
    this.version++;
  }

  /** What stands in the places of a document, ascending; optionally in the lines around a span. */
  find(
    documentId: string,
    text: SourceText,
    secrets: readonly FoundSecret[],
    near?: TextSpan,
  ): readonly PlacedSecret[] {
    const places = [...this.#places.values()].filter(({ place }) => place[0] === documentId);
    return places.length === 0 ? [] : findIn(text, places, secrets, near);
  }

  /** Follows the renaming of a document, which may get its old name back. */
  rename(from: string, to: string): void {
    for (const one of [...this.#places.values()])
      if (one.place[0] === from) this.#set({ ...one, place: [to, one.place[1], one.place[2], one.place[3]] });
  }

  #set(one: HiddenPlace): void {
    const key = JSON.stringify(one.place);
    if (one.isOpen && this.#places.has(key)) return;
    this.#places.set(key, one);
    this.version++;
  }
}

function findIn(
  text: SourceText,
  places: readonly HiddenPlace[],
  secrets: readonly FoundSecret[],
  near: TextSpan = { start: 0, end: text.length },
): readonly PlacedSecret[] {
  const first = text.lineIndexOf(near.start);
  const last = Math.min(text.lineCount - 1, text.lineIndexOf(near.end) + rowsAbove);
  const found: PlacedSecret[] = [];
  for (let index = first; index <= last; index++) {
    const line = lineOf(text, index, secrets);
    if (line.text === noLine) continue;
    for (const one of places) {
      const [, above, before, after] = one.place;
      if (line.text.length <= before.length + after.length) continue;
      if (!line.text.startsWith(before) || !line.text.endsWith(after)) continue;
      const lines = above.length === 0 ? [] : linesBefore(text, index, secrets);
      if (!above.every((own, at) => lines[at]?.text === own)) continue;
      const start = offsetIn(line, before.length);
      const end = offsetIn(line, line.text.length - after.length);
      const from = lines[above.length - 1]?.start ?? line.start;
      found.push({ start, end, from, kind: 'secret', rank: Number.MAX_SAFE_INTEGER, doubt: one.isOpen, in: one });
    }
  }
  return found;
}

/** The lines above one that are not blank, the nearest first. */
function linesBefore(text: SourceText, index: number, secrets: readonly FoundSecret[]): readonly Line[] {
  const lines = Array.from({ length: rowsAbove }, (_, at) => lineOf(text, index - 1 - at, secrets));
  const none = { text: noLine, start: 0, end: 0, secrets: [] };
  return [...lines.filter((line) => line.text !== '' && line.start < line.end), none, none].slice(0, linesAbove);
}

function lineOf(text: SourceText, index: number, secrets: readonly FoundSecret[]): Line {
  if (index < 0) return { text: noLine, start: 0, end: 0, secrets: [] };
  const line = text.lineAt(index);
  const raw = line.end - line.start > longestLine ? '' : text.slice(line.start, line.end);
  const start = line.start + raw.search(/\S|$/);
  const end = Math.max(start, line.start + raw.trimEnd().length);
  const first = leadingCount(secrets, (one) => one.end <= start);
  const inside = secrets.slice(
    first,
    leadingCount(secrets, (one) => one.start < end),
  );
  return {
    text: raw === '' && line.end > line.start ? noLine : marked(text, start, end, inside),
    start,
    end,
    secrets: inside,
  };
}

/** A part of a text with a mark for each secret. */
function marked(text: SourceText, from: number, to: number, secrets: readonly TextSpan[]): string {
  let [at, result] = [from, ''];
  for (const { start, end } of secrets) {
    if (end <= at || start >= to) continue;
    result += text.slice(at, Math.max(at, start)) + secretMark;
    at = Math.min(end, to);
  }
  return result + text.slice(at, to);
}

/** The offset in the text of a unit of a line. */
function offsetIn({ start, end, secrets }: Line, unit: number): number {
  let at = start + unit;
  for (const one of secrets) if (one.start < at) at += Math.min(one.end, end) - Math.max(one.start, start) - 1;
  return at;
}
