/**
 * The header lines of a file's patch, as git writes and reads them (git's `quote_c_style`). A path
 * with a quote, a backslash or a control character is quoted in C's style. An unquoted path with a
 * space ends in a tab, so that nothing after it is taken for a part of it. Two different paths are
 * a rename, for which `git apply` requires git's own header lines. Paths are relative, with `/`
 * between their parts.
 */
export function patchHeader(oldPath: string, newPath: string): string {
  const oldName = quotedName(`a/${oldPath}`);
  const newName = quotedName(`b/${newPath}`);
  const names = `--- ${terminated(oldName)}\n+++ ${terminated(newName)}\n`;
  if (oldPath === newPath) return names;
  const renamed = `rename from ${quotedName(oldPath)}\nrename to ${quotedName(newPath)}\n`;
  return `diff --git ${oldName} ${newName}\n${renamed}${names}`;
}

/** `note` as lines that no applier takes for a part of the patch: each begins with `# `. */
export function patchNote(note: string): string {
  const lines = note.split(/[\r\n]+/).filter((line) => line !== '');
  return lines.map((line) => `# ${line}\n`).join('');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};

function quotedName(name: string): string {
  const escaped = name.replace(
    /[\x00-\x1f\x7f"\\]/g,
    (char) => ESCAPES[char] ?? `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
  return escaped === name ? name : `"${escaped}"`;
}

function terminated(name: string): string {
  return name.includes(' ') && !name.startsWith('"') ? `${name}\t` : name;
}
