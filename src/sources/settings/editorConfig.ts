import { compileEditorConfigGlob, type PathMatcher } from '../../base/globs.ts';

/** A parsed `.editorconfig` (EditorConfig 0.17). */
export interface EditorConfig {
  /** True if the search for further files ends here. */
  readonly root: boolean;
  readonly sections: readonly EditorConfigSection[];
}

interface EditorConfigSection {
  readonly matches: PathMatcher;
  readonly properties: readonly (readonly [key: string, value: string])[];
}

const maxSections = 500;

/** Reads an `.editorconfig`. Lines that mean nothing are skipped. */
export function parseEditorConfig(text: string): EditorConfig {
  let root = false;
  const sections: { glob: string; properties: [string, string][] }[] = [];
  for (const raw of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue;
    const glob = /^\[(.+)\]$/.exec(line)?.[1];
    if (glob !== undefined) {
      sections.push({ glob, properties: [] });
      continue;
    }
    const at = line.indexOf('=');
    const key = line.slice(0, Math.max(0, at)).trim().toLowerCase();
    const value = line.slice(at + 1).trim();
    if (key === '') continue;
    const section = sections.at(-1);
    if (section !== undefined) section.properties.push([key, value.toLowerCase()]);
    else if (key === 'root') root = value.toLowerCase() === 'true';
  }
  return {
    root,
    sections: sections
      .slice(0, maxSections)
      .map(({ glob, properties }) => ({ properties, matches: compileEditorConfigGlob(glob) })),
  };
}

/**
 * The properties of a file. `configs` go from the nearest folder outward, each with the file's path
 * relative to it. Nearer files and later sections win, `unset` removes a property, and
 * `indent_size` and `tab_width` fill each other in.
 */
export function editorConfigOf(
  configs: readonly { readonly config: EditorConfig; readonly path: string }[],
): ReadonlyMap<string, string> {
  const rootAt = configs.findIndex(({ config }) => config.root);
  const properties = new Map<string, string>();
  for (const { config, path } of configs.slice(0, rootAt < 0 ? configs.length : rootAt + 1).reverse()) {
    for (const { matches, properties: given } of config.sections) {
      if (matches(path)) for (const [key, value] of given) properties.set(key, value);
    }
  }
  for (const [key, value] of properties) if (value === 'unset') properties.delete(key);
  if (properties.get('indent_style') === 'tab' && !properties.has('indent_size')) properties.set('indent_size', 'tab');
  const size = properties.get('indent_size');
  const width = properties.get('tab_width');
  if (size === 'tab' && width !== undefined) properties.set('indent_size', width);
  else if (size !== undefined && size !== 'tab' && width === undefined) properties.set('tab_width', size);
  return properties;
}
