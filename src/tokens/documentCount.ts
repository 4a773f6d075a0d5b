import type { ChangeRange, SourceText, TextChange } from '../text/sourceText.ts';
import { canonicalChanges } from '../text/textChange.ts';
import type { Encoder } from './encoder.ts';
import { LongSpan } from './longSpan.ts';

/** Units looked at first on either side of a change; the mean gap between safe cuts is under 10. */
const CONTEXT = 32;
/** When this many units stay between the safe cuts around a change, cuts inside pieces are kept. */
const LONG = 4096;

/**
 * What is counted anew: the units `[start, end)` of the older text, safe cuts, of which `kept` stayed and which together
 * became `growth` units longer.
 */
interface Window {
  readonly start: number;
  readonly end: number;
  readonly growth: number;
  readonly kept: number;
}

/**
 * The tokens of a document that is being edited. An edit costs a recount between the safe cuts around it, in the old
 * text and the new one; law: `tokens` equals a count of `text` from scratch (design K).
 */
export class DocumentCount {
  readonly #encoder: Encoder;
  #text: SourceText;
  #tokens: number;
  /** Around the last edit that had no safe cut near. */
  #span: LongSpan | null = null;

  /** `tokens` is what `text` has. */
  constructor(encoder: Encoder, text: SourceText, tokens: number) {
    this.#encoder = encoder;
    this.#text = text;
    this.#tokens = tokens;
  }

  /** The text that `tokens` counts. */
  get text(): SourceText {
    return this.#text;
  }

  get tokens(): number {
    return this.#tokens;
  }

  /**
   * Moves on to `newer`, which is `text` with `changes` made to it, in any order; answers its tokens. A `RangeError`
   * names a change outside the text, or a length that the changes do not lead to.
   */
  update(newer: SourceText, changes: readonly TextChange[]): number {
    const canonical = canonicalChanges(changes, this.#text.length);
    return this.follow(
      newer,
      canonical.map(({ start, end, newText }) => ({ start, end, newLength: newText.length })),
    );
  }

  /** As `update`, by where `newer` differs: ascending and disjoint. */
  follow(newer: SourceText, changes: readonly ChangeRange[]): number {
    const length = changes.reduce((sum, change) => sum + growthOf(change), this.#text.length);
    if (newer.length !== length) throw new RangeError(`The changes lead to ${length} units, not ${newer.length}`);
    const only = changes.length === 1 ? changes[0]! : null;
    const added = only === null ? null : (this.#span?.edit(this.#text, newer, only) ?? this.#recountNear(newer, only));
    this.#tokens += added ?? this.#recount(newer, changes);
    this.#text = newer;
    return this.#tokens;
  }

  /** The tokens that `change` adds, as `#recount` finds them, or null where a safe cut is not near on both sides. */
  #recountNear(newer: SourceText, change: ChangeRange): number | null {
    const offset = Math.max(0, change.start - CONTEXT);
    const around = this.#text.slice(offset, Math.min(this.#text.length, change.end + CONTEXT));
    const start = this.#encoder.cuts.last(around, 0, change.start - offset);
    const end = this.#encoder.cuts.first(around, change.end - offset);
    if (start < 0 || end < 0) return null;
    const window = { start: offset + start, end: offset + end, growth: growthOf(change) };
    if (this.#span?.follow([window]) === false) this.#span = null;
    const now = newer.slice(window.start, window.end + window.growth);
    return this.#encoder.count(now) - this.#encoder.count(around.slice(start, end));
  }

  /** The tokens that `changes` add. */
  #recount(newer: SourceText, changes: readonly ChangeRange[]): number {
    const windows = this.#windowsOf(changes);
    let span: LongSpan | null = null;
    let added = 0;
    let shift = 0;
    for (const window of windows) {
      const start = window.start + shift;
      shift += window.growth;
      const end = window.end + shift;
      if (window.kept < LONG) {
        added += this.#encoder.count(newer.slice(start, end));
      } else {
        span = new LongSpan(this.#encoder, newer, start, end);
        added += span.tokens;
      }
      added -= this.#tokensIn(window);
    }
    if (this.#span?.follow(windows) === false) this.#span = null;
    this.#span = span ?? this.#span;
    return added;
  }

  /** The tokens that the window had. */
  #tokensIn({ start, end }: Window): number {
    if (this.#span?.start === start && this.#span.end === end) return this.#span.tokens;
    return this.#encoder.count(this.#text.slice(start, end));
  }

  /** The places to count anew: from safe cut to safe cut, with one or more changes in each. */
  #windowsOf(changes: readonly ChangeRange[]): Window[] {
    const windows: Window[] = [];
    for (let index = 0; index < changes.length; index++) {
      const start = this.#cutBefore(changes, index);
      let removed = 0;
      let inserted = 0;
      let end = -1;
      for (; ; index++) {
        const change = changes[index]!;
        removed += change.end - change.start;
        inserted += change.newLength;
        end = this.#cutBehind(changes, index);
        if (end >= 0) break;
      }
      windows.push({ start, end, growth: inserted - removed, kept: end - start - removed });
    }
    return windows;
  }

  /** The last safe cut between a change and the one before it, or the text's start. */
  #cutBefore(changes: readonly ChangeRange[], index: number): number {
    const end = changes[index]!.start;
    const floor = index === 0 ? 0 : changes[index - 1]!.end;
    for (let size = CONTEXT; ; size *= 4) {
      const start = Math.max(floor, end - size);
      const cut = this.#encoder.cuts.last(this.#text.slice(start, end));
      if (cut >= 0) return start + cut;
      if (start === floor) return floor;
      if (size > LONG && this.#isStillSafe(this.#span?.start, floor, end)) return this.#span!.start;
    }
  }

  /** The first safe cut between a change and the next one, -1 where there is none, or the text's end. */
  #cutBehind(changes: readonly ChangeRange[], index: number): number {
    const start = changes[index]!.end;
    const ceiling = changes[index + 1]?.start ?? this.#text.length;
    for (let size = CONTEXT; ; size *= 4) {
      const end = Math.min(ceiling, start + size);
      const cut = this.#encoder.cuts.first(this.#text.slice(start, end));
      if (cut >= 0) return start + cut;
      if (end === ceiling) return index + 1 === changes.length ? ceiling : -1;
      if (size > LONG && this.#isStillSafe(this.#span?.end, start, ceiling)) return this.#span!.end;
    }
  }

  /** Whether `cut`, an end of the span, is a safe cut or an end of the text for what stands in `[floor, ceiling)` alone. */
  #isStillSafe(cut: number | undefined, floor: number, ceiling: number): boolean {
    if (cut === undefined || cut < floor || cut > ceiling) return false;
    if (cut === 0 || cut === this.#text.length) return true;
    const from = Math.max(floor, cut - 2);
    return this.#encoder.cuts.isSafe(this.#text.slice(from, Math.min(ceiling, cut + CONTEXT)), cut - from);
  }
}

function growthOf(change: ChangeRange): number {
  return change.newLength - (change.end - change.start);
}
