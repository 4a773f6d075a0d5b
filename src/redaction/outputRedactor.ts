import { lookAhead, lookBehind } from './finding.ts';
import { cutBefore, cutBetweenSecrets } from './secretFinder.ts';

/** Maximum length of a line that is held back, UTF-16 units. */
const longestLine = 262_144;

/** Below this length a held block is searched at each part; above it, when it has doubled. */
const patience = 16_384;

/** Redacts a text that is cut between secrets. */
type Redact = (text: string) => { readonly text: string; readonly count: number };

/**
 * Redacts an output that arrives in parts, such as a terminal's, without holding all of it. Secrets
 * that are split between parts are found.
 *
 * Law: the joined parts are the redacted whole, except for lines over {@link longestLine} units and
 * quotes of a secret before the part that reveals it. Of two adjacent tables of one width, the
 * second may be searched as a table of its own.
 */
export class OutputRedactor {
  readonly #redact: Redact;
  #buffer = '';
  /** Length at which the held text is searched again, UTF-16 units. */
  #searchedAt = 0;
  /** Number of secrets hidden so far. */
  count = 0;

  constructor(redact: Redact) {
    this.#redact = redact;
  }

  /** Adds a part and returns the redacted text that is complete, often empty. */
  push(part: string): string {
    this.#buffer += part;
    if (this.#buffer.length < this.#searchedAt) return '';
    const isLong = this.#buffer.length > longestLine;
    let cut = isLong || /[\r\n]/.test(part) ? cutBetweenSecrets(this.#buffer) : 0;
    // A very long line is cut outside of secrets and their names.
    if (isLong && cut === 0)
      cut = cutBefore(this.#buffer, this.#buffer.length - lookAhead, (at) => Math.max(0, at - lookBehind));
    const text = this.#take(cut);
    this.#searchedAt = this.#buffer.length < patience ? 0 : 2 * this.#buffer.length;
    return text;
  }

  /** The rest. */
  end(): string {
    return this.#take(this.#buffer.length);
  }

  #take(cut: number): string {
    if (cut === 0) return '';
    const { text, count } = this.#redact(this.#buffer.slice(0, cut));
    this.#buffer = this.#buffer.slice(cut);
    this.count += count;
    return text;
  }
}
