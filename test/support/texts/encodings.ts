/** An encoding as an editor has it: a character that it lacks becomes `?`. */
export interface TextEncoding {
  readonly name: string;
  encode(text: string): Uint8Array;
  decode(bytes: Uint8Array): string;
}

const utf8Bytes = (text: string) => new TextEncoder().encode(text);
const utf16 = (bytes: Uint8Array, label: string) => new TextDecoder(label).decode(bytes);

function utf16Bytes(text: string, isBigEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 + text.length * 2));
  for (const [index, unit] of [...`\ufeff${text}`.split('')].entries())
    view.setUint16(index * 2, unit.charCodeAt(0), !isBigEndian);
  return new Uint8Array(view.buffer);
}

export const utf8: TextEncoding = {
  name: 'utf8',
  encode: utf8Bytes,
  decode: (bytes) => new TextDecoder().decode(bytes),
};

const unicode: readonly TextEncoding[] = [
  utf8,
  { ...utf8, name: 'utf8bom', encode: (text) => utf8Bytes(`\ufeff${text}`) },
  { name: 'utf16le', encode: (text) => utf16Bytes(text, false), decode: (bytes) => utf16(bytes, 'utf-16le') },
  { name: 'utf16be', encode: (text) => utf16Bytes(text, true), decode: (bytes) => utf16(bytes, 'utf-16be') },
];

/** An encoding whose table is read from the decoder: one byte a character, or also two. */
function tabled(name: string, label: string): TextEncoding {
  const decoder = new TextDecoder(label, { fatal: true });
  const table = new Map<string, readonly number[]>();
  const add = (bytes: readonly number[]) => {
    try {
      const character = decoder.decode(new Uint8Array(bytes));
      if ([...character].length === 1 && !table.has(character)) table.set(character, bytes);
    } catch {
      // No character has these bytes.
    }
  };
  for (let byte = 0; byte < 256; byte++) add([byte]);
  if (/^(shift_jis|gbk|euc-kr)$/.test(label))
    for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) add([lead, trail]);
  return {
    name,
    encode: (text) => new Uint8Array([...text].flatMap((one) => table.get(one) ?? [0x3f])),
    decode: (bytes) => new TextDecoder(label).decode(bytes),
  };
}

/** Names of encodings, each with its decoder's. */
const tables = `iso88591 windows-1252, iso88592 iso-8859-2, iso88595 iso-8859-5, iso88597 iso-8859-7,
iso885915 iso-8859-15, windows1250 windows-1250, windows1251 windows-1251,
windows1253 windows-1253, windows1257 windows-1257, koi8r koi8-r, koi8u koi8-u, cp866 ibm866,
macroman macintosh, shiftjis shift_jis, gbk gbk, euckr euc-kr`
  .split(/,\s/)
  .map((row) => row.split(' '));

/** Twenty encodings of files. */
export const encodings: readonly TextEncoding[] = [
  ...unicode,
  ...tables.map(([name = '', label = '']) => tabled(name, label)),
];
