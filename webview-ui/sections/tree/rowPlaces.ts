import { t } from '@vscode/l10n';
import type { Row } from './promptTree.ts';

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
