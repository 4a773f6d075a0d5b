/** The code of an error: Node's own, such as `ENOENT`, or one of ours; null where it has none. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}
