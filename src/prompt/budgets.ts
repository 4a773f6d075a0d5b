import { AppError } from '../base/appError.ts';
import type { FileSystem } from '../base/fileSystem.ts';
import { decodeUtf8, encodeUtf8 } from '../base/utf8.ts';
import { defaultShares } from '../engine/budget.ts';
import { type BudgetState, budgetStateSchema } from '../protocol/assembly.ts';
import { type Consumer, trustedConsumers } from '../protocol/consumer.ts';

const file = 'budget.json';
/** Where every project begins, and what holds when no tokenizer can be had. */
export const defaultBudget: BudgetState = {
  version: 1,
  budget: { modelLimit: 128_000, outputReserve: null, shares: { ...defaultShares } },
};

/** The budget with its optimistic version. */
export class Budgets {
  readonly #files: FileSystem;
  readonly #loaded: Promise<void>;
  #state: BudgetState = defaultBudget;

  constructor(files: FileSystem) {
    this.#files = files;
    this.#loaded = this.#load();
  }

  async get(): Promise<BudgetState> {
    await this.#loaded;
    return this.#state;
  }

  /** Changes the budget if `version` is still the present one; otherwise nothing changes. */
  async update(version: number, change: Partial<BudgetState['budget']>, consumer: Consumer): Promise<BudgetState> {
    await this.#loaded;
    if (!trustedConsumers.has(consumer)) throw new AppError('CONTEXT_BUDGET_FORBIDDEN');
    if (version !== this.#state.version) throw new AppError('CONTEXT_BUDGET_CONFLICT', undefined, this.#state);
    this.#state = { version: version + 1, budget: { ...this.#state.budget, ...change } };
    await this.#files.write(file, encodeUtf8(JSON.stringify(this.#state))).catch(() => {
      // The budget holds for this window; the store says that it fails when it stores next.
    });
    return this.#state;
  }

  async #load(): Promise<void> {
    try {
      const bytes = await this.#files.read(file);
      const parsed = bytes === null ? null : budgetStateSchema.safeParse(JSON.parse(decodeUtf8(bytes)));
      if (parsed?.success) this.#state = parsed.data;
    } catch {
      // An unreadable budget is the default one.
    }
  }
}
