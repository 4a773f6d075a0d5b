/** The line break of a text (`\n`, `\r\n` or `\r`); null if it has none, or several kinds. */
export function lineBreakOf(text: string): string | null {
  const [first = null, second = null] = new Set(text.match(/\r\n|\r|\n/g));
  return second === null ? first : null;
}

/** The text with all its line breaks in one form; null leaves them as they are. */
export function withLineBreaks(text: string, lineBreak: string | null): string {
  return lineBreak === null ? text : text.replace(/\r\n|\r|\n/g, lineBreak);
}
