/** The port for SHA-256 over the UTF-8 bytes of a text, in lower-case hexadecimal (FIPS 180-4). */
export type Sha256 = (text: string) => string;
