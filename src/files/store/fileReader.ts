import { AppError } from '../../base/appError.ts';
import { decodeStrictUtf8 } from '../../base/utf8.ts';

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
