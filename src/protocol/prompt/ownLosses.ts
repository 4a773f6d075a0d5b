import type { Account } from './assembly.ts';

/** The codes of warnings that the developer's own rules are not all in the prompt. */
export const rulesWarnings: ReadonlySet<string> = new Set([
  ...['CONSTRAINTS_INVALID', 'CONSTRAINTS_FAILED'],
  ...['INSTRUCTIONS_UNREADABLE', 'INSTRUCTIONS_FAILED'],
  'RULES_UNTRUSTED',
]);

/**
 * True if a piece of the developer's own (a pin, a constraint) was cut, or rules could not be read.
 */
export function losesOwn({ ledger, warnings }: Pick<Account, 'ledger' | 'warnings'>): boolean {
  const own = ledger.some(
    ({ id, source, state }) => state === 'cut' && (id.startsWith('chunk:pin:') || source === 'constraint (user)'),
  );
  return own || warnings.some((warning) => rulesWarnings.has(warning.split(': ', 1)[0] ?? ''));
}

/**
 * True if a later request may contain the missing rules or settings: their source was late or
 * failed, or a file was unreadable.
 */
export function mayComeLater({ missing }: Pick<Account, 'missing'>): boolean {
  return missing.some((told) => /^[A-Z]+_(UNAVAILABLE|FAILED|UNREADABLE): /.test(told));
}
