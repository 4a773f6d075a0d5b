import type { SecretSpan } from '../../finding.ts';
import { isAboutSecret, secretNames, spellings } from '../names.ts';
import { isChosen, isGenerated } from '../value.ts';

const telling = secretNames.filter(({ vague }) => !vague);

/** Names of columns that hold secrets. */
export const columnNames: readonly string[] = telling.flatMap(({ words }) => spellings(words));

const tellingName = new RegExp(
  telling
    .flatMap(({ words, whole }) => {
      const names = spellings(words).map((name) => name.replaceAll('.', '\\.'));
      return whole ? names.map((name) => `(?<![a-z])${name}(?![a-z])`) : names;
    })
    .join('|'),
  'i',
);

export function isSecretColumn(name: string): boolean {
  return tellingName.test(name) && !isAboutSecret(name);
}

/** A cell of a row with its offset. */
export interface Cell {
  readonly start: number;
  readonly text: string;
}

/** The secret of a cell in a secret column; `isData` means a database's rows, not a document's. */
export function secretInCell({ start, text }: Cell, isData: boolean): SecretSpan | null {
  const trimmed = text.trim();
  const open = trimmed.startsWith('"') ? 1 : 0;
  const value = trimmed.slice(open, trimmed.length > open && trimmed.endsWith('"') ? -1 : undefined);
  const first = start + text.length - text.trimStart().length + open;
  const isSecret = isChosen(value, isData) || isGenerated(value, { least: 10, bits: 0 });
  return isSecret ? { start: first, end: first + value.length, kind: 'password' } : null;
}
