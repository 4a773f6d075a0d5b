/** How long after a character the next one still belongs to the same word, ms. */
const wordPause = 800;

/** Finds what is typed at a list by the beginning of its name. */
export class TypeAhead {
  #typed = '';
  #typedAt = Number.NEGATIVE_INFINITY;

  /**
   * The place of the next name, after that at `at` and then from the first on, that begins with what has been typed; null when none does. The
   * same character again and again goes from one to the next; a word stays where it fits.
   */
  find(character: string, names: readonly string[], at: number, now: number): number | null {
    this.#typed = (now - this.#typedAt < wordPause ? this.#typed : '') + character.toLowerCase();
    this.#typedAt = now;
    const isRepeated = this.#typed === character.toLowerCase().repeat(this.#typed.length);
    const beginning = isRepeated ? character.toLowerCase() : this.#typed;
    const first = isRepeated ? at + 1 : at;
    const places = names.map((_, index) => (first + index) % names.length);
    return places.find((place) => names[place]?.toLowerCase().startsWith(beginning)) ?? null;
  }
}
