/** The rows of a table of data: a line a row, columns parted by ` | `, also in patterns. */
export function rowsOf(...tables: readonly string[]): readonly (readonly string[])[] {
  return tables.flatMap((table) =>
    table
      .trim()
      .split('\n')
      .map((line) => line.split(' | ')),
  );
}

/** The pattern, in the second column, of all rows with this in the first. */
export function patternOf(table: string, ...wheres: readonly string[]): string {
  return rowsOf(table)
    .flatMap(([where = '', pattern = '']) => (wheres.includes(where) ? [pattern] : []))
    .join('|');
}
