import { rowsOf } from './data/rows.ts';
import { secretFiles } from './data/secretFiles.ts';

/** What is made to be shared: templates of environment files, public keys. */
const shared =
  /(?:^|\/)(?:[^/]*\.pub|(?:[^/]*\.)?env\.(?:example|sample|template|dist|defaults)|[^/]*\.(?:example|sample|template)(?:\.[a-z]+)?)$/;

const pattern = new RegExp(
  `(?:^|/)(?:${rowsOf(secretFiles)
    .map(([name = '']) => expression(name))
    .join('|')})$`,
);

/** Whether a file is secret by its name; the path is `/`-separated. */
export function isSecretFile(path: string): boolean {
  // Windows opens a file also by its name with dots, blanks or a stream behind it.
  const lower = path.toLowerCase().replace(/(?<![. ])[. ]+$|:[^/]*$/, '');
  return pattern.test(lower) && !shared.test(lower);
}

function expression(name: string): string {
  return name.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*');
}
