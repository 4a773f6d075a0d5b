/** For the build: the style sheet and the font (TrueType) of the icons, with nothing in them of icons that the view's script does not name. */
export function subsetIcons(css: string, font: Uint8Array, script: string): readonly [css: string, font: Uint8Array] {
  const named = new Set([...script.matchAll(/["'`]([a-z][a-z0-9-]*)(?=["'`\s])/g)].map(([, name]) => name));
  const characters = new Set<number>();
  const rules = css.split('\n').filter((line) => {
    const icon = /^\.codicon-([a-z0-9-]+):before \{ content: "\\([0-9a-f]+)" \}/.exec(line);
    if (icon === null) return true;
    if (named.has(icon[1])) characters.add(Number.parseInt(icon[2] ?? '', 16));
    return named.has(icon[1]);
  });
  return [rules.join('\n'), withoutGlyphs(font, characters)];
}

/** The font with zeros in the place of all other characters' glyphs: each is empty then, and they pack to nothing. */
function withoutGlyphs(font: Uint8Array, characters: ReadonlySet<number>): Uint8Array {
  const result = new Uint8Array(font);
  const view = new DataView(result.buffer);
  const table = (tag: string): { readonly entry: number; readonly at: number; readonly length: number } => {
    for (let entry = 12; entry < 12 + 16 * view.getUint16(4); entry += 16) {
      if (String.fromCharCode(...result.subarray(entry, entry + 4)) === tag)
        return { entry, at: view.getUint32(entry + 8), length: view.getUint32(entry + 12) };
    }
    throw new RangeError(`The font has no table ${tag}.`);
  };
  const glyphs = table('glyf');
  const places = table('loca').at;
  const isLong = view.getInt16(table('head').at + 50) === 1;
  const placeOf = (glyph: number): number =>
    glyphs.at + (isLong ? view.getUint32(places + 4 * glyph) : 2 * view.getUint16(places + 2 * glyph));
  const kept = new Set([0, ...glyphsOf(view, table('cmap').at, characters)]);
  const count = view.getUint16(table('maxp').at + 4);
  for (let glyph = 0; glyph < count; glyph += 1)
    if (!kept.has(glyph)) result.fill(0, placeOf(glyph), placeOf(glyph + 1));
  let sum = 0;
  for (let at = 0; at < glyphs.length; at += 4) sum = (sum + view.getUint32(glyphs.at + at)) >>> 0;
  view.setUint32(glyphs.entry + 4, sum);
  return result;
}

/** The glyphs of characters, as the font's map of segments (format 12) has them. */
function glyphsOf(view: DataView, map: number, characters: ReadonlySet<number>): readonly number[] {
  const maps = Array.from({ length: view.getUint16(map + 2) }, (_, index) => map + view.getUint32(map + 8 + 8 * index));
  const segments = maps.find((at) => view.getUint16(at) === 12);
  if (segments === undefined) throw new RangeError('The font has no map of segments.');
  const glyphs: number[] = [];
  for (let index = 0; index < view.getUint32(segments + 12); index += 1) {
    const segment = segments + 16 + 12 * index;
    const [first, last, glyph] = [0, 4, 8].map((offset) => view.getUint32(segment + offset)) as [
      number,
      number,
      number,
    ];
    for (const one of characters) if (one >= first && one <= last) glyphs.push(glyph + one - first);
  }
  return glyphs;
}
