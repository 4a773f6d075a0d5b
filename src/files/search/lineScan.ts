import type { Clock } from '../../base/ports/clock.ts';
import type { FoundLines, SearchQuery } from '../../base/ports/search.ts';
import { decodeUtf8 } from '../../base/utf8.ts';
import type { FileReader } from '../store/fileReader.ts';
import { type LineBlock, lineAfter, lineBlocks } from './lineBlocks.ts';
import { LineCollector } from './lineCollector.ts';
import { LinePattern } from './linePattern.ts';

/** Time between pauses, ms. */
const turnMs = 16;

/**
 * Searches the lines of a file with RE2: in linear time, bounded memory and steps of less than 50
 * ms. Lines end at `\n` or `\r\n`. Also `partial` if a line was too long to be searched whole.
 *
 * @throws AppError `PATTERN_INVALID`
 */
export async function scanLines(file: FileReader, query: SearchQuery, clock: Clock): Promise<FoundLines> {
  const pattern = await LinePattern.compile(query.pattern, query.caseSensitive);
  const found = new LineCollector(query.maxResults, query.contextLines);
  const end = clock.now() + query.timeLimit;
  let turn = clock.now();
  let partial = false;
  for await (const block of lineBlocks(file, pattern.maxBytes)) {
    scan(block, pattern, found);
    partial ||= block.isCut;
    const now = clock.now();
    if (now >= end) {
      partial = true;
      break;
    }
    if (now - turn < turnMs) continue;
    await new Promise<void>((resolve) => clock.after(0, resolve));
    turn = clock.now();
  }
  return { lines: found.lines, totalMatches: found.totalMatches, partial };
}

function scan({ bytes, offset }: LineBlock, pattern: LinePattern, found: LineCollector): void {
  const text = decodeUtf8(bytes).replaceAll('\r\n', '\n');
  const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
  const hasMatch = pattern.mayMatch(lines.length === 1 ? (lines[0] ?? '') : text);
  let at = 0;
  for (const line of lines) {
    const matches = hasMatch && pattern.matches(line);
    found.add(offset + at, matches, () => pattern.start(line));
    at = lineAfter(bytes, at);
  }
}
