import { t } from '@vscode/l10n';
import { rulesWarnings } from '../../../src/protocol/prompt/ownLosses.ts';

/** What a prompt's warnings mean for people; a code that is not known here is shown as it came. */
const meanings: Readonly<Record<string, string>> = {
  CONSTRAINTS_INVALID: t('Not all constraints could be read'),
  CONSTRAINTS_FAILED: t('The constraints could not be read'),
  INSTRUCTIONS_UNREADABLE: t('Instruction files could not be read'),
  INSTRUCTIONS_FAILED: t('Instruction files could not be read'),
  SETTINGS_UNREADABLE: t('Files of settings could not be read'),
  SETTINGS_FAILED: t('The settings could not be read'),
  RULES_UNTRUSTED: t('Rules are left out in Restricted Mode'),
  CONTEXT_RULES_OVERBUDGET: t('The rules take more than their share'),
  CONTEXT_BUDGET_FALLBACK: t('Tokens are overstated: the tokenizer failed'),
  CONTEXT_CAPACITY: t('There are more pieces than a prompt holds'),
  CONTEXT_SCOPE_VIOLATION: t('A piece of another project was refused'),
  CONTEXT_LAYER_INVALID: t('A malformed piece was left out'),
  CONTEXT_TOKENS_INVALID: t('A malformed piece was left out'),
  CONTEXT_TEXT_HOSTILE: t('A text poses as an anchor, a window or a role'),
  INSTRUCTIONS_UNAVAILABLE: t('Instruction files answer late'),
  CONSTRAINTS_UNAVAILABLE: t('Constraints answer late'),
  SETTINGS_UNAVAILABLE: t('Settings answer late'),
  SEARCH_INDEXING: t('The search is still reading the project'),
  SEARCH_LEFT_OUT: t('The search leaves files out'),
};

export interface Warning {
  readonly code: string;
  readonly text: string;
  /** As it came, for the tooltip. */
  readonly detail: string;
  readonly isOfRules: boolean;
}

/** A warning (`CODE: what happened`) in words for people. */
export function warningOf(warning: string): Warning {
  const cut = warning.indexOf(': ');
  const [code, detail] = cut < 0 ? ['', warning] : [warning.slice(0, cut), warning.slice(cut + 2)];
  return { code, text: meanings[code] ?? meaningOf(code, detail), detail, isOfRules: rulesWarnings.has(code) };
}

function meaningOf(code: string, detail: string): string {
  if (code.endsWith('_UNAVAILABLE')) return t('A source answers late');
  if (code.endsWith('_UNREADABLE')) return t('Cannot be read: {0}', detail.replace(/ cannot be read$/, ''));
  return detail;
}
