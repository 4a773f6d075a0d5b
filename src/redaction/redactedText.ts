import { leadingCount } from '../base/leadingCount.ts';
import type { ChangeRange, SourceText } from '../text/sourceText.ts';
import { growthOf, type TextChange, type TextSpan } from '../text/textChange.ts';
import type { FoundSecret } from './finding.ts';

/** A secret of the raw text, `[start, end)`, with the placeholder that stands for it. */
export interface HiddenSpan extends TextSpan {
  /** Where begins what tells that it is a secret, such as the name it is assigned to; at most `start`. */
  readonly from: number;
  readonly placeholder: string;
  /** The line breaks of the secret. */
  readonly breaks: string;
}

/** What stands for a secret in the redacted text, `[start, end)`: the placeholder and the line breaks of the secret. */
export interface PlaceholderSpan extends TextSpan {
  /** Where begins what tells that it is a secret. */
  readonly from: number;
}

declare const isWithoutSecrets: unique symbol;

/** A text that has been through redaction. What tells of a text takes no other, and the compiler holds it: only {@link RedactedText} makes one. */
export type ShareableText = SourceText & { readonly [isWithoutSecrets]: true };

/** A shorter secret is not looked for in texts about its line, UTF-16 units. */
const shortestQuoted = 4;

/** What stands for a secret; null when the developer allows it to be seen. */
export type Hide<Span extends FoundSecret> = (span: Span) => HiddenSpan | null;

/**
 * A text as it leaves: with placeholders for its secrets; the raw text itself when it has none. A line has the same number in both:
 * behind a placeholder stand the line breaks of its secret.
 *
 * Laws: `toRedacted` and `toRaw` never change the order of two offsets; outside of secrets each undoes the other, and an offset inside
 * goes to the beginning.
 */
export class RedactedText {
  readonly text: ShareableText;
  /** Ascending and disjoint, in the raw text. */
  readonly hidden: readonly HiddenSpan[];
  readonly #raw: SourceText;
  #placeholders: readonly PlaceholderSpan[] | null = null;

  private constructor(raw: SourceText, text: SourceText, hidden: readonly HiddenSpan[]) {
    this.text = text as ShareableText;
    this.hidden = hidden;
    this.#raw = raw;
  }

  /** A text that holds no secret, or of which none is to be hidden. */
  static unchanged(raw: SourceText): RedactedText {
    return new RedactedText(raw, raw, []);
  }

  static of<Span extends FoundSecret>(raw: SourceText, spans: readonly Span[], hide: Hide<Span>): RedactedText {
    const hidden = spans.flatMap((span) => hide(span) ?? []);
    if (hidden.length === 0) return RedactedText.unchanged(raw);
    return new RedactedText(raw, raw.withChanges(replacements(hidden)), hidden);
  }

  /**
   * The same for a raw text that came from this one's by changes in these places: only what is near them is hidden anew, so the
   * redacted texts share what the raw ones do.
   */
  next<Span extends FoundSecret>(
    raw: SourceText,
    ranges: readonly ChangeRange[],
    spans: readonly Span[],
    hide: Hide<Span>,
  ): RedactedText {
    const [first] = ranges;
    const last = ranges.at(-1);
    if (first === undefined || last === undefined || (this.hidden.length === 0 && spans.length === 0)) {
      return RedactedText.of(raw, spans, hide);
    }
    const growth = ranges.reduce((sum, { start, end, newLength }) => sum + newLength - (end - start), 0);
    const same = unchangedSpans(this.hidden, spans, ranges);
    const known = new Set<HiddenSpan>();
    const fresh: HiddenSpan[] = [];
    const hidden = spans.flatMap((span, index) => {
      const before = same[index];
      // One that something else tells of now may be a line of another secret.
      if (before !== undefined && before.start - before.from === span.start - span.from) {
        known.add(before);
        return before.start === span.start ? before : { ...before, start: span.start, end: span.end, from: span.from };
      }
      const one = hide(span);
      if (one !== null) fresh.push(one);
      return one ?? [];
    });
    if (hidden.length === 0) return RedactedText.unchanged(raw);
    // What differs, in the older raw text: the changes and the secrets that came or went, and all between them.
    const gone = this.hidden.filter((one) => !known.has(one));
    const from = Math.min(first.start, gone[0]?.start ?? first.start, fresh[0]?.start ?? first.start);
    const to = Math.max(last.end, gone.at(-1)?.end ?? 0, (fresh.at(-1)?.end ?? 0) - growth);
    const newText = redactedPart(raw, from, to + growth, hidden);
    const change: TextChange = { start: this.toRedacted(from), end: this.toRedacted(to), newText };
    return new RedactedText(raw, this.text.withChanges([change]), hidden);
  }

