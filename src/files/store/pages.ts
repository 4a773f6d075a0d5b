import { AppError } from '../../base/appError.ts';
import {
  characterEnd,
  characterStart,
  decodeStrictUtf8,
  firstCharacter,
  joinBytes,
  maxCharacterBytes,
} from '../../base/utf8.ts';
import type { Value } from '../../protocol/channels.ts';

/** Bytes that a tail reads at once, from the end. */
const blockBytes = 32 * 1024;
/** The longest tail, bytes. */
export const maxTailBytes = 1024 * 1024;
const lineFeedByte = 10;

/** A stored file that is read in parts. */
export interface FileReader {
  /** Bytes. */
  readonly size: number;
  /** At most `length` bytes from `offset`; fewer only at the end. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** @throws AppError `FILE_NOT_TEXT` when the bytes of a file are not UTF-8. */
export function decodedText(bytes: Uint8Array): string {
  const text = decodeStrictUtf8(bytes);
  if (text === null) throw new AppError('FILE_NOT_TEXT');
  return text;
}

type Page = Omit<Value<'files:read'>, 'id' | 'limit'>;

/**
 * Returns the characters wholly within `limit` bytes from `offset`, at least one. An offset inside
 * a character means its start. Offsets and limits are bytes, `limit` at least 1.
 *
 * Laws: pages from 0, each from the `nextOffset` of the previous one, join to the file; so do pages
 * at multiples of a limit of four or more.
 *
 * @throws AppError `FILE_OFFSET_INVALID` beyond the end, `FILE_NOT_TEXT` if the page is not UTF-8.
 */
export async function readPage(file: FileReader, offset: number, limit: number): Promise<Page> {
  if (offset > file.size) throw new AppError('FILE_OFFSET_INVALID', `The file ends at ${file.size}, not ${offset}.`);
  const from = Math.max(0, offset - maxCharacterBytes + 1);
  const bytes = await file.read(from, Math.min(file.size, offset + limit + maxCharacterBytes) - from);
  const start = characterStart(bytes, offset - from);
  const end = Math.max(characterStart(bytes, offset - from + limit), characterEnd(bytes, start));
  const content = decodedText(bytes.subarray(start, end));
  const nextOffset = from + end;
  return { offset: from + start, content, nextOffset, done: nextOffset >= file.size };
}

/**
 * Returns the last `lines` lines, read from the end in blocks: at most a mebibyte, in whole lines
 * if one fits. A line ends at `\n`; the last may lack it.
 */
export async function readTail(file: FileReader, lines: number): Promise<string> {
  const blocks: Uint8Array[] = [];
  let start = file.size;
  let left = lines;
  while (start > 0 && file.size - start < maxTailBytes) {
    const length = Math.min(blockBytes, start, maxTailBytes - (file.size - start));
    const block = await file.read(start - length, length);
    start -= length;
    blocks.unshift(block);
    // A line feed that ends the file ends the last line and begins no other.
    let at = block.length - (start + length === file.size && block[length - 1] === lineFeedByte ? 1 : 0);
    while (at > 0) {
      at = block.subarray(0, at).lastIndexOf(lineFeedByte);
      if (at >= 0) left--;
      if (left === 0) return decodedText(joinBytes(blocks).subarray(at + 1));
    }
  }
  const bytes = joinBytes(blocks);
  if (start === 0) return decodedText(bytes);
  const first = bytes.indexOf(lineFeedByte);
  return decodedText(bytes.subarray(first >= 0 && first < bytes.length - 1 ? first + 1 : firstCharacter(bytes)));
}
