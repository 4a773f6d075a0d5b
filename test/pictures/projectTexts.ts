/** The project of the pictures. */

export const discountRules = `import type { Cart } from './cart';
import type { Discount, DiscountRule } from './discount';

/** The rule that saves the customer most; a cart gets one discount. */
export function bestDiscount(cart: Cart, rules: readonly DiscountRule[]): Discount | null {
  let best: Discount | null = null;
  for (const rule of rules) {
    if (!rule.matches(cart)) continue;
    const discount = rule.discountOf(cart);
    if (best === null || discount.cents > best.cents) best = discount;
  }
  return best;
}

export function total(cart: Cart, rules: readonly DiscountRule[]): number {
  const full = cart.items.reduce((sum, { cents, count }) => sum + cents * count, 0);
  return full - (bestDiscount(cart, rules)?.cents ?? 0);
}
`;

export const cart = `export interface Cart {
  readonly items: readonly { readonly cents: number; readonly count: number }[];
}
`;

export const discount = `import type { Cart } from './cart';

export interface Discount {
  readonly cents: number;
}

export interface DiscountRule {
  matches(cart: Cart): boolean;
  discountOf(cart: Cart): Discount;
}
`;

/** A project's file of rules. */
export function constraints(count: number): string {
  const rule = (i: number) => ({
    id: `rule-${i}`,
    type: 'convention',
    source: 'project',
    text: `Amounts of kind ${i} are whole numbers of cents.`,
  });
  return JSON.stringify({ version: 1, constraints: Array.from({ length: count }, (_, i) => rule(i)) }, null, 2);
}
