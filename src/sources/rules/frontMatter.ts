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
  /** True if the front matter never ends, or is neither YAML nor holds an `applyTo` line. */
  readonly broken: boolean;
}

/**
 * Separates the YAML front matter of an instruction file from its body. An unquoted glob such as
 * `applyTo: *.ts` is an alias in YAML and so an error: then the line itself is read.
 */
export async function parseFrontMatter(text: string): Promise<FrontMatter> {
  const opening = /^---[ \t]*(?:\r\n|\r|\n)/.exec(text);
  if (opening === null) return { body: text, applyTo: null, always: false, broken: false };
  const rest = text.slice(opening[0].length);
  const closing = /^---[ \t]*(?:\r\n|\r|\n|$)/m.exec(rest);
  if (closing === null) return { body: text, applyTo: null, always: false, broken: true };
  const header = rest.slice(0, closing.index);
  const body = rest.slice(closing.index + closing[0].length).replace(/^(?:[ \t]*(?:\r\n|\r|\n))+/, '');
  const fields = await parsedFields(header);
  if (fields !== null) {
    const applyTo = globsOf(fields['applyTo'] ?? fields['globs'] ?? fields['paths']);
    return {
      body,
      applyTo,
      always: fields['alwaysApply'] === true || fields['trigger'] === 'always_on',
      broken: false,
    };
  }
  const always = /^(?:alwaysApply:[ \t]*true|trigger:[ \t]*always_on)\b/m.test(header);
  const line = /^(?:applyTo|globs|paths):[ \t]*(.*)$/m
    .exec(header)?.[1]
    ?.trim()
    .replace(/^(['"])(.*)\1$/, '$2');
  return { body, applyTo: globsOf(line), always, broken: globsOf(line) === null && !always };
}

/** The header's mapping, empty if it is blank; null if it is no YAML mapping. */
async function parsedFields(header: string): Promise<Readonly<Record<string, unknown>> | null> {
  const { parse } = await import('yaml');
  try {
    const value: unknown = parse(header, { maxAliasCount: 10, logLevel: 'error', prettyErrors: false });
    if (value === null) return {};
    return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function globsOf(value: unknown): readonly string[] | null {
  const lists = Array.isArray(value) ? value : [value];
  const globs = lists.flatMap((list) => (typeof list === 'string' ? splitGlobs(list) : []));
  return globs.length === 0 && !(Array.isArray(value) && value.length === 0) ? null : globs;
}
