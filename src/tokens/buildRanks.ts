import { BytePairs } from './bytePairs.ts';
import { LongPieces } from './longPieces.ts';
import { type Encoding, packRanks } from './packedRanks.ts';
import { PairTable } from './pairTable.ts';

/**
 * The packed ranks of an encoding, made from js-tiktoken's. For the build and the tests: js-tiktoken's own form is
 * three times as large and slow to read. Throws when a token is not what two tokens of lower rank merge into, which
 * everything else here relies on.
 */
export async function buildRanks(encoding: Encoding): Promise<Uint8Array> {
  const ranks =
    encoding === 'o200k_base' ? import('js-tiktoken/ranks/o200k_base') : import('js-tiktoken/ranks/cl100k_base');
  const tokens = decodeTokens((await ranks).default.bpe_ranks);
  const bytes = Uint8Array.from(tokens.slice(0, 256), (token) => token[0]!);
  const pairs = new PairTable(tokens.length, bytes);
  const bytePairs = new BytePairs(pairs, new LongPieces(pairs));
  const left = new Int32Array(tokens.length - 256);
  const right = new Int32Array(tokens.length - 256);
  for (let row = 0; row < left.length; row++) {
    const token = tokens[256 + row]!;
    if (bytePairs.mergeShort(token, 0, token.length) !== 2) throw new Error(`Token ${256 + row} is not made of two`);
    left[row] = bytePairs.token(0);
    right[row] = bytePairs.token(1);
    pairs.add(256 + row, left.subarray(row, row + 1), right.subarray(row, row + 1));
  }
  return packRanks(bytes, left, right);
}

/** The tokens by rank: `lines` are `! <first rank> <token in base64> <token in base64> …`. */
function decodeTokens(lines: string): Uint8Array[] {
  const tokens: Uint8Array[] = [];
  for (const line of lines.split('\n')) {
    const words = line.split(' ');
    const first = Number(words[1]);
    for (let i = 2; i < words.length; i++) tokens[first + i - 2] = decodeBase64(words[i]!);
  }
  return tokens;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function decodeBase64(text: string): Uint8Array {
  const sextets = text.indexOf('=') < 0 ? text.length : text.indexOf('=');
  const bytes = new Uint8Array((sextets * 3) >> 2);
  let bits = 0;
  for (let i = 0, at = 0; i < sextets; i++) {
    bits = (bits << 6) | ALPHABET.indexOf(text[i]!);
    if ((i & 3) !== 0) bytes[at++] = bits >> (6 - 2 * (i & 3));
  }
  return bytes;
}
