import type { StoredFile } from './storedFile.ts';

/** Limits of the store. */
export interface Limits {
  readonly retentionMs: number;
  /** For all conversations together, bytes. */
  readonly quotaBytes: number;
}

/** Maximum number of files of all conversations together. */
const maxFiles = 5_000;

/**
 * Returns the files to remove before another is added: the expired, then the least recently used
 * until it fits. Null if that is not enough.
 *
 * @param needed bytes of the file to add
 */
export function evictions<C extends { readonly file: StoredFile; readonly used: number | undefined }>(
  candidates: readonly C[],
  needed: number,
  { quotaBytes, mayEvict, now }: { readonly quotaBytes: number; readonly mayEvict: boolean; readonly now: number },
): readonly C[] | null {
  const gone = candidates.filter(({ file }) => file.expires <= now);
  const left = candidates.filter(({ file }) => file.expires > now);
  let total = left.reduce((sum, { file }) => sum + file.size, needed);
  let count = left.length + 1;
  const lastUse = ({ file, used }: C) => Math.max(file.created, used ?? 0);
  for (const candidate of mayEvict ? left.toSorted((a, b) => lastUse(a) - lastUse(b)) : []) {
    if (total <= quotaBytes && count <= maxFiles) break;
    total -= candidate.file.size;
    count--;
    gone.push(candidate);
  }
  return total <= quotaBytes && count <= maxFiles ? gone : null;
}
