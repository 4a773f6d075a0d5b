import { lookAhead, lookBehind } from './finding.ts';
import type { Redaction } from './redaction.ts';
import { cutBetweenSecrets, findSecrets } from './secretFinder.ts';

/** A line that is longer than this is not waited for, UTF-16 units. */
const longestLine = 262_144;

/** A block that goes on, such as a table, is searched again once it has doubled; a shorter one than this, UTF-16 units, each time. */
const patience = 16_384;

/**
 * Takes the secrets out of an output that comes in parts, such as a terminal's: nothing needs the whole of it at once. A secret is found
 * though it comes in two parts.
 *
 * Law: the parts joined are the whole output without its secrets, but for lines of more than 262,144 units, and for what quotes a secret
 * in a part before the one that makes it known: whoever keeps the parts searches them again. At most more is hidden: of two tables of one
 * width without a line between them the second counts as one of its own only where a part begins with it.
 */
export class OutputRedactor {
  readonly #redaction: Redaction;
  readonly #projectId: string;
  #buffer = '';
  /** How long what is held has to be until it is searched again, UTF-16 units. */
  #searchedAt = 0;
  #count = 0;

  constructor(redaction: Redaction, projectId: string) {
    this.#redaction = redaction;
    this.#projectId = projectId;
  }

  /** How many secrets were hidden so far. */
  get count(): number {
    return this.#count;
  }

  /** Takes a part and gives what can leave by now, perhaps nothing yet. */
  push(part: string): string {
    this.#buffer += part;
    if (this.#buffer.length < this.#searchedAt) return '';
    const endsLine = /[\r\n]/.test(part) || this.#buffer.length > longestLine;
    const cut = endsLine ? cutBetweenSecrets(this.#buffer) : 0;
    const text = this.#take(cut > 0 || this.#buffer.length <= longestLine ? cut : cutOfLine(this.#buffer));
    this.#searchedAt = this.#buffer.length < patience ? 0 : 2 * this.#buffer.length;
    return text;
  }

  /** The rest. */
  end(): string {
    return this.#take(this.#buffer.length);
  }

  #take(cut: number): string {
    if (cut === 0) return '';
    const { text, count } = this.#redaction.redactText(this.#projectId, this.#buffer.slice(0, cut));
    this.#buffer = this.#buffer.slice(cut);
    this.#count += count;
    return text;
  }
}

/** Where a very long line can be cut: not through a secret, nor between it and the name that tells it. */
function cutOfLine(text: string): number {
  let cut = text.length - lookAhead;
  for (const { hit, start, end } of findSecrets(text).found.toReversed()) {
    const first = Math.max(0, Math.min(hit, start) - lookBehind);
    if (first < cut && cut < end) cut = first;
  }
  return cut;
}
