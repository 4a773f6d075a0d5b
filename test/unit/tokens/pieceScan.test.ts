import fc from 'fast-check';
import cl100k from 'tiktoken/encoders/cl100k_base';
import o200k from 'tiktoken/encoders/o200k_base';
import { describe, expect, it } from 'vitest';
import { characterClasses } from '../../../src/tokens/characterClasses.ts';
import { END_OF_TEXT, type PieceScan, scanCl100k, scanO200k } from '../../../src/tokens/pieceScan.ts';
import { runs } from '../../support/runs.ts';
import { hardText } from './reference.ts';

const WHITE_SPACE = '\\t-\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';

/** The reference's pattern for JavaScript: the same but for what `\s` means and what `v` wants escaped. */
function regExpOf(pattern: string): RegExp {
  const translated = pattern
    .replaceAll('\\s', `[${WHITE_SPACE}]`)
    .replaceAll('\\S', `[^${WHITE_SPACE}]`)
    .replaceAll('[\\r\\n/]', '[\\r\\n\\/]');
  return new RegExp(translated, 'gv');
}

function piecesOf(scan: PieceScan, text: string): string[] {
  const bytes = Buffer.from(text, 'utf8');
  const closed = Uint8Array.of(...bytes, ...END_OF_TEXT);
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = scan(closed, characterClasses(), at);
    pieces.push(bytes.subarray(at, end).toString('utf8'));
    at = end;
  }
  return pieces;
}

describe.each([
  ['o200k_base', scanO200k, o200k.pat_str],
  ['cl100k_base', scanCl100k, cl100k.pat_str],
])('the pieces of %s', (_, scan, pattern) => {
  const regExp = regExpOf(pattern);

  it('are what the pattern of the reference matches', () => {
    fc.assert(
      fc.property(hardText(24), (hard) => {
        const text = hard.toWellFormed();
        expect(piecesOf(scan, text)).toEqual(text.match(regExp) ?? []);
      }),
      { numRuns: runs(5_000) },
    );
  });

  it.each(['\u0301AB', "x'ſ 'ſ", '本AB', 'AB本c', " 's", '\n/ /', '=\n//\n=', '   \r\n  x', '\t=', '12345'])(
    'are what the pattern of the reference matches in %j',
    (text) => {
      expect(piecesOf(scan, text)).toEqual(text.match(regExp));
    },
  );
});
