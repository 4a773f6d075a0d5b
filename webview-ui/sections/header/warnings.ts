import { t } from '@vscode/l10n';
import { rulesWarnings } from '../../../src/protocol/prompt/ownLosses.ts';
import { readWarning, type Warning } from '../../../src/protocol/prompt/warnings.ts';
import { language } from '../../components/parts.ts';

interface ShownWarning extends Warning {
  readonly text: string;
  /** The code with the detail or, for who does not read English, with what the detail names. */
  readonly tooltip: string;
  readonly isOfRules: boolean;
}

/** A warning (`CODE: what happened`) in words for people. */
export function warningOf(warning: string): ShownWarning {
  const read = readWarning(warning);
  const { code, meaning, detail, names } = read;
  const what = language().startsWith('en') ? detail : names;
  const tooltip = [code, what].filter((part) => part !== '').join(': ');
  return { ...read, text: t(meaning), tooltip, isOfRules: rulesWarnings.has(code) };
}
