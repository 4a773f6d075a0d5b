type Count = (text: string) => number;

/** A text, as a string or a tree. */
type TextOrTree = Pick<string, 'length' | 'slice' | 'toString'>;

/** Of a text more than so many times longer (UTF-16 units) than it may have tokens so much is counted first: ordinary text has more tokens at once. */
const headUnits = [5, 16];
const maxUtf8PerUnit = 3;

/** Whether a text has at most `tokens` tokens. Of a much longer one only the beginning is counted, and of a short one nothing. */
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
 * The largest part of something of at most `room` tokens, or nearly: null when none fits. `part` makes one of at most a number of UTF-16
 * units; that number is first `first`, never over `most`, and narrowed down by the tokens that the parts have. No number is tried twice.
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
