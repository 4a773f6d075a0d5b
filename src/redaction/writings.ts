import { encodeUtf8 } from '../base/utf8.ts';

/** Minimum length of base64, to avoid coincidences. */
const shortestEncoded = 12;

/** Common writings of a text: URL, JSON, HTML, shell, quoted-printable, base64 and hex. */
export function writingsOf(text: string): readonly string[] {
  const bytes = encodeUtf8(text);
  const percent = Array.from(bytes, percentOf).join('');
  const json = JSON.stringify(text).slice(1, -1);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [
    ...new Set([
      text,
      percent,
      percent.replaceAll(/%[0-9A-F]{2}/g, (unit) => unit.toLowerCase()),
      percent.replaceAll('%20', '+'),
      json,
      json.replaceAll('/', '\\/'),
      JSON.stringify(json).slice(1, -1),
      text.replaceAll(/[&<>"']/g, (unit) => entities[unit] as string),
      text.replaceAll("'", "'\\''"),
      text.replaceAll(/[^\w@%+=:,./-]/g, '\\$&'),
      text.replaceAll(/[=\u0080-\uffff]/g, (unit) => `=${hexOf(unit)}`),
      hex,
      hex.toUpperCase(),
      ...[0, 1, 2].flatMap((offset) => base64At(bytes, offset)),
    ]),
  ];
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function percentOf(byte: number): string {
  const unit = String.fromCharCode(byte);
  return /[\w.!~*'()-]/.test(unit) ? unit : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

function hexOf(unit: string): string {
  return Array.from(encodeUtf8(unit), (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join('=');
}

export const base64Units = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The part of a text's base64 that does not depend on its surroundings. */
function base64At(bytes: Uint8Array, offset: number): readonly string[] {
  const padded = new Uint8Array(offset + bytes.length);
  padded.set(bytes, offset);
  const bits = Array.from(padded, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const encoded = bits.replaceAll(/.{1,6}/g, (six) => base64Units[Number.parseInt(six.padEnd(6, '0'), 2)] as string);
  const first = offset === 0 ? 0 : offset + 1;
  const last = padded.length % 3 === 0 ? encoded.length : encoded.length - 1;
  const stable = encoded.slice(first, last);
  if (stable.length < shortestEncoded) return [];
  // The last unit is certain where nothing follows.
  return [stable, encoded.slice(first)].flatMap((one) => [one, one.replaceAll('+', '-').replaceAll('/', '_')]);
}
