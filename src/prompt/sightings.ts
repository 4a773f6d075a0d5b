import { LruMap } from '../base/lruMap.ts';
import type { Histories } from '../documents/histories.ts';
import { type Consumer, trustedConsumers } from '../protocol/consumer.ts';

/** The newest version of all when a consumer asked, and when it was answered. */
interface Sighting {
  readonly first: number;
  readonly last: number;
}

/** Maximum number of consumers whose sightings are remembered. */
const maxAgents = 64;
/** Maximum number of sightings of one consumer; the two oldest become one, with all that happened between them. */
const maxSightings = 256;

/**
 * Which versions an agent may have seen: those that stood at any time while it was being answered, whatever it asked. Law: no text that a
 * reply holds is of another version. What it was answered before the window was opened is not known, so it may have seen all until then.
 */
export class Sightings {
  readonly #histories: Histories;
  readonly #all = new LruMap<Consumer, Sighting[]>(maxAgents, { onEvict: () => this.#forget() });
  /** The newest version when the window was opened, or sightings were forgotten: what was seen until then is not known. */
  #forgotten: number;

  constructor(histories: Histories) {
    this.#histories = histories;
    this.#forgotten = histories.newestNumber;
  }

  /** A consumer may see any text from now on, until the function that is returned is called. */
  begin(consumer: Consumer): () => void {
    // The developer sees the text itself.
    if (trustedConsumers.has(consumer)) return () => {};
    const first = this.#newest();
    const sightings = this.#of(consumer);
    return () => {
      sightings.push({ first, last: this.#newest() });
      const [oldest, next] = sightings;
      if (sightings.length <= maxSightings || oldest === undefined || next === undefined) return;
      // They stand in the order of their ends: of two at the same time the later one may have begun first.
      sightings.splice(0, 2, { first: Math.min(oldest.first, next.first), last: next.last });
    };
  }

  /** Whether a consumer may have seen a text that stood from one version until another. */
  includes(consumer: Consumer, from: number, until: number): boolean {
    return this.#of(consumer).some(({ first, last }) => first < until && last >= from);
  }

  /** The number of the newest version; what is being typed is one, too. */
  #newest(): number {
    for (const documentId of this.#histories.documents) this.#histories.get(documentId)?.seal();
    return this.#histories.newestNumber;
  }

  #forget(): void {
    this.#forgotten = this.#histories.newestNumber;
  }

  #of(consumer: Consumer): Sighting[] {
    return this.#all.getOrMake(consumer, () => {
      const isNew = this.#histories.firstDelivery(consumer) === null;
      return isNew ? [] : [{ first: 0, last: this.#forgotten }];
    });
  }
}
