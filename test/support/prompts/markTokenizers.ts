import { Tokenizers } from '../../../src/prompt/tokenizer.ts';

/** Counts nothing but its marks, so that a text has exactly the tokens that an example gives it. */
export class MarkTokenizers extends Tokenizers {
  constructor() {
    super(() => Promise.reject(new Error('no ranks')));
  }

  override async counterFor() {
    return { count: markCount, exact: true };
  }
}

/** A text of so many tokens. */
export function marks(count: number): string {
  return '¤'.repeat(count);
}

export function markCount(text: string): number {
  return text.split('¤').length - 1;
}
