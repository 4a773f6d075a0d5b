import { linesOf } from './chunk.ts';

/** A chunk ends at the first blank line after so many lines, and at the latest after {@link mostLines}. */
const fewestLines = 24;
const mostLines = 48;
/** A chunk of longer lines ends earlier, UTF-16 units. */
const mostUnits = 8_000;

/** A line that no person has written is longer, UTF-16 units. */
const longestLine = 5_000;
/** Lines of a generated table or a minified program are longer on average. */
const longestAverage = 500;
const generatedMark = /@generated\b|\bDO NOT EDIT\b|\bautomatically generated\b/i;

export interface TextChunk {
  /** From one. */
  readonly firstLine: number;
  readonly text: string;
}

/** Whether nobody wrote the text by hand: minified, or marked as generated at its beginning. */
export function isGenerated(text: string): boolean {
  if (generatedMark.test(text.slice(0, 1_000))) return true;
  let lines = 1;
  let start = 0;
  for (let feed = text.indexOf('\n'); feed >= 0; feed = text.indexOf('\n', start)) {
    if (feed - start > longestLine) return true;
    start = feed + 1;
    lines++;
  }
  return text.length - start > longestLine || (text.length > 2_000 && text.length / lines > longestAverage);
}

/** A text in pieces of about 40 lines along its blank lines; pieces with nothing in them are left out. */
export function textChunks(text: string): readonly TextChunk[] {
  const lines = linesOf(text);
  const chunks: TextChunk[] = [];
  let first = 0;
  let units = 0;
  for (const [index, line] of lines.entries()) {
    units += line.length;
    const count = index - first + 1;
    const blank = line.trim() === '';
    const full = count >= mostLines || units >= mostUnits || (blank && count >= fewestLines);
    if (!full && index < lines.length - 1) continue;
    const shown = lines.slice(first, index + 1).join('');
    if (shown.trim() !== '') chunks.push({ firstLine: first + 1, text: shown });
    first = index + 1;
    units = 0;
  }
  return chunks;
}
