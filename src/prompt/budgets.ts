import { AppError } from '../base/appError.ts';
import { JsonFile } from '../base/jsonFile.ts';
import type { FileSystem } from '../base/ports/fileSystem.ts';
import { defaultShares } from '../engine/budget.ts';
import { type Consumer, trustedConsumers } from '../protocol/consumer.ts';
import { type BudgetState, budgetStateSchema } from '../protocol/prompt/assembly.ts';

/** Initial budget of every project, and the budget if no tokenizer is available. */
const defaultBudget: BudgetState = {
  version: 1,
  budget: { modelLimit: null, outputReserve: null, shares: defaultShares },
};

/** The budget with its optimistic version. */
export class Budgets {
  readonly #file: JsonFile<BudgetState>;
  readonly #loaded: Promise<void>;
  #state: BudgetState = defaultBudget;

  /**
   * `onFail` is called if the file cannot be read or written; the budget then lasts for this
   * window.
   */
  constructor(files: FileSystem, onFail: (error: unknown) => void) {
    this.#file = new JsonFile(files, 'budget.json', budgetStateSchema, onFail);
    this.#loaded = this.#file.load().then((stored) => {
      this.#state = stored ?? defaultBudget;
    });
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
    await this.#file.save(() => this.#state);
    return this.#state;
  }
}
