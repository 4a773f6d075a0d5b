import { AppError } from '../../base/appError.ts';
import type { Hasher } from '../../base/ports/hash.ts';
import { encodeUtf8, Utf8Parts } from '../../base/utf8.ts';
import type { FileReader } from './fileReader.ts';
import type { RedactStreams } from './fileWriter.ts';

/** Bytes read at once. */
const readBytes = 1024 * 1024;

/** Passes on a file's text in parts. Returns false if it is not UTF-8. */
export async function eachText(
  file: FileReader,
  take: (text: string, bytes: Uint8Array) => Promise<void>,
): Promise<boolean> {
  const parts = new Utf8Parts();
  const decoded = (decode: () => string) => {
    try {
      return decode();
    } catch {
      return null;
    }
  };
  for (let offset = 0; offset < file.size; offset += readBytes) {
    const bytes = await file.read(offset, Math.min(readBytes, file.size - offset));
    const text = decoded(() => parts.push(bytes));
    if (text === null) return false;
    await take(text, bytes);
  }
  return decoded(() => parts.end()) !== null;
}

/**
 * Returns true if redacting a file now would change it.
 *
 * @param written the hash of what was written, if known
 * @throws AppError `FILE_DAMAGED` if the file is not what was written
 */
export async function isRedactedDifferently(
  file: FileReader,
  written: string | undefined,
  hasher: () => Hasher,
  redacting: ReturnType<RedactStreams>,
): Promise<boolean> {
  const [stored, shown] = [hasher(), hasher()];
  const isText = await eachText(file, async (text, bytes) => {
    stored.update(bytes);
    shown.update(encodeUtf8(await redacting.push(text)));
  });
  const hash = stored.hex();
  if (written !== undefined && (!isText || written !== hash)) throw new AppError('FILE_DAMAGED');
  if (!isText) return false;
  shown.update(encodeUtf8(await redacting.end()));
  return shown.hex() !== hash;
}
