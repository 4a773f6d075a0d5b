const keptDocuments = 256;

/** One result a document, kept while what it was made from stays the same. */
export class KeptByDocument<T> {
  readonly #kept = new Map<string, { readonly inputs: readonly unknown[]; readonly result: T }>();

  /** The kept result when every input is the same as last time, else a new one. */
  of(documentId: string, inputs: readonly unknown[], make: () => T): T {
    const known = this.#kept.get(documentId);
    this.#kept.delete(documentId);
    const same =
      known?.inputs.length === inputs.length && inputs.every((input, at) => Object.is(input, known.inputs[at]));
    const entry = known !== undefined && same ? known : { inputs, result: make() };
    this.#kept.set(documentId, entry);
    const eldest = this.#kept.keys().next().value;
    if (this.#kept.size > keptDocuments && eldest !== undefined) this.#kept.delete(eldest);
    return entry.result;
  }
}
