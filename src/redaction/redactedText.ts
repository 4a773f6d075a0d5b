import { leadingCount } from '../base/leadingCount.ts';
import type { SourceText } from '../text/sourceText.ts';
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

function replacements(hidden: readonly HiddenSpan[]): readonly TextChange[] {
  return hidden.map(({ start, end, placeholder, breaks }) => ({ start, end, newText: placeholder + breaks }));
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
