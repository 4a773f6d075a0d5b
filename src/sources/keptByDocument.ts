import { LruMap } from '../base/lruMap.ts';

const keptDocuments = 256;

/** One result a document, kept while what it was made from stays the same. */
export class KeptByDocument<T> {
  readonly #kept = new LruMap<string, { readonly inputs: readonly unknown[]; readonly result: T }>(keptDocuments);

  /** The kept result when every input is the same as last time, else a new one. */
  of(documentId: string, inputs: readonly unknown[], make: () => T): T {
    const known = this.#kept.get(documentId);
    const same =
      known?.inputs.length === inputs.length && inputs.every((input, at) => Object.is(input, known.inputs[at]));
    if (known !== undefined && same) return known.result;
    const result = make();
    this.#kept.set(documentId, { inputs, result });
    return result;
  }
}
