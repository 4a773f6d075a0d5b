/** Meanings of a prompt's warnings for people, in English; surfaces translate them. */
export const warningMeanings: Readonly<Record<string, string>> = {
  CONSTRAINTS_INVALID: 'Not all constraints could be read',
  CONSTRAINTS_FAILED: 'The constraints could not be read',
  INSTRUCTIONS_UNREADABLE: 'Instruction files could not be read',
  INSTRUCTIONS_FAILED: 'Instruction files could not be read',
  SETTINGS_UNREADABLE: 'Files of settings could not be read',
  SETTINGS_FAILED: 'The settings could not be read',
  RULES_UNTRUSTED: 'Rules are left out in Restricted Mode',
  CONTEXT_RULES_OVERBUDGET: 'The rules take more than their share',
  CONTEXT_BUDGET_FALLBACK: 'Tokens are overstated: the tokenizer failed',
  CONTEXT_SCOPE_VIOLATION: 'A piece of another project was refused',
  CONTEXT_LAYER_INVALID: 'A malformed piece was left out',
  CONTEXT_TOKENS_INVALID: 'A malformed piece was left out',
  CONTEXT_TEXT_HOSTILE: 'A text poses as an anchor, a window or a role',
  INSTRUCTIONS_UNAVAILABLE: 'Instruction files answer late',
  CONSTRAINTS_UNAVAILABLE: 'Constraints answer late',
  SETTINGS_UNAVAILABLE: 'Settings answer late',
  SEARCH_INDEXING: 'The search is still reading the project',
  SEARCH_LEFT_OUT: 'The search leaves files out',
  UNAVAILABLE: 'A source answers late',
  FAILED: 'A source failed',
};

export interface Warning {
  readonly code: string;
  /** One of {@link warningMeanings}; of a code that is not known what came. */
  readonly meaning: string;
  /** The failure, in English. */
  readonly detail: string;
  /**
   * Untranslatable names in the detail: `"AGENTS.md", "a.md", +3`, `rules.json:7`; may be empty.
   */
  readonly names: string;
}

/** Reads a warning (`CODE: what happened`). */
export function readWarning(warning: string): Warning {
  const cut = warning.indexOf(': ');
  const [code, detail] = cut < 0 ? ['', warning] : [warning.slice(0, cut), warning.slice(cut + 2)];
  const meaning = warningMeanings[code] ?? warningMeanings[code.slice(code.lastIndexOf('_') + 1)] ?? detail;
  return { code, meaning, detail, names: namedIn(detail) };
}

/** Rules and settings that a prompt is without, in one line for people. */
export function missingTexts(missing: readonly string[], translate: (meaning: string) => string): string {
  const texts = missing.map(readWarning).map(({ code, meaning, names }) => {
    return `${[translate(meaning), names].filter((part) => part !== '').join(': ')} (${code})`;
  });
  return texts.join('; ');
}

function namedIn(detail: string): string {
  const line = /^(.+?), line (\d+): /.exec(detail);
  if (line !== null) return `${line[1]}:${line[2]}`;
  const more = / and (\d+) more\b/.exec(detail);
  const quoted = detail.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  return [...quoted, ...(more === null ? [] : [`+${more[1]}`])].join(', ');
}
