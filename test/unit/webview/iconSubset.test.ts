import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { subsetIcons } from '../../../webview-ui/iconSubset.ts';

const css = readFileSync(fileURLToPath(import.meta.resolve('@vscode/codicons/dist/codicon.css')), 'utf8');
const font = readFileSync(fileURLToPath(import.meta.resolve('@vscode/codicons/dist/codicon.ttf')));
const view = fileURLToPath(new URL('../../../webview-ui/', import.meta.url));

/** The icons that a style sheet has a rule for. */
function iconsOf(styles: string): readonly string[] {
  return [...styles.matchAll(/^\.codicon-([a-z0-9-]+):before/gm)].map(([, name = '']) => name);
}

it('keeps the icons that a script names, and nothing of the others', async () => {
  const script = `icon("law"),open?"chevron-down":'git-merge',"loading codicon-spin"`;
  const [styles, glyphs] = await subsetIcons(css, font, script);
  expect(iconsOf(styles).toSorted()).toEqual(['chevron-down', 'git-merge', 'law', 'loading']);
  const rest = (text: string) => text.split('\n').filter((line) => !/^\.codicon-[a-z0-9-]+:before/.test(line));
  expect(rest(styles)).toEqual(rest(css));
  expect(glyphs.length).toBeLessThan(0.05 * font.length);
  const [noStyles, noGlyphs] = await subsetIcons(css, font, '');
  expect(noGlyphs.length).toBeLessThan(glyphs.length);
  expect(iconsOf(noStyles)).toEqual([]);
});

it('has every icon that the view shows', async () => {
  const sources = globSync('**/*.ts', { cwd: view })
    .map((name) => readFileSync(view + name, 'utf8'))
    .join('\n');
  const shown = [
    ...sources.matchAll(/\bicon: '([a-z-]+)'/g),
    ...sources.matchAll(/\b(?:icon|toolButton|memberButton|rowButton|line)\([^'()[\]]*'([a-z-]+)'/g),
    ...sources.matchAll(/ icon="([a-z-]+)"/g),
  ].map(([, name]) => name);
  expect(shown.length).toBeGreaterThan(60);
  const [styles] = await subsetIcons(css, font, sources);
  expect(iconsOf(styles)).toEqual(expect.arrayContaining(shown));
});
