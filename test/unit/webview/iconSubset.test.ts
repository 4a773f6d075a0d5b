import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { subsetIcons } from '../../../webview-ui/iconSubset.ts';

const css = readFileSync(fileURLToPath(import.meta.resolve('@vscode/codicons/dist/codicon.css')), 'utf8');
const font = readFileSync(fileURLToPath(import.meta.resolve('@vscode/codicons/dist/codicon.ttf')));
const view = fileURLToPath(new URL('../../../webview-ui/', import.meta.url));

/** The icons that a style sheet has a rule for. */
function iconsOf(styles: string): readonly string[] {
  return [...styles.matchAll(/^\.codicon-([a-z0-9-]+):before/gm)].map(([, name = '']) => name);
}

it('keeps the icons that a script names, and nothing of the others', () => {
  const [styles, glyphs] = subsetIcons(css, font, `icon("law"),open?"chevron-down":'git-merge',"loading codicon-spin"`);
  expect(iconsOf(styles).toSorted()).toEqual(['chevron-down', 'git-merge', 'law', 'loading']);
  const rest = (text: string) => text.split('\n').filter((line) => !/^\.codicon-[a-z0-9-]+:before/.test(line));
  expect(rest(styles)).toEqual(rest(css));
  expect(glyphs.length).toBe(font.length);
  expect(deflateRawSync(glyphs).length).toBeLessThan(0.3 * deflateRawSync(font).length);
  const [noStyles, noGlyphs] = subsetIcons(css, font, '');
  expect(noGlyphs).not.toEqual(glyphs);
  expect(iconsOf(noStyles)).toEqual([]);
});

it('changes nothing when every icon is named', () => {
  const all = iconsOf(css).map((name) => `'${name}'`);
  const [styles, glyphs] = subsetIcons(css, font, all.join());
  expect(styles).toBe(css);
  expect(Buffer.from(glyphs).equals(font)).toBe(true);
});

it('has every icon that the view shows', () => {
  const sources = globSync('**/*.ts', { cwd: view })
    .map((name) => readFileSync(view + name, 'utf8'))
    .join('\n');
  const shown = [
    ...sources.matchAll(/\bicon: '([a-z-]+)'/g),
    ...sources.matchAll(/\b(?:icon|toolButton|memberButton|rowButton|line)\([^'()[\]]*'([a-z-]+)'/g),
    ...sources.matchAll(/ icon="([a-z-]+)"/g),
  ].map(([, name]) => name);
  expect(shown.length).toBeGreaterThan(60);
  expect(iconsOf(subsetIcons(css, font, sources)[0])).toEqual(expect.arrayContaining(shown));
});
