import { canonicalChanges, type TextChange } from '../text/textChange.ts';
import { breaksOf, replacePlaceholders } from './placeholder.ts';

/** A document's text as everyone outside sees it: every secret is a placeholder (design R). */
export interface EditableRedaction {
  readonly text: string;
  /**
   * Changes in the coordinates of the shown text, as changes of the raw text. A placeholder that comes back stands for its secret.
   * Null when the changes would write a placeholder over a secret, or one whose secret is not known.
   */
  toRaw(changes: readonly TextChange[]): readonly TextChange[] | null;
}

/** A text without secrets. */
export function unredacted(text: string): EditableRedaction {
  return { text, toRaw: (changes) => changes };
}

/** A secret of the raw text, `[start, end)`, with what stands for it. */
export interface HiddenSpan {
  readonly start: number;
  readonly end: number;
  readonly placeholder: string;
}

/** A hidden span in both texts. */
interface Place extends HiddenSpan {
  readonly secret: string;
  /** The placeholder and the line breaks of the secret. */
  readonly shown: string;
  readonly shownStart: number;
  readonly shownEnd: number;
}

/**
 * A text with secrets; spans ascending and disjoint. A secret of several lines is shown as its placeholder and its line breaks, so
 * that a line has the same number in both texts.
 *
 * Law: where `toRaw(changes)` is not null, the raw text with these changes, shown with the same placeholders, is the shown text with
 * `changes`. What is changed away whole, a secret among it, is gone from both.
 */
export function redacted(raw: string, spans: readonly HiddenSpan[]): EditableRedaction {
  if (spans.length === 0) return unredacted(raw);
  const places = placesOf(raw, spans);
  let text = '';
  let at = 0;
  for (const { start, end, shown } of places) {
    text += raw.slice(at, start) + shown;
    at = end;
  }
  text += raw.slice(at);
  return { text, toRaw: (changes) => toRaw(changes, text, raw, places) };
}

/** What stands in the shown text for a secret. */
export function shownFor(placeholder: string, secret: string): string {
  return placeholder + breaksOf(secret);
}

function placesOf(raw: string, spans: readonly HiddenSpan[]): readonly Place[] {
  let growth = 0;
  return spans.map(({ start, end, placeholder }) => {
    const secret = raw.slice(start, end);
    const shown = shownFor(placeholder, secret);
    const shownStart = start + growth;
    growth += shown.length - secret.length;
    return { start, end, placeholder, secret, shown, shownStart, shownEnd: shownStart + shown.length };
  });
}

function toRaw(
  changes: readonly TextChange[],
  shown: string,
  raw: string,
  places: readonly Place[],
): readonly TextChange[] | null {
  const secrets = new Map(places.map((place) => [place.placeholder, place]));
  const restored: TextChange[] = [];
  for (const { start, end, newText, cut } of widened(changes, shown, places)) {
    let kept = 0;
    const text = replacePlaceholders(newText, (placeholder, rest) => {
      const place = secrets.get(placeholder);
      // A text that speaks of placeholders may hold one that hides nothing.
      if (place === undefined) return raw.includes(placeholder) ? { text: placeholder, taken: 0 } : null;
      if (raw.includes(placeholder)) return null;
      kept++;
      const breaks = breaksOf(place.secret);
      return { text: place.secret, taken: rest.startsWith(breaks) ? breaks.length : 0 };
    });
    if (text === null || kept < cut) return null;
    // Written from memory: `[REDACTED]` is nobody's secret.
    if (text.includes('[REDACTED') && !raw.includes('[REDACTED')) return null;
    restored.push({ start: rawOffset(start, places), end: rawOffset(end, places), newText: text });
  }
  return restored;
}

interface Widened extends TextChange {
  /** How many placeholders the change cut into, so that they were taken in whole. */
  readonly cut: number;
}

/** The changes, ascending, those that cut into a placeholder widened to the whole of it. */
function widened(changes: readonly TextChange[], shown: string, places: readonly Place[]): readonly Widened[] {
  const groups: { start: number; end: number; cut: Set<Place>; changes: TextChange[] }[] = [];
  for (const change of canonicalChanges(changes, shown.length)) {
    const cut = places.filter((place) => isInside(change.start, place) || isInside(change.end, place));
    const start = Math.min(change.start, ...cut.map(({ shownStart }) => shownStart));
    const end = Math.max(change.end, ...cut.map(({ shownEnd }) => shownEnd));
    const last = groups.at(-1);
    if (last !== undefined && start < last.end) {
      last.end = Math.max(last.end, end);
      for (const place of cut) last.cut.add(place);
      last.changes.push(change);
    } else groups.push({ start, end, cut: new Set(cut), changes: [change] });
  }
  return groups.map(({ start, end, cut, changes: parts }) => {
    let newText = '';
    let at = start;
    for (const part of parts) {
      newText += shown.slice(at, part.start) + part.newText;
      at = part.end;
    }
    return { start, end, newText: newText + shown.slice(at, end), cut: cut.size };
  });
}

function isInside(offset: number, { shownStart, shownEnd }: Place): boolean {
  return shownStart < offset && offset < shownEnd;
}

/** An offset of the shown text, not inside a placeholder, in the raw one. */
function rawOffset(offset: number, places: readonly Place[]): number {
  const before = places.findLast(({ shownEnd }) => shownEnd <= offset);
  return before === undefined ? offset : before.end + offset - before.shownEnd;
}
