/** The port for SHA-256 over the UTF-8 bytes of a text, in lower-case hexadecimal (FIPS 180-4). */
export type Sha256 = (text: string) => string;

/** SHA-256 of bytes that come in parts (FIPS 180-4). */
export interface Hasher {
  update(bytes: Uint8Array): void;
  /** In lower-case hexadecimal; nothing may be added afterwards. */
  hex(): string;
}
