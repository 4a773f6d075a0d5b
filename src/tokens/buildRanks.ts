import { BytePairs } from './bytePairs.ts';
import { type Encoding, packRanks } from './packedRanks.ts';
import { PairTable } from './pairTable.ts';

/**
 * Builds the packed ranks of an encoding from js-tiktoken's, whose own form is three times as large
 * and slow to read. For the build and the tests.
 *
 * @throws Error if a token is not the merge of two tokens of lower rank, which everything here
 * relies on.
 */
export async function buildRanks(encoding: Encoding): Promise<Uint8Array> {
  const ranks =
    encoding === 'o200k_base' ? import('js-tiktoken/ranks/o200k_base') : import('js-tiktoken/ranks/cl100k_base');
  const { bytes, ends } = decodeTokens((await ranks).default.bpe_ranks);
  const pairs = new PairTable(ends.length, bytes.subarray(0, 256));
  const bytePairs = new BytePairs(pairs);
  const left = new Int32Array(ends.length - 256);
  const right = new Int32Array(ends.length - 256);
  const a = new Int32Array(1);
  const b = new Int32Array(1);
  for (let rank = 256; rank < ends.length; rank++) {
    if (bytePairs.mergeShort(bytes, ends[rank - 1]!, ends[rank]!) !== 2) {
      throw new Error(`Token ${rank} is not made of two`);
    }
    left[rank - 256] = a[0] = bytePairs.token(0);
    right[rank - 256] = b[0] = bytePairs.token(1);
    pairs.add(rank, a, b);
  }
  return packRanks(bytes.subarray(0, 256), left, right);
}

const BLANK_BYTE = 0x20;
const SEXTETS = new Uint8Array(128).fill(0xff);
for (const [value, letter] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries()) {
  SEXTETS[letter.charCodeAt(0)] = value;
}

/**
 * The tokens' bytes one after another, and the end of each token. `ranks` is `! 0 <token> <token>
 * …` with the tokens in base64, in the order of their ranks.
 */
function decodeTokens(ranks: string): { bytes: Uint8Array; ends: Int32Array } {
  const head = '! 0 ';
  if (!ranks.startsWith(head)) throw new Error(`Ranks begin with ${JSON.stringify(ranks.slice(0, head.length))}`);
  const bytes = new Uint8Array(ranks.length);
  const ends: number[] = [];
  let length = 0;
  let bits = 0;
  let sextets = 0;
  for (let i = head.length; i <= ranks.length; i++) {
    const unit = i === ranks.length ? BLANK_BYTE : ranks.charCodeAt(i);
    const sextet = SEXTETS[unit]!;
    if (sextet < 64) {
      bits = (bits << 6) | sextet;
      if ((sextets & 3) !== 0) bytes[length++] = bits >> (6 - 2 * (sextets & 3));
      sextets++;
    } else if (unit <= BLANK_BYTE) {
      if (sextets > 0) ends.push(length);
      sextets = 0;
    }
  }
  return { bytes: bytes.subarray(0, length), ends: Int32Array.from(ends) };
}
