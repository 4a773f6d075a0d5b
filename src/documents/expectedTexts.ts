import type { SourceText } from '../text/sourceText.ts';

/**
 * The texts that documents will have after an agent's edits. Editors merge and normalise edits, so
 * any change that leads to the expected text is the agent's.
 */
export class ExpectedTexts {
  readonly #texts = new Map<string, SourceText>();

  expect(documentId: string, text: SourceText): void {
    this.#texts.set(documentId, text);
  }

  /** Returns true while an agent's edit of the document is pending. */
  awaits(documentId: string): boolean {
    return this.#texts.has(documentId);
  }

  /** Returns true if this is the expected text, which is then no longer expected. */
  meets(documentId: string, text: () => SourceText): boolean {
    const expected = this.#texts.get(documentId);
    if (expected === undefined || !expected.equals(text())) return false;
    return this.#texts.delete(documentId);
  }

  forget(documentId: string): void {
    this.#texts.delete(documentId);
  }
}
