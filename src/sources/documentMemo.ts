import { LruMap } from '../base/lruMap.ts';

/** Maximum number of documents whose results are known. */
const maxMemos = 256;

/** One result a document, kept while what it was made from stays the same. */
export class DocumentMemo<T> {
  readonly #known = new LruMap<string, { readonly inputs: readonly unknown[]; readonly result: T }>(maxMemos);

  /** The known result where every input is the same as last time, else a new one. */
  of(documentId: string, inputs: readonly unknown[], make: () => T): T {
    const known = this.#known.get(documentId);
    const same =
      known?.inputs.length === inputs.length && inputs.every((input, at) => Object.is(input, known.inputs[at]));
    if (known !== undefined && same) return known.result;
    const result = make();
    this.#known.set(documentId, { inputs, result });
    return result;
  }
}
