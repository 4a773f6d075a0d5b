/**
 * Reasons why a piece is not shown whole, by the start of a ledger's `why`, each with its text for
 * people.
 */
export const shortfalls = {
  'over the budget': 'shortened for room',
  'longer than its own limit': 'longer than its own limit',
  'it was shortened': 'shortened on request',
  'it was removed': 'removed on request',
} as const;
type Shortfall = keyof typeof shortfalls;

/** A ledger's `why`: the reason, and what is shown instead of the whole. */
export type Why = 'within the budget' | Shortfall | `${Shortfall}: ${string}`;

/** The reason in a ledger's `why`; null if the piece is whole. */
export function shortfallOf(why: string): Shortfall | null {
  const reason = why.split(': ')[0] ?? '';
  return Object.hasOwn(shortfalls, reason) ? (reason as Shortfall) : null;
}

/** True if somebody asked for it. */
export function isOnRequest(why: string): boolean {
  return shortfalls[shortfallOf(why) ?? 'over the budget'].endsWith('on request');
}
