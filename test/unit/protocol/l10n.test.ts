import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { habits } from '../../../src/protocol/decisions/preferences.ts';
import { errorCodes, untrackedReasons } from '../../../src/protocol/errorCodes.ts';
import { askedTexts } from '../../../src/protocol/prompt/deliveries.ts';
import { shortfalls } from '../../../src/protocol/prompt/shortfalls.ts';
import { warningMeanings } from '../../../src/protocol/prompt/warnings.ts';
import { whyNotTexts } from '../../../src/protocol/prompt/whyNot.ts';
import { windowTitles } from '../../../src/protocol/windowKinds.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const bundle: Record<string, string> = JSON.parse(readFileSync(`${root}l10n/bundle.l10n.zh-cn.json`, 'utf8'));

/** Every text that the extension hands to `vscode.l10n.t` and the view to `t`, as it stands in the sources. */
function textsInSources(): readonly string[] {
  const sources = globSync('{src,webview-ui}/**/*.ts', { cwd: root }).map((name) => readFileSync(root + name, 'utf8'));
  return sources.flatMap((source) => [...source.matchAll(/\bt\(\s*'((?:[^'\\]|\\.)*)'/g)].map(([, text = '']) => text));
}

test('a text is written where it is translated, so that none is overlooked', () => {
  const sources = globSync('{src/vscode,webview-ui}/**/*.ts', { cwd: root }).map((name) =>
    readFileSync(root + name, 'utf8'),
  );
  const elsewhere = sources.flatMap((source) =>
    [...source.matchAll(/(?:l10n\.|[^\w.])t\((?!\s*['])[^)]*/g)].map(([call]) => call),
  );
  // The messages of the error codes, what a delivery was asked for, what warnings mean and the titles of windows are declared in a table each, which the test below reads.
  const declared = new Set([
    ...['l10n.t(reason.text', '{t(text', 'l10n.t(text, ...values', 'l10n.t(meaning', ' t(meaning', 'l10n.t(message'],
    ...['l10n.t(advice', 'l10n.t(windowTitles[kind]', ' t(windowTitles[kind]', ' t(shortfalls[reason]'],
    ' t(whyNotTexts[reason], listText(about',
    " t(askedTexts[channel] ?? 'an action'",
  ]);
  expect(elsewhere.filter((call) => !declared.has(call))).toEqual([]);
});

test('every text for people is translated into Simplified Chinese, and nothing else is', () => {
  const errors = Object.values(errorCodes).flatMap(({ message, advice }) => [message, advice || message]);
  const reasons = Object.values(untrackedReasons).map(({ text }) => text);
  const all = new Set([
    ...textsInSources(),
    ...errors,
    ...Object.values(windowTitles),
    ...Object.values(askedTexts),
    ...Object.values(shortfalls),
    ...Object.values(whyNotTexts),
    ...Object.values(habits).flat(),
    ...Object.values(warningMeanings),
    ...reasons,
  ]);
  expect(Object.keys(bundle).sort()).toEqual([...all].sort());
});

test('a translation is Chinese, but for names and marks', () => {
  const others = Object.entries(bundle).filter(([, translated]) => !/\p{Script=Han}/u.test(translated));
  expect(others.map(([text]) => text).sort()).toEqual(
    [', ', 'API', 'Git HEAD', 'Live Context', 'of {0}', '{0} of {1}', '{0}. {1}'].sort(),
  );
});

test('translations keep the places for values', () => {
  const places = (text: string) => [...text.matchAll(/\{\d\}/g)].map(([place]) => place).sort();
  for (const [text, translated] of Object.entries(bundle)) expect(places(translated), text).toEqual(places(text));
});
