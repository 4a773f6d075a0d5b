import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { promptParts } from '../../../src/engine/format/segments.ts';
import { includedBefore, promptChanges } from '../../../src/engine/promptChanges.ts';
import { type Format, formats } from '../../../src/protocol/prompt/receipt.ts';
import { assemblerWith, chunk, constraint, immediate, requestOf, setting } from '../../support/prompts/samplePieces.ts';

const assembler = assemblerWith((text) => Math.ceil(text.length / 4));
/** Texts that look like the writing of the formats themselves. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('1. rule\n', '"text": "x"', '<item>', '\\"', '# Rules\n\n', '- a: b (test)\n', '```', ''),
);

/** What the part's text must hold, whatever the format escapes: letters and digits. */
const letters = (value: string) => value.replaceAll(/\\u[0-9a-f]{4}|\\[nrtbf]|&#?\w+;|[^a-z0-9]/gi, '');

describe('which part of a prompt comes from which piece', () => {
  test.each(formats)('%s: every shown piece has its part, in order, none overlaps', (format: Format) => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 3, maxLength: 9 }), text, (texts, document) => {
        const pieces = [
          ...texts.map((one, at) => constraint(`c${at}`, `rule ${at} ${one}`)),
          ...texts.map((one, at) => setting(`s${at}`, one, 0.5)),
          ...texts.map((one, at) => chunk(`${at}.ts`, `chunk${at} ${one}`, 0.5)),
          ...immediate(`document ${document}`),
        ];
        const system = 'System.';
        const { text: prompt, segments } = assembler.assemble(
          requestOf(pieces, 1_000_000, { format, systemText: system }),
        );
        const parts = promptParts(segments);
        expect(parts.map(({ id }) => id).sort()).toEqual(pieces.map(({ id }) => id).sort());
        let end = 0;
        for (const part of parts) {
          expect(part.start).toBeGreaterThanOrEqual(end);
          end = part.end;
        }
        for (const [at] of texts.entries()) {
          const of = (id: string) => {
            const { start = 0, end: last = 0 } = parts.find((part) => part.id === id) ?? {};
            return letters(prompt.slice(start, last));
          };
          expect(of(`constraint:c${at}`)).toContain(`rule${at}`);
          expect(of(`chunk:${at}.ts`)).toContain(`chunk${at}`);
          expect(of(`setting:s${at}`)).toContain(`s${at}`);
          expect(of('document')).toContain('document');
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('what changed since the last prompt', () => {
  const shownOf = (pieces: Parameters<typeof requestOf>[0]) => assembler.assemble(requestOf(pieces, 100_000)).included;

  test('what came, what is another text now, what is gone; nothing else', () => {
    const before = includedBefore(
      shownOf([chunk('a.ts', 'same', 0.9), chunk('b.ts', 'old', 0.8), chunk('c.ts', 'gone', 0.7), ...immediate('x')]),
    );
    const now = shownOf([
      chunk('a.ts', 'same', 0.9),
      chunk('b.ts', 'new', 0.8),
      chunk('d.ts', 'come', 0.7),
      ...immediate('x'),
    ]);
    expect(promptChanges(before, now).map(({ id, change }) => [id, change])).toEqual([
      ['chunk:b.ts', 'altered'],
      ['chunk:d.ts', 'added'],
      ['chunk:c.ts', 'removed'],
    ]);
    expect(promptChanges(includedBefore(now), now)).toEqual([]);
  });
});
