/** Number of lines after which a chunk ends at the next blank line; it ends at the latest after {@link mostLines}. */
const fewestLines = 24;
const mostLines = 48;
/** A chunk of longer lines ends earlier, UTF-16 units. */
const mostChunkUnits = 8_000;

/** A line that no person has written is longer, UTF-16 units. */
const longestTextLine = 5_000;
/** Lines of a generated table or a minified program are longer on average. */
const longestAverage = 500;
/** In a comment. */
const generatedMark =
  /^[ \t]*(?:\/\/|\/?\*|#|--|<!--|;|%|"""|REM\b).*(?:@generated\b|\bDO NOT EDIT\b|\bautomatically generated\b)/im;

export interface TextChunk {
  /** From one. */
  readonly firstLine: number;
  readonly text: string;
}

/** Whether nobody wrote the text by hand: minified, or marked as generated at its beginning. */
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

/** A text in pieces of about 40 lines along its blank lines, one after another; pieces with nothing in them are left out. */
export function* textChunks(text: string): Generator<TextChunk> {
  let firstLine = 1;
  let start = 0;
  let count = 0;
  for (let at = 0; at < text.length; ) {
    const end = endOfLineAt(text, at);
    count++;
    const isBlank = count >= fewestLines && text.slice(at, end).trim() === '';
    at = end;
    if (count < mostLines && end - start < mostChunkUnits && !isBlank && end < text.length) continue;
    const shown = text.slice(start, end);
    if (shown.trim() !== '') yield { firstLine, text: shown };
    firstLine += count;
    start = end;
    count = 0;
  }
}

const breaks = /\r\n?|\n/g;

/** Behind the break of the line at an offset. */
function endOfLineAt(text: string, at: number): number {
  breaks.lastIndex = at;
  return breaks.test(text) ? breaks.lastIndex : text.length;
}
