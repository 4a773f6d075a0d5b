/** Rows so far outside of what is seen are there already, CSS pixels. */
const margin = 400;

/** A row that is shown, and how much room is left free above it. */
export interface VisibleRow {
  readonly index: number;
  readonly gap: number;
}

/**
 * Of a long list only what is seen is rendered, and the row that has the keyboard. Law: the gaps and the heights of the rows make up the
 * height of all rows.
 *
 * @param heights of the rows, CSS pixels
 * @param from where the seen part begins below the list's top, and `to` where it ends; CSS pixels
 */
export function visibleRows(
  heights: readonly number[],
  from: number,
  to: number,
  always: number,
): { readonly rows: readonly VisibleRow[]; readonly rest: number } {
  const rows: VisibleRow[] = [];
  let top = 0;
  let gap = 0;
  heights.forEach((height, index) => {
    const isSeen = top + height >= from - margin && top <= to + margin;
    if (isSeen || index === always) {
      rows.push({ index, gap });
      gap = 0;
    } else gap += height;
    top += height;
  });
  return { rows, rest: gap };
}
