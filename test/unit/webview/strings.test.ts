import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { strings } from '../../../webview-ui/strings.ts';

const folder = new URL('../../../webview-ui/', import.meta.url);
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && name !== 'strings.ts')
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  .join('\n');

it('lists every text once', () => {
  expect(new Set(strings).size).toBe(strings.length);
});

it('lists no text that the view does not show', () => {
  expect(strings.filter((text) => !sources.includes(`'${text}'`))).toEqual([]);
});
