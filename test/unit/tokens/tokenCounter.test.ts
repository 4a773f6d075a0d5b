import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { get_encoding, Tiktoken } from 'tiktoken';
import { describe, expect, it } from 'vitest';
import { SourceText } from '../../../src/text/sourceText.ts';
import * as classes from '../../../src/tokens/characterClasses.ts';
import type { Encoding } from '../../../src/tokens/packedRanks.ts';
import { TokenCounter } from '../../../src/tokens/tokenCounter.ts';
import { runs } from '../../support/runs.ts';

const ENCODINGS: readonly Encoding[] = ['o200k_base', 'cl100k_base'];

/** Counts as OpenAI's tiktoken does, special tokens read as plain text. */
function referenceCount(encoding: Encoding): (text: string) => number {
  const reference = get_encoding(encoding);
  return (text) => reference.encode_ordinary(text).length;
}

/** The code points of `text` that the reference's regular expressions match with `pattern`. */
function matchedByReference(pattern: string, text: string): string {
  const bytes = Array.from({ length: 256 }, (_, byte) => Buffer.of(byte).toString('base64'));
  const matcher = new Tiktoken(`! 0 ${bytes.join(' ')}`, {}, pattern);
  const matched = Buffer.from(matcher.encode_ordinary(text)).toString('utf8');
  matcher.free();
  return matched;
}

/** Characters and words that the encodings' patterns tell apart, one or more of every class. */
const UNITS = [
  ...'a s e ß ſ ÿ я A S Я ǅ ʰ 本 語 ض ب ไ 𝒜 𠮷 1 23 ٣ ２ ½ Ⅷ _ . = / // \' ’ - < > "'.split(' '),
  ...['\u0301', '\ufe0f', '\u093e', ' ', '  ', '\t', '\n'],
  ...['\r\n', '\r', '\n\n', '\u0085', '\u00a0', '\u2028', '\u3000'],
  ...['\ufeff', '\0', '\u200d', '\ud83d', '\ude00', 'const ', 'the ', '        '],
  ..."😀 👍🏽 👨‍👩‍👧 🇩🇪 ❤️ 's 'LL 'ſ don't return HTTPServer 模型 <|endoftext|> <|im_start|> <|fim_prefix|> aaaaaaaa ========".split(
    ' ',
  ),
  ...['QUJDRA==', '😀😀😀😀'],
];

/** Short texts made to be hard: few different units, so that they meet each other in every order. */
function hardText(maxLength: number): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom(...UNITS), { minLength: 1, maxLength: 8 })
    .chain((units) => fc.array(fc.constantFrom(...units), { maxLength, size: 'max' }).map((chosen) => chosen.join('')));
}

/** Hard texts, and texts of any code units, well formed or not. */
function anyText(maxLength: number): fc.Arbitrary<string> {
  const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength, size: 'max' });
  return fc.oneof(
    { weight: 4, arbitrary: hardText(maxLength) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength, size: 'max' }) },
    { weight: 1, arbitrary: units.map((codes) => String.fromCharCode(...codes)) },
  );
}

const minified = 'var a=function(b,c){return b?c:d.e("f"+g[0x1F],!0)};'.repeat(20);
const base64 = Buffer.from(Uint8Array.from({ length: 3000 }, (_, i) => (i * 7919) >>> 3)).toString('base64');

const KINDS: Readonly<Record<string, string>> = {
  nothing: '',
  'special tokens': '<|endoftext|><|fim_prefix|> a <|endofprompt|><|im_start|>system',
  'a byte order mark inside': 'a\ufeffb \ufeff c\n\ufeff\ufeffd\ufeff\n',
  'next line, which is white space': 'a\u0085b \u0085 c\n\u0085\u0085d\u0085\n \u0085  x',
  'lone surrogates': '\ud800 a\udc00b\ud83d\ud83d\ude00 \ude00\ude00 \ud83d',
  'line ends of all kinds': 'a\r\nb\rc\n\r\n\r\n  d \r\n\t\n\n\r  \r\n',
  'emoji sequences': '👨‍👩‍👧‍👦👍🏽🇩🇪🇫🇷❤️🏳️‍🌈 1️⃣ 😀😀 x😀y\n😀',
  Arabic: 'مرحبا بالعالم، هذا نصٌّ عربيٌّ مُشَكَّل ١٢٣٤٥ و 99%.',
  Chinese: '上下文引擎将规则、设置与检索结果组装为一个提示词,令牌预算不得超过 128000。\n第二行。',
  Hindi: 'नमस्ते दुनिया, यह एक परीक्षण है। क्षत्रिय',
  Thai: 'สวัสดีชาวโลก ภาษาไทยไม่มีช่องว่าง',
  contractions: "don't DON'T I'LL we'Ve 'sx x'ſ 'ſa they're'd'm ''s '' 'r 'l 'LLx",
  'cases of letters': 'aB AB ABc aBC camelCaseHTTPServer ǅa Aǅ ʰA Aʰ 本A A本 本a ÀÉñ \u0301AB A\u0301B',
  numbers: '1 12 123 1234 12345678 ½½½½ ١٢٣٤ Ⅷ1a2b 3.14159 0xFF',
  'signs and slashes': 'a//b /// \n// x=\n/y ;\r\n/ =\n\n//=\n /z',
  'a run of spaces': `x${' '.repeat(300)}y${'\t'.repeat(99)}\n${' '.repeat(129)}`,
  'minified JavaScript': minified,
  base64,
  'one letter': 'a'.repeat(5000),
  'one sign': '='.repeat(5000),
  'letters of a period': 'abcab'.repeat(700),
  'letters without a break': Array.from({ length: 6000 }, (_, i) => 'acgt'[(i * i * 31 + (i >> 3)) & 3]).join(''),
  'Chinese without a break': '提示词令牌预算模型上下文'.repeat(200),
  'own source': readFileSync(new URL('../../../src/tokens/pieceScan.ts', import.meta.url), 'utf8'),
  'package lock': readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8').slice(0, 60_000),
};

