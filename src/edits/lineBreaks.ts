const foreign: ReadonlyMap<string, RegExp> = new Map([
  ['\n', /\r/],
  ['\r', /\n/],
  ['\r\n', /\r(?!\n)|(?<!\r)\n/],
]);

/** The line break of a text (`\n`, `\r\n` or `\r`); null if it has none, or several kinds. */
export function lineBreakOf(text: string): string | null {
  const [first = ''] = /\r\n|\r|\n/.exec(text) ?? [];
  return foreign.get(first)?.test(text) === false ? first : null;
}

/** The text with all its line breaks in one form; null leaves them as they are. */
export function withLineBreaks(text: string, lineBreak: string | null): string {
  return lineBreak === null ? text : text.replace(/\r\n|\r|\n/g, lineBreak);
}
