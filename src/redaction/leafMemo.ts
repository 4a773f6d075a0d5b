import type { SourceText } from '../text/sourceText.ts';

type TextPiece = ReturnType<SourceText['leaves']>[number];

/** A find: its keyword, its range, and the range that was read. */
export interface PlacedFind {
  readonly hit: number;
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

interface Remembered<One> {
  /** The leaves that were read; `before` of them precede the leaf itself. */
  readonly near: readonly TextPiece[];
  readonly before: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Offset of the leaf when `finds` were stored. */
  readonly begin: number;
  readonly finds: readonly One[];
}

/**
 * Caches finds by leaf of the text's tree, valid as long as the leaves that were read are the same.
 */
export class LeafMemo<One extends PlacedFind> {
  readonly #remembered = new WeakMap<TextPiece, Remembered<One>>();

  /**
   * All finds in a text. `search` returns those with a keyword in a range; it may read `reach`
   * units around each, and the range that the find names.
   */
  find(text: SourceText, reach: number, search: (from: number, to: number) => readonly One[]): readonly One[] {
    const leaves = text.leaves();
    const starts = [0];
    for (const [index, { length }] of leaves.entries()) starts.push((starts[index] as number) + length);
    const finds: One[] = [];
    let fresh = 0;
    const searchUpTo = (index: number) => {
      if (fresh === index) return;
      const found = search(starts[fresh] as number, starts[index] as number);
      for (const one of found) finds.push(one);
      let at = 0;
      for (; fresh < index; fresh++) {
        const first = at;
        while (at < found.length && (found[at] as One).hit < (starts[fresh + 1] as number)) at++;
        this.#remember(leaves, starts, fresh, found.slice(first, at), reach);
      }
    };
    for (const [index, leaf] of leaves.entries()) {
      const known = this.#remembered.get(leaf);
      if (known === undefined || !isSame(known, leaves, index)) continue;
      searchUpTo(index);
      const by = (starts[index] as number) - known.begin;
      for (const one of known.finds) finds.push(by === 0 ? one : shifted(one, by));
      fresh = index + 1;
    }
    searchUpTo(leaves.length);
    return finds;
  }

  #remember(
    leaves: readonly TextPiece[],
    starts: readonly number[],
    index: number,
    found: readonly One[],
    reach: number,
  ) {
    const begin = starts[index] as number;
    const from = found.reduce((least, one) => Math.min(least, one.from), begin - reach);
    const to = found.reduce((most, one) => Math.max(most, one.to + 1), (starts[index + 1] as number) + reach);
    let first = index;
    while (first > 0 && (starts[first] as number) > from) first--;
    let last = index + 1;
    while (last < leaves.length && (starts[last] as number) < to) last++;
    this.#remembered.set(leaves[index] as TextPiece, {
      near: leaves.slice(first, last),
      before: index - first,
      isFirst: from <= 0,
      isLast: to >= (starts.at(-1) as number),
      begin,
      finds: found,
    });
  }
}

function isSame<One>(known: Remembered<One>, leaves: readonly TextPiece[], index: number): boolean {
  const { near, before, isFirst, isLast } = known;
  const first = index - before;
  if (first < 0 || (isFirst && first > 0) || (isLast && first + near.length !== leaves.length)) return false;
  return near.every((leaf, at) => leaves[first + at] === leaf);
}

function shifted<One extends PlacedFind>(one: One, by: number): One {
  const { hit, start, end, from, to } = one;
  return { ...one, hit: hit + by, start: start + by, end: end + by, from: from + by, to: to + by };
}
