import type { Clock } from '../base/clock.ts';
import type { ShareableText } from '../redaction/redactedText.ts';
import type { Tokenizers } from './tokenizer.ts';

/** What was told as diffs, against reading the whole files again; tokens of the configured model's encoding. */
interface SavingsState {
  /** How many times a document's changes were told instead of its text. */
  readonly deltaDeliveries: number;
  readonly deliveredTokens: number;
  readonly rereadTokens: number;
}

/** A document whose changes were delivered. */
export interface DeltaDelivery {
  readonly patch: string;
  readonly text: ShareableText;
}

/** Counting pauses for the developer's keystrokes after this much work, ms. */
const sliceMs = 5;

/** The savings ledger. It counts after the delivery, in slices, one delivery after another, so that nothing waits for it. */
export class Savings {
  readonly #clock: Clock;
  readonly #tokenizers: Tokenizers;
  readonly #model: () => string;
  #state: SavingsState = { deltaDeliveries: 0, deliveredTokens: 0, rereadTokens: 0 };
  #counting: Promise<void> = Promise.resolve();

  constructor(clock: Clock, tokenizers: Tokenizers, model: () => string) {
    this.#clock = clock;
    this.#tokenizers = tokenizers;
    this.#model = model;
  }

  get state(): SavingsState {
    return this.#state;
  }

  /** Settles when every delivery so far is counted. */
  get counted(): Promise<void> {
    return this.#counting;
  }

  add(deliveries: readonly DeltaDelivery[]): void {
    for (const delivery of deliveries) {
      this.#counting = this.#counting
        .then(() => this.#count(delivery))
        .catch(() => {
          // Without a tokenizer there is nothing to count.
        });
    }
  }

  async #count({ patch, text }: DeltaDelivery): Promise<void> {
    const counter = await this.#tokenizers.encoderFor(this.#model());
    const steps = counter.countInSteps(text);
    let begun = this.#clock.now();
    for (;;) {
      const step = steps.next();
      if (step.done) {
        const { deltaDeliveries, deliveredTokens, rereadTokens } = this.#state;
        this.#state = {
          deltaDeliveries: deltaDeliveries + 1,
          deliveredTokens: deliveredTokens + counter.count(patch),
          rereadTokens: rereadTokens + step.value,
        };
        return;
      }
      if (this.#clock.now() - begun < sliceMs) continue;
      await new Promise<void>((resolve) => this.#clock.after(0, resolve));
      begun = this.#clock.now();
    }
  }
}
