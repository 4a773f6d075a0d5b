/** UTF-8 bytes of a text (RFC 3629); a lone surrogate becomes U+FFFD. */
export function encodeUtf8(text: string): Uint8Array {
  return utf8Encoder.encode(text);
}

export const utf8Encoder = new TextEncoder();

/**
 * Writes ASCII text into bytes; false if it holds anything else or is too long, and the bytes are
 * invalid.
 */
export function encodeAscii(text: string, bytes: Uint8Array): boolean {
  const { read, written } = utf8Encoder.encodeInto(text, bytes);
  return read === text.length && written === read;
}

/** The text of UTF-8 bytes; malformed bytes become U+FFFD, a byte order mark is kept. */
export function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** The text of UTF-8 bytes, a byte order mark included; null when they are malformed. */
export function decodeStrictUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The longest UTF-8 character, bytes (RFC 3629). */
export const maxCharacterBytes = 4;

/** Start of the character that the byte at `index` belongs to; the end if there is no such byte. */
export function characterStart(bytes: Uint8Array, index: number): number {
  if (index >= bytes.length) return bytes.length;
  let start = index;
  while (start > 0 && index - start < maxCharacterBytes - 1 && isContinuation(bytes[start])) start--;
  return start;
}

/** End of the character that begins at `start`. */
export function characterEnd(bytes: Uint8Array, start: number): number {
  let end = Math.min(bytes.length, start + 1);
  while (end < bytes.length && end - start < maxCharacterBytes && isContinuation(bytes[end])) end++;
  return end;
}

/** Start of the first whole character in bytes that were cut out of a text. */
export function firstCharacter(bytes: Uint8Array): number {
  let start = 0;
  while (start < maxCharacterBytes - 1 && isContinuation(bytes[start])) start++;
  return start;
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
