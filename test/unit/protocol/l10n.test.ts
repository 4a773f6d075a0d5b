import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { errorCodes } from '../../../src/protocol/errorCodes.ts';
import { strings } from '../../../webview-ui/strings.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const bundle: Record<string, string> = JSON.parse(readFileSync(`${root}l10n/bundle.l10n.zh-cn.json`, 'utf8'));

/** Every text that the extension hands to `vscode.l10n.t`, as it stands in the sources. */
function textsOfTheExtension(): readonly string[] {
  const sources = globSync('src/**/*.ts', { cwd: root }).map((name) => readFileSync(root + name, 'utf8'));
  return sources.flatMap((source) =>
    [...source.matchAll(/l10n\.t\(\s*'((?:[^'\\]|\\.)*)'/g)].map((match) => match[1] as string),
  );
}

test('every text for people is translated into Simplified Chinese, and nothing else is', () => {
  const errors = Object.values(errorCodes).flatMap(({ message, recovery }) => [message, recovery]);
  const all = new Set([...strings, ...textsOfTheExtension(), ...errors]);
  expect(Object.keys(bundle).sort()).toEqual([...all].sort());
});

test('translations keep the places for values', () => {
  const places = (text: string) => [...text.matchAll(/\{\d\}/g)].map(([place]) => place).sort();
  for (const [text, translated] of Object.entries(bundle)) expect(places(translated), text).toEqual(places(text));
});
