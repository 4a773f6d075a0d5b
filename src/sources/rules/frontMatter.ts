import { splitGlobs } from '../../base/globs.ts';

/** An instruction file with its front matter taken off. */
export interface FrontMatter {
  /** The text after the front matter. */
  readonly body: string;
  /**
   * Globs of the files that it is for (`applyTo`, Cursor's `globs`, Claude Code's `paths`); null if
   * absent.
   */
  readonly applyTo: readonly string[] | null;
  /** True for Cursor's `alwaysApply` and Windsurf's `trigger: always_on`. */
  readonly always: boolean;
  /** True if the front matter never ends. */
  readonly broken: boolean;
}

/**
 * Separates the front matter of an instruction file from its body. It is read by lines, not as
 * YAML, to which an unquoted glob such as `applyTo: *.ts` is an error.
 */
export function parseFrontMatter(text: string): FrontMatter {
  const opening = /^---[ \t]*(?:\r\n|\r|\n)/.exec(text);
  if (opening === null) return { body: text, applyTo: null, always: false, broken: false };
  const rest = text.slice(opening[0].length);
  const closing = /^---[ \t]*(?:\r\n|\r|\n|$)/m.exec(rest);
  if (closing === null) return { body: text, applyTo: null, always: false, broken: true };
  const header = rest.slice(0, closing.index);
  const globs = /^(?:applyTo|globs|paths):(.*(?:(?:\r\n?|\n)(?![\w-]+:).*)*)/m.exec(header)?.[1];
  return {
    body: rest.slice(closing.index + closing[0].length).replace(/^(?:[ \t]*(?:\r\n|\r|\n))+/, ''),
    applyTo: globs === undefined ? null : globsOf(globs),
    always: /^(?:alwaysApply:[ \t]*true|trigger:[ \t]*['"]?always_on)\b/m.test(header),
    broken: false,
  };
}

/** The globs of a value: of one text, of a list in brackets, or of lines that begin with a hyphen. */
function globsOf(value: string): readonly string[] | null {
  const items = value
    .replace(/(^|\s)#.*/g, '')
    .replace(/^\s*- /gm, ',')
    .replace(/['"]/g, '')
    .trim();
  if (items === '') return null;
  return splitGlobs(/^\[.*\]$/s.test(items) ? items.slice(1, -1) : items);
}
