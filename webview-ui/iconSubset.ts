import subsetFont from 'subset-font';

/**
 * For the build: the icons' style sheet and font (TrueType), cut to the icons that the view's
 * script names.
 */
export async function subsetIcons(
  css: string,
  font: Buffer,
  script: string,
): Promise<readonly [css: string, font: Buffer]> {
  const named = new Set([...script.matchAll(/["'`]([a-z][a-z0-9-]*)(?=["'`\s])/g)].map(([, name]) => name));
  let characters = '';
  const rules = css.split('\n').filter((line) => {
    const icon = /^\.codicon-([a-z0-9-]+):before \{ content: "\\([0-9a-f]+)" \}/.exec(line);
    if (icon === null) return true;
    if (named.has(icon[1])) characters += String.fromCodePoint(Number.parseInt(icon[2] ?? '', 16));
    return named.has(icon[1]);
  });
  return [rules.join('\n'), await subsetFont(font, characters, { targetFormat: 'truetype' })];
}
