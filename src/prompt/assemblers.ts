import { AppError } from '../base/appError.ts';
import type { Sha256 } from '../base/ports/hash.ts';
import { type AssembleRequest, Assembler, type Assembly } from '../engine/assembler.ts';
import type { CountTokens } from '../engine/measure.ts';
import type { Redaction } from '../redaction/redaction.ts';
import { redactContent } from './redactContent.ts';
import { fallbackCounter, type ModelCounter, type Tokenizers } from './tokenizer.ts';

/**
 * Counts and assembles for a model. If its tokenizer fails, an estimate that never understates is
 * used.
 */
export interface ModelAssembler {
  readonly count: CountTokens;
  readonly assemble: (request: AssembleRequest) => Assembly;
}

interface Dependencies {
  readonly tokenizers: Tokenizers;
  readonly redaction: Redaction;
  readonly sha256: Sha256;
}

/** One assembler for each model, for its counts. */
export class Assemblers {
  readonly #dependencies: Dependencies;
  readonly #known = new Map<string, ModelAssembler>();
  #redactionEpoch = '';

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Retries a tokenizer that was unavailable. */
  async of(model: string): Promise<ModelAssembler> {
    const { redaction, tokenizers } = this.#dependencies;
    // Measurements depend on what is redacted.
    if (redaction.epoch !== this.#redactionEpoch) this.#known.clear();
    this.#redactionEpoch = redaction.epoch;
    const known = this.#known.get(model);
    if (known !== undefined) return known;
    const counter = await tokenizers.counterFor(model).catch(() => null);
    const assembler = this.#withFallback(counter === null ? null : this.#assembler(counter));
    if (counter !== null) this.#known.set(model, assembler);
    return assembler;
  }

  #withFallback(assembler: Assembler | null): ModelAssembler {
    return {
      count: (text) => {
        try {
          return assembler?.count(text) ?? fallbackCounter.count(text);
        } catch {
          return fallbackCounter.count(text);
        }
      },
      assemble: (request) => {
        try {
          if (assembler !== null) return assembler.assemble(request);
        } catch (error) {
          if (error instanceof AppError) throw error;
        }
        const warning = 'CONTEXT_BUDGET_FALLBACK: the tokenizer failed; tokens are overstated, a byte each';
        return this.#assembler(fallbackCounter).assemble({ ...request, warnings: [...request.warnings, warning] });
      },
    };
  }

  #assembler({ count, exact }: ModelCounter): Assembler {
    const { redaction, sha256 } = this.#dependencies;
    return new Assembler(count, redactContent(redaction), sha256, exact);
  }
}
