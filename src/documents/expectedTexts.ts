import type { SourceText } from '../text/sourceText.ts';

/**
 * The texts that documents will have once an agent's edits are applied. Editors merge and normalise edits, so a change is the
 * agent's when it leads to the expected text, whatever it looks like.
 */
export class ExpectedTexts {
  readonly #texts = new Map<string, SourceText>();

  expect(documentId: string, text: SourceText): void {
    this.#texts.set(documentId, text);
  }

  /** Whether the document is just being edited by an agent. */
  awaits(documentId: string): boolean {
    return this.#texts.has(documentId);
  }

  /** Whether this is the expected text, which from then on is expected no longer. */
  meets(documentId: string, text: () => SourceText): boolean {
    const expected = this.#texts.get(documentId);
    if (expected === undefined || !expected.equals(text())) return false;
    return this.#texts.delete(documentId);
  }

  forget(documentId: string): void {
    this.#texts.delete(documentId);
  }
}
