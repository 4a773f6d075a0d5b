import type { Params } from '../../../src/protocol/channels.ts';
import type { Failure } from '../../../src/protocol/result.ts';
import type { BudgetReply } from '../../state.ts';

/** What the developer is typing of a budget, and the version on which it stands. An empty reserve is the profile's. */
export interface BudgetDraft {
  readonly base: BudgetReply;
  readonly modelLimit: string;
  readonly outputReserve: string;
}

export function draftOfBudget(base: BudgetReply): BudgetDraft {
  const { modelLimit, outputReserve } = base.budget;
  return { base, modelLimit: String(modelLimit), outputReserve: outputReserve === null ? '' : String(outputReserve) };
}

/** The change that a draft asks for; null when it changes nothing. */
export function budgetChange({ base, ...typed }: BudgetDraft): Params<'context:budget:update'> | null {
  const modelLimit = Number(typed.modelLimit);
  const outputReserve = typed.outputReserve.trim() === '' ? null : Number(typed.outputReserve);
  const budget = {
    ...(modelLimit === base.budget.modelLimit ? {} : { modelLimit }),
    ...(outputReserve === base.budget.outputReserve ? {} : { outputReserve }),
  };
  return Object.keys(budget).length === 0 ? null : { version: base.version, budget };
}

/** The fresh budget that comes with a conflict; null for any other failure. */
export function freshBudget({ code, data }: Failure): BudgetReply | null {
  if (code !== 'CONTEXT_BUDGET_CONFLICT' || typeof data !== 'object' || data === null) return null;
  return 'version' in data && 'budget' in data ? (data as BudgetReply) : null;
}
