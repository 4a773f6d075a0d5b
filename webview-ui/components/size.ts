const encoder = new TextEncoder();

/** A number of bytes in words: `812 B`, `12.3 KB` (of 1,024 bytes), `4.0 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilo = bytes / 1024;
  return kilo < 1023.95 ? `${kilo.toFixed(1)} KB` : `${(kilo / 1024).toFixed(1)} MB`;
}

/** How many bytes of UTF-8 a text takes. */
export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** The longest beginning of a text that takes at most `limit` bytes of UTF-8; never half a character. */
export function beginning(text: string, limit: number): string {
  if (text.length * 3 <= limit) return text;
  return text.slice(0, encoder.encodeInto(text, new Uint8Array(limit)).read);
}
