import type { StoredFile } from './storedFile.ts';

/** Limits of the store. */
export interface Limits {
  readonly retentionMs: number;
  /** For all conversations together, bytes. */
  readonly quotaBytes: number;
}

/** Maximum number of files of all conversations together. */
const maxFiles = 5_000;

export interface Candidate {
  readonly file: StoredFile;
  /** When it was read last, ms since the Unix epoch. */
  readonly used: number | undefined;
}

export interface Room {
  /** For what is on its way, bytes. */
  readonly needed: number;
  readonly quotaBytes: number;
  /** True if files that have not expired may go. */
  readonly mayEvict: boolean;
}

/**
 * Returns the files to remove before another is added: the expired, then the least recently used
 * until it fits. Null if that is not enough.
 */
export function evictions<C extends Candidate>(
  candidates: readonly C[],
  { needed, quotaBytes, mayEvict }: Room,
  now: number,
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
