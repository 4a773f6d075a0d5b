import type { Constraint } from '../../protocol/decisions/constraints.ts';
import type { UnjudgedReason } from '../../protocol/edits.ts';

/** A constraint that nobody could judge, and why. */
export interface Unjudged {
  readonly constraint: Constraint;
  readonly why: UnjudgedReason;
}

export interface Judgement<Violation> {
  readonly violations: readonly Violation[];
  readonly unjudged: readonly Unjudged[];
}
