/** A line that no person has written is longer, UTF-16 units. */
const longestTextLine = 5_000;
/** Lines of a generated table or a minified program are longer on average. */
const longestAverage = 500;
/** In a comment. */
const generatedMark =
  /^[ \t]*(?:\/\/|\/?\*|#|--|<!--|;|%|"""|REM\b).*(?:@generated\b|\b(?:code|file|source)\b.*\bDO NOT EDIT\b|\bDO NOT EDIT\b[ \t]*[.!*/>-]*[ \t]*$|\bautomatically generated\b)/im;

/**
 * True for a text that nobody wrote by hand: minified, or marked as generated in its first lines.
 */
export function isGeneratedText(text: string): boolean {
  if (generatedMark.test(text.slice(0, 1_000))) return true;
  let lines = 1;
  let start = 0;
  for (let feed = text.indexOf('\n'); feed >= 0; feed = text.indexOf('\n', start)) {
    if (feed - start > longestTextLine) return true;
    start = feed + 1;
    lines++;
  }
  return text.length - start > longestTextLine || (text.length > 2_000 && text.length / lines > longestAverage);
}