describe.each(ENCODINGS)('TokenCounter of %s', async (encoding) => {
  const counter = await TokenCounter.load(encoding);
  const reference = referenceCount(encoding);

  it.each(Object.entries(KINDS))('counts as tiktoken: %s', (_, text) => {
    expect(counter.count(text)).toBe(reference(text));
  });

  it('counts any text as tiktoken', () => {
    fc.assert(
      fc.property(anyText(40), (text) => {
        expect(counter.count(text)).toBe(reference(text));
      }),
      { numRuns: runs(1_500) },
    );
  });

  it('counts source texts as their strings, whatever was counted before', () => {
    const documents = fc.array(hardText(60), { minLength: 1, maxLength: 12 });
    const edits = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(9), hardText(4)), { maxLength: 40, size: 'max' });
    fc.assert(
      fc.property(documents, edits, (strings, picks) => {
        const texts = strings.map((text) => SourceText.from(text));
        for (const [which, offset, removed, newText] of picks) {
          const text = texts[which % texts.length]!;
          const start = offset % (text.length + 1);
          const edited = text.withChanges([{ start, end: Math.min(start + removed, text.length), newText }]);
          expect(counter.count(edited)).toBe(counter.count(edited.toString()));
          texts[which % texts.length] = edited;
          expect(counter.count(text)).toBe(counter.count(text.toString()));
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it('counts texts of many chunks as tiktoken, as a string and as a source text', () => {
    fc.assert(
      fc.property(fc.array(hardText(20), { minLength: 1, maxLength: 20 }), (parts) => {
        const part = `${parts.join('')} x\n`;
        const text = part.repeat(Math.ceil(90_000 / part.length));
        const expected = reference(text);
        expect(counter.count(text)).toBe(expected);
        expect(counter.count(SourceText.from(text))).toBe(expected);
      }),
      { numRuns: runs(2) },
    );
  });

  it('takes a text as its UTF-8: a lone surrogate counts as U+FFFD', () => {
    fc.assert(
      fc.property(anyText(40), (text) => {
        expect(counter.count(text)).toBe(counter.count(Buffer.from(text, 'utf8').toString('utf8')));
      }),
    );
  });

  it('counts words of hundreds of letters as tiktoken', () => {
    const word = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 100, maxLength: 400, size: 'max' }),
      fc.string({ unit: fc.constantFrom('е', 'т', 'о', 'н', 'и'), minLength: 60, maxLength: 300, size: 'max' }),
      fc.string({ unit: fc.constantFrom('提', '示', '词', '的', '模'), minLength: 60, maxLength: 200, size: 'max' }),
      fc.string({ unit: fc.constantFrom('=', '-', '*', '😀'), minLength: 130, maxLength: 400, size: 'max' }),
    );
    fc.assert(
      fc.property(word, (text) => {
        expect(counter.count(text)).toBe(reference(text));
      }),
      { numRuns: runs(100) },
    );
  });

  it('counts 256 KB of one letter, which tiktoken itself cannot in reasonable time', () => {
    expect(counter.count('a'.repeat(0x40000))).toBe(64 * reference('a'.repeat(0x1000)));
  });
});

it('refuses bytes that are not packed ranks', async () => {
  const readNothing = async (): Promise<Uint8Array> => new Uint8Array(300);
  await expect(TokenCounter.load('o200k_base', readNothing)).rejects.toThrow(
    new RangeError('300 bytes are not packed ranks'),
  );
});

it('knows the class of every code point as the reference does', () => {
  const codePoints = Array.from({ length: 0x110000 }, (_, code) => code).filter(
    (code) => code < 0xd800 || code > 0xdfff,
  );
  const all = codePoints.map((code) => String.fromCodePoint(code)).join('');
  const expected = new Uint8Array(0x110000).fill(classes.SYMBOL).fill(0, 0xd800, 0xe000);
  const patterns: [string, number][] = [
    ['[\\p{Lu}\\p{Lt}]', classes.UPPER],
    ['\\p{Ll}', classes.LOWER],
    ['[\\p{Lm}\\p{Lo}]', classes.CASELESS],
    ['\\p{M}', classes.MARK],
    ['\\p{N}', classes.NUMBER],
    ['\\s', classes.SPACE],
    ['[\\r\\n]', classes.NEWLINE],
  ];
  for (const [pattern, flag] of patterns) {
    for (const matched of matchedByReference(pattern, all)) expected[matched.codePointAt(0)!] = flag;
  }
  expect(Buffer.compare(classes.characterClasses(), expected)).toBe(0);
});
