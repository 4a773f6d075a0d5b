type Count = (text: string) => number;

/** A text, as a string or a tree. */
type TextOrTree = Pick<string, 'length' | 'slice' | 'toString'>;

/**
 * Lengths of the beginning that is counted first, in UTF-16 units per token of the limit: a much
 * longer text usually exceeds the limit there.
 */
const headUnits = [5, 16];
const maxUtf8PerUnit = 3;

/**
 * Returns true if a text has at most `tokens` tokens. Counts only the beginning of a much longer
 * one, and nothing of a short one.
 */
export function fitsTokens(text: TextOrTree, tokens: number, count: Count): boolean {
  // No tokenizer makes more tokens than bytes.
  if (text.length * maxUtf8PerUnit <= tokens) return true;
  const heads = headUnits.map((units) => units * tokens).filter((head) => head < text.length);
  return !heads.some((head) => count(text.slice(0, head)) > tokens + 1) && count(text.toString()) <= tokens;
}

/** The share of the room that a part is tried for. */
const aim = 0.99;
/** A part that takes this much of the room is near enough. */
const nearly = 0.98;
const maxTries = 8;

/**
 * Finds the largest part of at most `room` tokens, or nearly; null if none fits. `part` makes one
 * of at most a number of UTF-16 units: at first `first`, never over `most`, then narrowed down by
 * the tokens of the parts. No number is tried twice.
 */
export function partWithin<Part extends { readonly tokens: number }>(
  room: number,
  { first, most }: { readonly first: number; readonly most: number },
  part: (units: number) => Part,
): Part | null {
  let best: Part | null = null;
  /** The largest number that fitted, and the smallest that did not. */
  let [fitted, refused] = [-1, Math.floor(most) + 1];
  let units = Math.floor(Math.min(first, most));
  for (let tries = 0; tries < maxTries && refused - fitted > 1; tries++) {
    const tried = part(units);
    if (tried.tokens <= room) {
      best = tried;
      fitted = units;
      if (tried.tokens >= room * nearly) break;
    } else refused = units;
    // A little less than the room, or whole lines step over it again and again.
    const guess = Math.floor((units * room * aim) / Math.max(1, tried.tokens));
    units = guess > fitted && guess < refused ? guess : Math.floor((fitted + refused) / 2);
  }
  return best;
}
