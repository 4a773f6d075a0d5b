import { leadingCount } from '../base/leadingCount.ts';
import type { SourceText } from '../text/sourceText.ts';
import { growthOf, type TextChange, type TextSpan } from '../text/textChange.ts';
import type { FoundSecret } from './finding.ts';

/** A secret of the raw text, with its placeholder. */
export interface HiddenSpan extends TextSpan {
  /** Start of the evidence, e.g. the variable name; at most `start`. */
  readonly from: number;
  readonly placeholder: string;
  readonly breaks: string;
}

/** A placeholder with its line breaks in the redacted text. */
export interface PlaceholderSpan extends TextSpan {
  /** Start of the evidence. */
  readonly from: number;
}

declare const isWithoutSecrets: unique symbol;

/** A redacted text. Only {@link RedactedText} creates it, so the compiler rejects raw text. */
export type ShareableText = SourceText & { readonly [isWithoutSecrets]: true };

/** Shorter secrets are not searched for in messages, UTF-16 units. */
const shortestQuoted = 4;

/** Returns the placeholder of a secret, or null if the developer allows it. */
export type Hide<Span extends FoundSecret> = (span: Span) => HiddenSpan | null;

/**
 * A text with placeholders for its secrets. Line numbers are the same as in the raw text.
 *
 * Laws: `toRedacted` and `toRaw` keep the order of offsets and are inverse outside of secrets. An
 * offset inside a secret maps to its beginning.
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

  static unchanged(raw: SourceText): RedactedText {
    return new RedactedText(raw, raw, []);
  }

  static of<Span extends FoundSecret>(raw: SourceText, spans: readonly Span[], hide: Hide<Span>): RedactedText {
    const hidden = spans.flatMap((span) => hide(span) ?? []);
    if (hidden.length === 0) return RedactedText.unchanged(raw);
    return new RedactedText(raw, raw.withChanges(replacements(hidden)), hidden);
  }

  get isUnchanged(): boolean {
    return this.hidden.length === 0;
  }

  /** Ranges of the hidden secrets in the redacted text, in the order of `hidden`. */
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

  /** A text about a line (zero-based), such as an error message, without that line's secrets. */
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

  /** Tests that a range of the raw text is hidden. */
  hides(start: number, end: number): boolean {
    const span = this.hidden[leadingCount(this.hidden, (one) => one.end <= start)];
    return span !== undefined && span.start <= start && end <= span.end;
  }

  isHidden(offset: number): boolean {
    const at = leadingCount(this.placeholders, ({ end }) => end <= offset);
    return (this.placeholders[at]?.start ?? Number.POSITIVE_INFINITY) <= offset;
  }

  /** Maps a raw offset to the redacted text. */
  toRedacted(offset: number): number {
    return mappedOffset(offset, this.hidden, this.placeholders);
  }

  /** Maps a redacted offset to the raw text. */
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

/** Maps an offset by corresponding spans; an offset inside a span maps to its beginning. */
function mappedOffset(offset: number, spans: readonly TextSpan[], others: readonly TextSpan[]): number {
  const at = leadingCount(spans, ({ end }) => end <= offset);
  const inside = spans[at];
  if (inside !== undefined && inside.start < offset) return (others[at] as TextSpan).start;
  const before = spans[at - 1];
  return before === undefined ? offset : (others[at - 1] as TextSpan).end + offset - before.end;
}
