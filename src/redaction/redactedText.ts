import { leadingCount } from '../base/leadingCount.ts';
import type { SourceText } from '../text/sourceText.ts';
import { growthOf, type TextChange, type TextSpan } from '../text/textChange.ts';
import { messageWords } from './data/messageWords.ts';
import { areMoved } from './findAgain.ts';
import type { FoundSecret } from './finding.ts';

/** A secret of the raw text; `newText` is its placeholder with its line breaks. */
type HiddenSpan = FoundSecret & TextChange;

/** A placeholder with its line breaks in the redacted text; `from` is the start of the evidence. */
export interface PlaceholderSpan extends TextSpan, Pick<FoundSecret, 'from' | 'doubt'> {
  /** The secret is known to the project, so it is hidden on any line. */
  readonly isKnown: boolean;
}

declare const isWithoutSecrets: unique symbol;

/** A redacted text. Only {@link RedactedText} creates it, so the compiler rejects raw text. */
export type ShareableText = SourceText & { readonly [isWithoutSecrets]: true };

/** A literal that is a type of TypeScript or Python in a message. */
const literalType =
  /(?<=(?<!\w|Module )'[^']*)(?<!from )"(?:\\.|[^"\\])+"(?=[^']*')|(?<=Literal\[)(["']).+?\1(?=[\],])/g;
const words = /[\p{L}\p{N}_$]+/gu;
const inMessages = new Set(messageWords.trim().split(/\s+/));

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
  /** Units by which placeholders lengthen the text before each hidden secret, and in all. */
  readonly #growths = [0];

  private constructor(raw: SourceText, text: SourceText, hidden: readonly HiddenSpan[]) {
    this.text = text as ShareableText;
    this.hidden = hidden;
    this.#raw = raw;
    for (const [at, change] of hidden.entries()) this.#growths.push((this.#growths[at] as number) + growthOf(change));
  }

  static unchanged(raw: SourceText): RedactedText {
    return new RedactedText(raw, raw, []);
  }

  /**
   * `placeholder` returns that of a secret, or null if the developer allows it. It returns the same
   * for the secrets of `before`, an earlier version.
   */
  static of(
    raw: SourceText,
    spans: readonly FoundSecret[],
    placeholder: (span: FoundSecret) => string | null,
    before = RedactedText.unchanged(raw),
  ): RedactedText {
    const moved = before.isUnchanged ? null : before.#movedTo(raw, spans);
    if (moved !== null) return moved;
    const hidden = spans.flatMap((span) => {
      const shown = placeholder(span);
      // A placeholder keeps the line breaks of its secret, so line numbers stay.
      const breaks = raw.slice(span.start, span.end).replaceAll(/[^\r\n]+/g, '');
      return shown === null ? [] : [{ ...span, newText: shown + breaks }];
    });
    return new RedactedText(raw, raw.withChanges(hidden), hidden);
  }

  /** The same placeholders in a changed text; null if its secrets are others. */
  #movedTo(raw: SourceText, spans: readonly FoundSecret[]): RedactedText | null {
    const ranges = raw.getChangeRanges(this.#raw);
    if (!areMoved(this.hidden, spans, ranges)) return null;
    let growth = 0;
    const changes = ranges.map(({ start, end, newLength }) => {
      const newText = raw.slice(start + growth, start + growth + newLength);
      growth += newLength - (end - start);
      return { start: this.toRedacted(start), end: this.toRedacted(end), newText };
    });
    const hidden = spans.map((span, at) => ({ ...span, newText: (this.hidden[at] as HiddenSpan).newText }));
    return new RedactedText(raw, this.text.withChanges(changes), hidden);
  }

  get isUnchanged(): boolean {
    return this.hidden.length === 0;
  }

  /** Ranges of the hidden secrets in the redacted text, in the order of `hidden`. */
  get placeholders(): readonly PlaceholderSpan[] {
    return this.hidden.map(({ start, end, from, newText, doubt = false }, at) => ({
      doubt,
      isKnown: !newText.includes(':0]'),
      start: start + (this.#growths[at] as number),
      end: end + (this.#growths[at + 1] as number),
      from: this.toRedacted(from),
    }));
  }

  /**
   * A text about a line (zero-based), such as an error message. It may be late, or quote a part of
   * a secret: on the line of one that can be guessed only words of messages and of the line are
   * shown, on other lines no literal types.
   */
  quoted(line: number, text: string): string {
    const guessable = this.hidden.filter(({ newText }) => newText.includes(':0]'));
    if (line >= this.#raw.lineCount || guessable.length === 0) return text;
    const { start, end } = this.#raw.lineAt(line);
    if (!guessable.some((span) => span.start < end && start < span.end)) return text.replaceAll(literalType, '"…"');
    const { start: from, end: to } = this.text.lineAt(line);
    const shown = new Set(this.text.slice(from, to).match(words));
    const isShown = (word: string) => shown.has(word) || inMessages.has(word.toLowerCase());
    return text
      .replaceAll(/\S+/g, (part) => ((part.match(words) ?? []).every(isShown) ? part : '…'))
      .replaceAll(/…(?:\s+…)+/g, '…');
  }

  /** Tests that a range of the raw text is hidden. */
  hides(start: number, end: number): boolean {
    const span = this.hidden[leadingCount(this.hidden, (one) => one.end <= start)];
    return span !== undefined && span.start <= start && end <= span.end;
  }

  /** Maps a raw offset to the redacted text. */
  toRedacted(offset: number): number {
    const at = leadingCount(this.hidden, ({ end }) => end <= offset);
    return Math.min(offset, this.hidden[at]?.start ?? offset) + (this.#growths[at] as number);
  }

  /** Maps a redacted offset to the raw text. */
  toRaw(offset: number): number {
    const at = leadingCount(this.hidden, ({ end }, index) => end + (this.#growths[index + 1] as number) <= offset);
    return Math.min(offset - (this.#growths[at] as number), this.hidden[at]?.start ?? this.#raw.length);
  }
}
