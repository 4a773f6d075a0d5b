import { type Interaction, maxInteractions } from '../protocol/prompt/contextModel.ts';

/** The executions of a window's anchors: the last twenty, and how many there were. */
export class Interactions {
  #interactions: readonly Interaction[] = [];
  #count = 0;

  get interactions(): readonly Interaction[] {
    return this.#interactions;
  }

  get count(): number {
    return this.#count;
  }

  add(interaction: Interaction): void {
    this.#interactions = [...this.#interactions, interaction].slice(-maxInteractions);
    this.#count++;
  }
}
