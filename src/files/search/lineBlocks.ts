import { joinBytes } from '../../base/utf8.ts';
import type { FileReader } from '../store/fileReader.ts';

const scannedBytes = 1 << 20;
const lineFeed = 10;

/** Whole lines, or the beginning of one that is too long. */
export interface LineBlock {
  readonly bytes: Uint8Array;
  /** Offset of its first byte in the file. */
  readonly offset: number;
  /** True if the rest of the line is left out. */
  readonly isCut: boolean;
}

/** Yields the lines of a file in blocks of at most `maxBytes`, without a byte order mark. */
export async function* lineBlocks(file: FileReader, maxBytes: number): AsyncGenerator<LineBlock> {
  let at = await markLength(file);
  let rest: Uint8Array = new Uint8Array();
  let isInLongLine = false;
  while (at < file.size) {
    const read = await file.read(at, scannedBytes);
    if (read.length === 0) break;
    const bytes = joinBytes([rest, read]);
    const base = at - rest.length;
    at += read.length;
    let start = 0;
    if (isInLongLine) {
      start = lineAfter(bytes, 0);
      isInLongLine = bytes[start - 1] !== lineFeed;
    }
    for (let end = blockEnd(bytes, start, maxBytes); end > start; start = end, end = blockEnd(bytes, start, maxBytes))
      yield blockOf(bytes, start, end, base, maxBytes);
    if (bytes.length - start > maxBytes) {
      yield blockOf(bytes, start, bytes.length, base, maxBytes);
      start = bytes.length;
      isInLongLine = true;
    }
    rest = bytes.subarray(start);
  }
  if (rest.length > 0) yield { bytes: rest, offset: at - rest.length, isCut: false };
}

/** Returns the start of the next line, or the length without one. */
export function lineAfter(bytes: Uint8Array, offset: number): number {
  const end = bytes.indexOf(lineFeed, offset);
  return end < 0 ? bytes.length : end + 1;
}

function blockOf(bytes: Uint8Array, start: number, end: number, base: number, maxBytes: number): LineBlock {
  const isCut = end - start > maxBytes;
  return { bytes: bytes.subarray(start, isCut ? start + maxBytes : end), offset: base + start, isCut };
}

/**
 * Returns the end of the last line that fits into a block from `start`, else of the first line,
 * else `start`.
 */
function blockEnd(bytes: Uint8Array, start: number, maxBytes: number): number {
  const last = bytes.lastIndexOf(lineFeed, start + maxBytes - 1);
  if (last >= start) return last + 1;
  const first = bytes.indexOf(lineFeed, start);
  return first < 0 ? start : first + 1;
}

async function markLength(file: FileReader): Promise<number> {
  const [first, second, third] = await file.read(0, 3);
  return first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
}
