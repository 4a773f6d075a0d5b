import fc from 'fast-check';
import { get_encoding, Tiktoken } from 'tiktoken';
import type { Encoding } from '../../../src/tokens/packedRanks.ts';

export const ENCODINGS: readonly Encoding[] = ['o200k_base', 'cl100k_base'];

/** Counts as OpenAI's tiktoken does, special tokens read as plain text. */
export function referenceCount(encoding: Encoding): (text: string) => number {
  const reference = get_encoding(encoding);
  return (text) => reference.encode_ordinary(text).length;
}

/** The code points of `text` that the reference's regular expressions match with `pattern`. */
export function matchedByReference(pattern: string, text: string): string {
  const bytes = Array.from({ length: 256 }, (_, byte) => Buffer.of(byte).toString('base64'));
  const matcher = new Tiktoken(`! 0 ${bytes.join(' ')}`, {}, pattern);
  const matched = Buffer.from(matcher.encode_ordinary(text)).toString('utf8');
  matcher.free();
  return matched;
}

/** Characters and words that the encodings' patterns tell apart, one or more of every class. */
const UNITS = [
  ...'a s e ß ſ ÿ я A S Я ǅ ʰ 本 語 ض ب ไ 𝒜 𠮷 1 23 ٣ ２ ½ Ⅷ _ . = / // \' ’ - < > "'.split(' '),
  ...[
    '\u0301',
    '\ufe0f',
    '\u093e',
    ' ',
    '  ',
    '\t',
    '\n',
    '\r\n',
    '\r',
    '\n\n',
    '\u0085',
    '\u00a0',
    '\u2028',
    '\u3000',
  ],
  ...['\ufeff', '\0', '\u200d', '\ud83d', '\ude00', 'const ', 'the ', '        '],
  ..."😀 👍🏽 👨‍👩‍👧 🇩🇪 ❤️ 's 'LL 'ſ don't return HTTPServer 模型 <|endoftext|> <|im_start|> <|fim_prefix|> aaaaaaaa ========".split(
    ' ',
  ),
  ...['QUJDRA==', '😀😀😀😀'],
];

/** Short texts made to be hard: few different units, so that they meet each other in every order. */
export function hardText(maxLength: number): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom(...UNITS), { minLength: 1, maxLength: 8 })
    .chain((units) => fc.array(fc.constantFrom(...units), { maxLength, size: 'max' }).map((chosen) => chosen.join('')));
}

/** Hard texts, and texts of any code units, well formed or not. */
export function anyText(maxLength: number): fc.Arbitrary<string> {
  const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength, size: 'max' });
  return fc.oneof(
    { weight: 4, arbitrary: hardText(maxLength) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength, size: 'max' }) },
    { weight: 1, arbitrary: units.map((codes) => String.fromCharCode(...codes)) },
  );
}
