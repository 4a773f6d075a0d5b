import { readFileSync } from 'node:fs';

/** Lines of code, build tools, lock files, digests and logs that name secrets and contain none. */
export const everydayLines: readonly string[] = readFileSync(
  new URL('../../fixtures/texts/everyday.txt', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n');
