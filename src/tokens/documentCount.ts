import type { SourceText, TextChange } from '../text/sourceText.ts';
import type { SafeCuts } from './safeCuts.ts';

/** Units looked at first on either side of a change; the mean gap between safe cuts is under 10. */
const CONTEXT = 32;

/**
 * The tokens of a document that is being edited. An edit costs a recount between the safe cuts around it, in the old
 * text and the new one; law: `tokens` equals a count of `text` from scratch (design K).
 */
export class DocumentCount {
  readonly #count: (text: string) => number;
  readonly #cuts: SafeCuts;
  #text: SourceText;
  #tokens: number;

  /** `tokens` is what `count` gives for `text`. */
  constructor(text: SourceText, tokens: number, count: (text: string) => number, cuts: SafeCuts) {
    this.#text = text;
    this.#tokens = tokens;
    this.#count = count;
    this.#cuts = cuts;
  }

  /** The text that `tokens` counts. */
  get text(): SourceText {
    return this.#text;
  }

  get tokens(): number {
    return this.#tokens;
  }

  /**
   * Moves on to `newer`, which is `text` with `changes` (sorted and disjoint, in the coordinates of `text`); answers its
   * tokens. A `RangeError` names a length that the changes do not lead to.
   */
  update(newer: SourceText, changes: readonly TextChange[]): number {
    const older = this.#text;
    let tokens = this.#tokens;
    let shift = 0;
    for (let first = 0; first < changes.length; ) {
      const start = this.#cutBefore(older, changes, first);
      let next = first;
      let end = -1;
      let newShift = shift;
      while (end < 0) {
        const change = changes[next]!;
        newShift += change.newText.length - (change.end - change.start);
        end = this.#cutBehind(older, changes, next);
        next++;
      }
      tokens -= this.#count(older.slice(start, end));
      tokens += this.#count(newer.slice(start + shift, end + newShift));
      shift = newShift;
      first = next;
    }
    if (newer.length !== older.length + shift) {
      throw new RangeError(`The changes lead to ${older.length + shift} units, not ${newer.length}`);
    }
    this.#text = newer;
    this.#tokens = tokens;
    return tokens;
  }

  /** The last safe cut between a change and the one before it, or the text's start. */
  #cutBefore(text: SourceText, changes: readonly TextChange[], index: number): number {
    const end = changes[index]!.start;
    const floor = index === 0 ? 0 : changes[index - 1]!.end;
    for (let size = CONTEXT; ; size *= 4) {
      const start = Math.max(floor, end - size);
      const cut = this.#cuts.last(text.slice(start, end));
      if (cut >= 0) return start + cut;
      if (start === floor) return 0;
    }
  }

  /** The first safe cut between a change and the next one, -1 where there is none, or the text's end. */
  #cutBehind(text: SourceText, changes: readonly TextChange[], index: number): number {
    const start = changes[index]!.end;
    const isLast = index + 1 === changes.length;
    const ceiling = isLast ? text.length : changes[index + 1]!.start;
    for (let size = CONTEXT; ; size *= 4) {
      const end = Math.min(ceiling, start + size);
      const cut = this.#cuts.first(text.slice(start, end));
      if (cut >= 0) return start + cut;
      if (end === ceiling) return isLast ? ceiling : -1;
    }
  }
}
