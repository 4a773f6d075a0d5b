import type { FoundLine } from '../../base/ports/search.ts';
import { characterStart, firstCharacter } from '../../base/utf8.ts';
import { decodedText, type FileReader } from '../store/fileReader.ts';

/** Longest line returned whole, bytes; of a longer one, a part around its first match. */
const maxLineBytes = 2_000;
/** Length of such a part before the match, bytes. */
const beforeMatchBytes = 500;
const windowBytes = 1 << 16;
/** Stands where a line was cut. */
const cutMark = '…';

/** Reads lines out of a file, neighbours at once. */
export class Excerpts {
  readonly #file: FileReader;
  #window: Uint8Array = new Uint8Array();
  #start = 0;

  constructor(file: FileReader) {
    this.#file = file;
  }

  /**
   * The line without its end; of a long one the part around the match.
   *
   * @throws AppError `FILE_NOT_TEXT`
   */
  async of({ offset, match }: FoundLine): Promise<string> {
    const head = await this.#bytes(offset, maxLineBytes + 2);
    const end = lineEnd(head);
    if (end !== null && end <= maxLineBytes) return decodedText(head.subarray(0, end));
    if (match === null || match < maxLineBytes - beforeMatchBytes)
      return `${decodedText(head.subarray(0, characterStart(head, maxLineBytes)))}${cutMark}`;
    const part = await this.#bytes(offset + match - beforeMatchBytes, maxLineBytes + 2);
    const partEnd = lineEnd(part);
    const isWhole = partEnd !== null && partEnd <= maxLineBytes;
    const last = isWhole ? partEnd : characterStart(part, maxLineBytes);
    return `${cutMark}${decodedText(part.subarray(firstCharacter(part), last))}${isWhole ? '' : cutMark}`;
  }

  async #bytes(offset: number, length: number): Promise<Uint8Array> {
    const isInside = offset >= this.#start && offset + length <= this.#start + this.#window.length;
    if (!isInside) {
      this.#window = await this.#file.read(offset, windowBytes);
      this.#start = offset;
    }
    return this.#window.subarray(offset - this.#start, offset - this.#start + length);
  }
}

/**
 * Returns the end of the first line, before its line break or at the end of the file; null if it is
 * longer.
 */
function lineEnd(bytes: Uint8Array): number | null {
  const lineFeed = bytes.indexOf(10);
  const end = lineFeed >= 0 ? lineFeed : bytes.length < maxLineBytes + 2 ? bytes.length : null;
  if (end === null) return null;
  return bytes[end - 1] === 13 ? end - 1 : end;
}
