import { commandParts, commandRows } from '../data/commands.ts';
import { patternOf, rowsOf } from '../data/rows.ts';
import type { KeywordRule, LineRule } from '../finding.ts';
import { areWords, isChosen, isGenerated } from './value.ts';

export const commandRules: readonly KeywordRule[] = rowsOf(commandRows).flatMap(
  ([kind = '', keywords = '', before = '', pattern = '']) => {
    // Some people write a blank behind a bracket.
    const source = pattern
      .replaceAll(/(?<!\\)\\\((?![^[]*\])/g, '\\( ?')
      .replaceAll(/\{(?:value|string|hash)\}/g, (part) => patternOf(commandParts, part));
    const found = new RegExp(source, 'diy');
    const rule = commandRule(kind, before === '-' ? null : new RegExp(before), found);
    return keywords.split('~').map((keyword) => ({ keyword, line: rule }));
  },
);

function commandRule(row: string, before: RegExp | null, found: RegExp): LineRule {
  const kind = row === 'sure' ? 'password' : row;
  return ({ text, at }) => {
    found.lastIndex = at;
    const [start, end] = (before?.test(text.slice(0, at)) !== false && found.exec(text)?.indices?.[1]) || [0, 0];
    return start < end && isReal(row, text.slice(start, end), text.slice(at, start)) ? [{ start, end, kind }] : [];
  };
}

function isReal(row: string, secret: string, before: string): boolean {
  // The lengths of BIP-39; test mnemonics repeat their words.
  const words = secret.split(' ');
  if (row === 'mnemonic') return words.length >= 12 && words.length % 3 === 0 && new Set(words).size >= 8;
  if (row === 'authorization') return /^[ -~]+:[ -~]+$/.test(atob(secret));
  if (row === 'private-key') return isGenerated(secret, { least: 40, bits: 10 }) && !/^[0-9a-f]*$/i.test(secret);
  if (row !== 'sure' && row !== 'password') return isGenerated(secret, { least: 20, bits: -4 });
  const writing = row === 'sure' && (words.length > 1 || /["'`]$/.test(before)) ? 'quoted' : 'bare';
  // A passphrase counts as joined words.
  const joined = writing === 'quoted' ? words.join('-') : secret;
  if (row === 'sure' && !before.includes(secret) && (areWords(joined, writing) || /^\d{6,}$/.test(secret))) return true;
  return isChosen(row === 'password' ? words.join('') : secret, row === 'sure' || secret.length >= 8, writing);
}
