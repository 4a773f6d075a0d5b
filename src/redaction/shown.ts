import type { ChangeRange, SourceText } from '../text/sourceText.ts';
import { growthOf, type TextChange } from '../text/textChange.ts';
import type { SecretSpan } from './finding.ts';
import { type HiddenSpan, shownFor } from './shownText.ts';

/** A text as it is shown; the raw text itself when it holds no secret. */
export interface RedactedText {
  readonly text: SourceText;
  /** Ascending and disjoint, in the raw text. */
  readonly hidden: readonly HiddenSpan[];
  /** Where an offset of the raw text stands in the shown one; inside a secret, where its placeholder begins. */
  offset(raw: number): number;
}

/** What stands for a secret; null when it may be shown. */
export type Hide = (span: SecretSpan) => HiddenSpan | null;

/** A text with all its secrets hidden. */
export function redactedOf(raw: SourceText, spans: readonly SecretSpan[], hide: Hide): RedactedText {
  const hidden = spans.flatMap((span) => hide(span) ?? []);
  return hidden.length === 0 ? unchanged(raw) : shownWith(raw, raw.withChanges(replacements(raw, hidden)), hidden);
}

/**
 * The same for a text that came from another one, whose shown form is known, by changes in these places: only what is near them is
 * hidden anew, so the shown texts share what the raw ones do.
 */
export function redactedAfter(
  older: RedactedText,
  raw: SourceText,
  ranges: readonly ChangeRange[],
  spans: readonly SecretSpan[],
  hide: Hide,
): RedactedText {
  const [first] = ranges;
  const last = ranges.at(-1);
  if (first === undefined || last === undefined || (older.hidden.length === 0 && spans.length === 0)) {
    return redactedOf(raw, spans, hide);
  }
  const growth = ranges.reduce((sum, { start, end, newLength }) => sum + newLength - (end - start), 0);
  const kept = new Set<HiddenSpan>();
  const fresh: HiddenSpan[] = [];
  let at = 0;
  const hidden = spans.flatMap((span) => {
    const isBefore = span.end <= first.start;
    const by = isBefore ? 0 : growth;
    if (isBefore || span.start >= last.end + growth) {
      while (at < older.hidden.length && (older.hidden[at] as HiddenSpan).start + by < span.start) at++;
      const same = older.hidden[at];
      if (same !== undefined && same.start + by === span.start && same.end + by === span.end) {
        kept.add(same);
        return by === 0 ? same : { start: span.start, end: span.end, placeholder: same.placeholder };
      }
    }
    const one = hide(span);
    if (one !== null) fresh.push(one);
    return one ?? [];
  });
  if (hidden.length === 0) return unchanged(raw);
  // What differs, in the older raw text: the changes and the secrets that came or went.
  const gone = older.hidden.filter((one) => !kept.has(one));
  const from = Math.min(first.start, ...gone.map(({ start }) => start), ...fresh.map(({ start }) => start));
  const to = Math.max(last.end, ...gone.map(({ end }) => end), ...fresh.map(({ end }) => end - growth));
  const end = to + growth;
  const newText = replacements(raw, fresh).reduceRight(
    (text, change) => text.slice(0, change.start - from) + change.newText + text.slice(change.end - from),
    raw.slice(from, end),
  );
  const change: TextChange = { start: older.offset(from), end: older.offset(to), newText };
  return shownWith(raw, older.text.withChanges([change]), hidden);
}

function unchanged(raw: SourceText): RedactedText {
  return { text: raw, hidden: [], offset: (at) => at };
}

function replacements(raw: SourceText, hidden: readonly HiddenSpan[]): readonly TextChange[] {
  return hidden.map(({ start, end, placeholder }) => ({
    start,
    end,
    newText: shownFor(placeholder, raw.slice(start, end)),
  }));
}

function shownWith(raw: SourceText, text: SourceText, hidden: readonly HiddenSpan[]): RedactedText {
  let changes: readonly TextChange[] | null = null;
  const offset = (at: number): number => {
    changes ??= replacements(raw, hidden);
    let growth = 0;
    for (const change of changes) {
      if (at <= change.start) break;
      if (at < change.end) return change.start + growth;
      growth += growthOf(change);
    }
    return at + growth;
  };
  return { text, hidden, offset };
}
