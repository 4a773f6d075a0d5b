import { t } from '@vscode/l10n';
import type { Row } from './promptTree.ts';

/** Rows this far outside of the seen part are rendered too, CSS pixels. */
const margin = 400;

/** A rendered row, and the free room above it. */
export interface VisibleRow {
  readonly index: number;
  readonly gap: number;
}

/**
 * Chooses the rows of a long list that are rendered: those that are seen, and the one with the
 * keyboard. Law: the gaps and the heights of the rows make up the height of all rows.
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

/**
 * The rows, with open ones that have left the prompt at their former place, so that no selection in
 * them is lost.
 */
export function withOpenRows(
  rows: readonly Row[],
  before: readonly Row[],
  open: ReadonlyMap<string, Row>,
): readonly Row[] {
  const result = [...rows];
  for (const [index, { key }] of before.entries()) {
    const openRow = open.get(key);
    if (openRow === undefined || rows.some((one) => one.key === key)) continue;
    const above = before.slice(0, index).findLast((row) => result.some((one) => one.key === row.key));
    const at = result.findIndex((row) => row.key === above?.key);
    result.splice(at + 1, 0, { ...openRow, state: 'degraded', chip: t('earlier') });
  }
  return result;
}

/** The key of the row after one that is gone, else of the one before it. */
export function nearestRow(gone: string, before: readonly Row[], now: readonly Row[]): string {
  const index = before.findIndex(({ key }) => key === gone);
  const isHere = (row: Row): boolean => now.some(({ key }) => key === row.key);
  const nearest = before.slice(index + 1).find(isHere) ?? before.slice(0, index).findLast(isHere) ?? now[0];
  return nearest?.key ?? '';
}
