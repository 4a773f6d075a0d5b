import { utf8Encoder } from '../base/utf8.ts';
import { END_OF_TEXT } from './pieceScan.ts';

/** Words of 4 bytes may be read up to here behind a text. */
const PADDING = 16;

/** Bytes reserved for the next text; more are freed. */
const KEPT = 0x20000;

/**
 * A text as UTF-8, in memory that the next text reuses. A lone surrogate becomes U+FFFD, as in the
 * reference.
 */
export class Utf8Text {
  bytes = new Uint8Array(KEPT);
  view = new DataView(this.bytes.buffer);

  /** Takes over `text`, closed by `END_OF_TEXT`; answers its length in bytes. */
  write(text: string): number {
    this.#reserve(3 * text.length + PADDING);
    const length = utf8Encoder.encodeInto(text, this.bytes).written;
    for (let i = 0; i < END_OF_TEXT.length; i++) this.bytes[length + i] = END_OF_TEXT[i]!;
    return length;
  }

  #reserve(size: number): void {
    const room = Math.max(size, KEPT);
    if (this.bytes.length >= size && this.bytes.length <= 2 * room) return;
    this.bytes = new Uint8Array(room);
    this.view = new DataView(this.bytes.buffer);
  }
}
