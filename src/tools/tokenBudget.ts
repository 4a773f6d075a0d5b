/** Counts the tokens of a text as the asking model does. */
export type CountTokens = (text: string) => PromiseLike<number>;

/**
 * The text if it has at most `budget` tokens; else as many of its first lines as fit together with a note that says so. Empty when
 * not even the note fits.
 */
export async function withinTokens(text: string, budget: number, count: CountTokens): Promise<string> {
  if ((await count(text)) <= budget) return text;
  const lines = text.split('\n');
  const shown = (kept: number) => `${lines.slice(0, kept).join('\n')}\n${note(kept, lines.length)}`;
  let fits = -1;
  let tooMany = lines.length;
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if ((await count(shown(middle))) <= budget) fits = middle;
    else tooMany = middle;
  }
  return fits < 0 ? '' : shown(fits);
}

function note(kept: number, all: number): string {
  return `[Cut after ${kept} of ${all} lines to fit the token limit of this call. Ask for less: a range of lines, one document, fewer diffs.]`;
}
