import { rowsOf } from './data/rows.ts';
import { secretFiles } from './data/secretFiles.ts';

/** Files made to be shared: templates, public keys. */
const shared =
  /(?:^|\/)(?:[^/]*\.pub|(?:[^/]*\.)?env\.(?:example|sample|template|dist|defaults)|[^/]*\.(?:example|sample|template)(?:\.[a-z]+)?)$/;

const pattern = new RegExp(
  `(?:^|/)(?:${rowsOf(secretFiles)
    .flatMap(([, names = '']) => names.split(' '))
    .map((name) => name.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*'))
    .join('|')})$`,
);

/** Tests for a secret file by its `/`-separated path. */
export function isSecretFile(path: string): boolean {
  // Windows ignores trailing dots, blanks and streams.
  const lower = path.toLowerCase().replace(/(?<![. ])[. ]+$|:[^/]*$/, '');
  return pattern.test(lower) && !shared.test(lower);
}