  /** Whether nothing is hidden: then both texts are one. */
  get isUnchanged(): boolean {
    return this.hidden.length === 0;
  }

  /** Where the hidden secrets stand in the redacted text; ascending, as `hidden`. */
  get placeholders(): readonly PlaceholderSpan[] {
    if (this.#placeholders !== null) return this.#placeholders;
    let growth = 0;
    const places = replacements(this.hidden).map((change) => {
      const start = change.start + growth;
      growth += growthOf(change);
      return { start, end: start + change.newText.length };
    });
    this.#placeholders = places.map((place, index) => {
      const { from } = this.hidden[index] as HiddenSpan;
      return { ...place, from: mappedOffset(from, this.hidden, places) };
    });
    return this.#placeholders;
  }

  /** A text about a line of this one, counted from zero, such as an error's message, without what is hidden in that line. */
  quoted(line: number, text: string): string {
    if (line >= this.#raw.lineCount) return text;
    const { start, end } = this.#raw.lineAt(line);
    const hidden = this.hidden.filter((span) => span.start < end && start < span.end);
    return hidden
      .map((span) => ({ secret: this.#raw.slice(span.start, span.end), placeholder: span.placeholder }))
      .filter(({ secret, placeholder }) => secret.length >= shortestQuoted || placeholder.endsWith(':0]'))
      .sort((a, b) => b.secret.length - a.secret.length)
      .reduce((quoting, { secret, placeholder }) => quoting.replaceAll(wholeWord(secret), () => placeholder), text);
  }

  /** Whether a unit of the redacted text belongs to a placeholder of a hidden secret. */
  isHidden(offset: number): boolean {
    const at = leadingCount(this.placeholders, ({ end }) => end <= offset);
    return (this.placeholders[at]?.start ?? Number.POSITIVE_INFINITY) <= offset;
  }

  /** Where an offset of the raw text stands in the redacted one; inside a secret, where its placeholder begins. */
  toRedacted(offset: number): number {
    return mappedOffset(offset, this.hidden, this.placeholders);
  }

  /** Where an offset of the redacted text stands in the raw one; inside a placeholder, where its secret begins. */
  toRaw(offset: number): number {
    return mappedOffset(offset, this.placeholders, this.hidden);
  }
}

/** A part of a raw text that begins and ends outside of secrets, without them. */
function redactedPart(raw: SourceText, from: number, to: number, hidden: readonly HiddenSpan[]): string {
  const part = raw.slice(from, to);
  let text = '';
  let at = 0;
  for (const { start, end, placeholder, breaks } of hidden) {
    if (start < from || end > to) continue;
    text += part.slice(at, start - from) + placeholder + breaks;
    at = end - from;
  }
  return text + part.slice(at);
}

function replacements(hidden: readonly HiddenSpan[]): readonly TextChange[] {
  return hidden.map(({ start, end, placeholder, breaks }) => ({ start, end, newText: placeholder + breaks }));
}

/**
 * For each span of a text the one that it was in the text before, where it was one of the same units; nothing for those between the
 * first and the last change, or next to them. Spans are ascending, the changes those that made the text.
 */
export function unchangedSpans<Older extends TextSpan>(
  older: readonly Older[],
  spans: readonly TextSpan[],
  ranges: readonly ChangeRange[],
): readonly (Older | undefined)[] {
  const first = ranges[0]?.start ?? Number.POSITIVE_INFINITY;
  const last = ranges.at(-1)?.end ?? Number.POSITIVE_INFINITY;
  const growth = ranges.reduce((sum, { start, end, newLength }) => sum + newLength - (end - start), 0);
  let at = 0;
  return spans.map(({ start, end }) => {
    if (end > first && start < last + growth) return undefined;
    const by = end <= first ? 0 : growth;
    while (at < older.length && (older[at] as Older).start + by < start) at++;
    const same = older[at];
    return same !== undefined && same.start + by === start && same.end + by === end ? same : undefined;
  });
}

function wholeWord(text: string): RegExp {
  return new RegExp(`(?<![A-Za-z0-9])${text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}(?![A-Za-z0-9])`, 'g');
}

/** An offset of one text in the other, by the spans that correspond; inside one it goes to its beginning. */
function mappedOffset(offset: number, spans: readonly TextSpan[], others: readonly TextSpan[]): number {
  const at = leadingCount(spans, ({ end }) => end <= offset);
  const inside = spans[at];
  if (inside !== undefined && inside.start < offset) return (others[at] as TextSpan).start;
  const before = spans[at - 1];
  return before === undefined ? offset : (others[at - 1] as TextSpan).end + offset - before.end;
}
