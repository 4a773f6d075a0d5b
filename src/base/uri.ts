/** A URI, or a part of one, without its escapes (RFC 3986); null of what no encoder wrote. */
export function decodeUri(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
