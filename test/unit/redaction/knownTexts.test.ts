import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KnownTexts } from '../../../src/redaction/knownTexts.ts';
import { isUnguessable } from '../../../src/redaction/rules/guessable.ts';
import { SourceText } from '../../../src/text/sourceText.ts';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { runs } from '../../support/runs.ts';
import { arbitraryEdits, editsOf } from '../../support/texts/arbitraryText.ts';

const project = 'file:///project';

describe('texts that are known', () => {
  const secret = fc
    .string({ minLength: 16, maxLength: 60, unit: fc.constantFrom('a', 'b', 'Z', '0', '9', '+', '%') })
    .filter(isUnguessable);

  test('law: each is found wherever it stands, and nothing else is', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(secret, { maxLength: 6 }),
        fc.array(fc.oneof(fc.nat(5), fc.constantFrom('x', ' ', 'ab', '9Z', '\n')), { maxLength: 12 }),
        (secrets, parts) => {
          const known = new KnownTexts();
          for (const one of secrets) known.add(one, 'token');
          const text = parts.map((part) => (typeof part === 'number' ? (secrets[part] ?? '') : part)).join('');
          const found = known.find(text).spans;
          const isOf = (part: string) => (one: string) =>
            part.startsWith(one.slice(0, 8)) || part.endsWith(one.slice(-8));
          for (const { start, end } of found) expect(secrets.some(isOf(text.slice(start, end)))).toBe(true);
          const left = found.reduceRight((rest, { start, end }) => `${rest.slice(0, start)}\n${rest.slice(end)}`, text);
          for (const one of secrets) expect(left).not.toContain(one);
        },
      ),
    );
  });

  test('law: searched again where it was changed, a text holds what one searched whole does', () => {
    const piece = fc.oneof(
      fc.nat(5),
      fc.constantFrom('x', ' ', 'ab', '9Z', '\n', 'p9'.repeat(5)),
      fc.nat(5).map((n) => `${n}`.repeat(n * 40)),
    );
    // Those that overlap themselves and one another: what is found of them depends on where the search began.
    const overlapping = fc.constantFrom('a1b2c3d4a1b2c3d4', 'c3d4a1b2c3d4a1b2', 'q9X2mP4vL7', 'a1b2c3d4a1b2c3d4a1b2x7');
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.oneof(secret, overlapping), { minLength: 1, maxLength: 6 }),
        fc.array(piece, { maxLength: 30 }),
        fc.array(arbitraryEdits(12, piece), { maxLength: 4 }),
        (secrets, parts, edits) => {
          const known = new KnownTexts();
          for (const one of secrets) known.add(one, 'token');
          const written = (part: string | number) => (typeof part === 'number' ? (secrets[part] ?? '') : part);
          let text = SourceText.from(parts.map(written).join(''));
          let { found } = known.find(text);
          for (const edit of edits) {
            const newer = editsOf(
              text,
              edit.map(([at, units, part]) => [at, units, written(part)]),
            ).apply(text);
            const again = known.find(newer, [], { found, ranges: newer.getChangeRanges(text) });
            expect(again.spans).toEqual(known.find(newer.toString()).spans);
            ({ found } = again);
            text = newer;
          }
        },
      ),
      { numRuns: runs(500) },
    );
  });

  test('law: beyond the shortest piece that is hidden, a cut secret tells nothing of its units', () => {
    const units = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuv0123456789_';
    const pair = fc.tuple(fc.integer({ min: 12, max: 40 }), fc.constantFrom('', ' ')).chain(([length, blank]) => {
      const one = fc
        .string({ minLength: length, maxLength: length, unit: fc.constantFrom(...units) })
        .map((text) => text.slice(0, length / 2) + blank + text.slice(length / 2 + blank.length))
        .filter(isUnguessable);
      return fc.tuple(one, one);
    });
    const rest = fc.tuple(fc.constantFrom('-', ',', 'w', ' '), fc.constantFrom(0, 3, 1_000, 1_024, 1_050, 2_100));
    fc.assert(
      fc.property(pair, fc.nat(15), rest, fc.boolean(), ([secret, other], more, [sign, count], isEnd) => {
        const known = new KnownTexts();
        known.add(secret, 'token');
        const { length } = secret;
        const cut = (text: string, units: number) => (isEnd ? text.slice(-units) : text.slice(0, units));
        const isHidden = (units: number) => known.find(cut(secret, units)).spans.length > 0;
        const least = [...Array(length).keys()].slice(1).find(isHidden) ?? length;
        const wrong = isEnd ? other.slice(least) + cut(secret, least) : cut(secret, least) + other.slice(least);
        const [first, second] = [secret, wrong].map((guess) => {
          // Whole and separate, a secret is hidden to its end.
          const most = sign === 'w' && count > 0 && length < 16 ? length : length - 1;
          const parts = [cut(guess, Math.min(most, least + more)), sign.repeat(count)];
          return known.find((isEnd ? parts.toReversed() : parts).join('')).spans.map(({ start, end }) => [start, end]);
        });
        if (least < length) expect(first).toEqual(second);
      }),
    );
  });

  test('law: where a hidden part can be guessed, nothing depends on it, whatever was made known with it', () => {
    const beside = fc.constantFrom(';Encrypt=true', '@gitlab.com', '"', ' ', 'PASS=', '-', '', 'cU4cP7LWc4A2ZZ');
    const around = fc.array(fc.oneof(beside, secret), { minLength: 3, maxLength: 3 });
    const key = fc.tuple(fc.nat(3), fc.integer({ min: 4, max: 7 }), fc.nat(11), beside);
    fc.assert(
      fc.property(around, around, key, (before, after, [from, to, units, more]) => {
        const textWith = (part: string) => [...before, part, ...after];
        const known = new KnownTexts();
        known.add(
          textWith('Tr0ub4dor&3'.slice(0, 11 - units))
            .slice(from, to)
            .join('') + more,
          'token',
        );
        const start = before.join('').length;
        const hidden = { start, end: start + 11, from: start, kind: 'password' };
        const shown = (part: string) =>
          known.find(textWith(part).join(''), [hidden]).spans.map(({ start: at, end, kind }) => [at, end, kind]);
        expect(shown('Tr0ub4dor&3')).toEqual(shown('Gr4ndp4pa&7'));
      }),
      { numRuns: runs(500) },
    );
  });

  test.each([
    ['q9X2mP4vL7', 'wrong: q9X2mP4vL7!', 1],
    ['q9X2mP4vL7', 'q9X2mP4vL7s', 1],
    ['q9X2mP4vL7', 'sq9X2mP4vL7s', 0],
    ['hunter2horse', 'wrong: hunter2horse!', 0],
    ['ThisIsMySecretPassword123', 'or ThisIsMySecretPassword123 or', 0],
    ['P@ssw0rd!P@ssw0rd!', 'P@ssw0rd!P@ssw0rd!', 0],
    ['Welcome123!Welcome123!', 'Welcome123!Welcome123!', 0],
    ['Summer2024!Summer', 'Summer2024!Summer', 0],
    ['dragon-monkey-summer-orange-silver-purple-winter-shadow', '-winter-shadow', 0],
    ['dragon-monkey-summer-orange-silver-purple-winter-shadow', '-silver-purple-winter-shadow', 1],
    ['ghp_t7OQfZIBwkvkScoghipNvz8H6y06WV5s5YHs', 'ghp_t7OQfZI', 0],
    ['ghp_t7OQfZIBwkvkScoghipNvz8H6y06WV5s5YHs', 'ghp_t7OQfZIB', 1],
    ['ghp_t7OQfZIBwkvkScoghipNvz8H6y06WV5s5YHs', '6768705f74374f51665a49', 0],
    ['ghp_t7OQfZIBwkvkScoghipNvz8H6y06WV5s5YHs', '6768705f74374f51665a4942', 1],
  ])('a short one (%s) counts as a word, one that can be guessed never, a part from eight units on: %s', (...row) => {
    const texts = new KnownTexts();
    texts.add(row[0], 'password');
    expect(texts.find(row[1]).spans).toHaveLength(row[2]);
  });
});

test('a secret is hidden in a document that was searched before it was seen', async () => {
  const { redaction } = await MemoryWorkspace.open();
  const quoting = SourceText.from('the log says q9X2mP4vL7 was wrong\n');
  const before = redaction.epoch;
  expect(redaction.redact(project, quoting, 'file:///project/log').text).toBe(quoting);
  redaction.redactOutput(project, "password = 'q9X2mP4vL7'");
  const shown = redaction.redact(project, quoting, 'file:///project/log').text.toString();
  expect(shown).toBe('the log says [REDACTED:password:1] was wrong\n');
  expect(redaction.epoch).not.toBe(before);
});
