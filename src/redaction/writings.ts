import { encodeUtf8 } from '../base/utf8.ts';

/** Minimum length of base64, to avoid coincidences. */
const shortestEncoded = 12;

/** What JavaScript, Python, forms and RFC 3986 escape in a URL. */
const escaped = [/[^\w.!~*'()-]+/g, /[^\w.~/-]+/g, /[^\w.*-]+/g, /[^\w.~-]+/g];

/** Common writings of a text: URL, JSON, HTML, shell, quoted-printable and hex. */
export function writingsOf(text: string): readonly string[] {
  const percents = escaped.map((units) => text.replaceAll(units, (some) => hexOf(some, '%')));
  const json = JSON.stringify(text).slice(1, -1);
  return [
    ...new Set([
      text,
      ...percents.flatMap((one) => [one, one.replaceAll('%20', '+')]),
      ...percents.map((one) => one.replaceAll(/%[0-9A-F]{2}/g, (unit) => unit.toLowerCase())),
      json,
      json.replaceAll('/', '\\/'),
      JSON.stringify(json).slice(1, -1),
      text.replaceAll(/[&<>"']/g, (unit) => entities[unit] as string),
      text.replaceAll("'", "'\\''"),
      text.replaceAll(/[^\w@%+=:,./-]/g, '\\$&'),
      text.replaceAll(/[=\u0080-\uffff]+/g, (units) => hexOf(units, '=')),
      ...[hexOf(text), hexOf(text).toLowerCase()],
    ]),
  ];
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function hexOf(text: string, sign = ''): string {
  return Array.from(encodeUtf8(text), (byte) => sign + byte.toString(16).toUpperCase().padStart(2, '0')).join('');
}

/** The parts of a text's base64 that do not depend on what stands before or after it. */
export function base64Of(text: string): readonly string[] {
  const bytes = Array.from(encodeUtf8(text), (byte) => String.fromCharCode(byte)).join('');
  return [0, 1, 2].flatMap((offset) => {
    const encoded = btoa('\0'.repeat(offset) + bytes).replace(/=+$/, '');
    const first = offset === 0 ? 0 : offset + 1;
    const last = (offset + bytes.length) % 3 === 0 ? encoded.length : encoded.length - 1;
    if (last - first < shortestEncoded) return [];
    // The last unit is certain where nothing follows.
    const parts = new Set([encoded.slice(first, last), encoded.slice(first)]);
    return [...parts].flatMap((one) => [...new Set([one, one.replaceAll('+', '-').replaceAll('/', '_')])]);
  });
}
