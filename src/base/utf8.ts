/** The two globals that Node, browsers and workers share; the core is compiled without any of their type libraries. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const TextDecoder: new (
  label: 'utf-8',
  options: { ignoreBOM: boolean; fatal?: boolean },
) => { decode(bytes?: Uint8Array, options?: { stream: boolean }): string };

/** UTF-8 bytes of a text (RFC 3629); a lone surrogate becomes U+FFFD. */
export function encodeUtf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
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

/** Decodes UTF-8 bytes that come in parts; a byte order mark is kept. Malformed bytes throw `TypeError`. */
export class Utf8Parts {
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });

  push(bytes: Uint8Array): string {
    return this.#decoder.decode(bytes, { stream: true });
  }

  /** Throws when the bytes end inside a character. */
  end(): string {
    return this.#decoder.decode();
  }
}
