/** The rows of a table of data: a line a row, columns parted by ` | `, also in patterns. */
export function rowsOf(...tables: readonly string[]): readonly (readonly string[])[] {
  return tables.flatMap((table) =>
    table
      .trim()
      .split('\n')
      .map((line) => line.split(' | ')),
  );
}
