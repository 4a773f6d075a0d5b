import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type HiddenSpan, redacted, unredacted } from '../../../src/redaction/shownText.ts';
import { ChangeSet } from '../../../src/text/changeSet.ts';
import type { TextChange } from '../../../src/text/textChange.ts';

function applied(text: string, changes: readonly TextChange[]): string {
  return changes
    .toReversed()
    .reduce((made, { start, end, newText }) => made.slice(0, start) + newText + made.slice(end), text);
}

/** A text with secrets: what is between them holds none of their units. */
const secret = fc
  .tuple(fc.constantFrom('S3CRET', 'T0KEN\nLINE\n2', 'K3Y\r\nEND'), fc.nat(3))
  .map(([text, n]) => `${text}${n}`);
const between = fc
  .array(fc.constantFrom('a', 'b ', '\n', 'c = ', '"'), { maxLength: 5 })
  .map((parts) => parts.join(''));
const hidden = fc.array(fc.tuple(between, secret), { maxLength: 4 }).chain((parts) =>
  between.map((last) => {
    const numbers = new Map<string, number>();
    let raw = '';
    const spans: HiddenSpan[] = [];
    for (const [text, value] of parts) {
      raw += text;
      numbers.set(value, numbers.get(value) ?? numbers.size + 1);
      spans.push({
        start: raw.length,
        end: raw.length + value.length,
        placeholder: `[REDACTED:kind:${numbers.get(value)}]`,
      });
      raw += value;
    }
    return {
      raw: raw + last,
      spans,
      secrets: new Map([...numbers].map(([value, n]) => [value, `[REDACTED:kind:${n}]`])),
    };
  }),
);

describe('a text without its secrets', () => {
  test('without secrets it is the text, and changes pass', () => {
    const changes = [{ start: 0, end: 1, newText: 'x' }];
    expect(unredacted('abc')).toMatchObject({ text: 'abc' });
    expect(redacted('abc', []).toRaw(changes)).toEqual(changes);
  });

  test('holds nothing of a secret, and as many lines', () => {
    fc.assert(
      fc.property(hidden, ({ raw, spans }) => {
        const { text } = redacted(raw, spans);
        expect(text).not.toMatch(/S3CRET|T0KEN|LINE|K3Y|END/);
        expect(text.split(/\r\n|\r|\n/).length).toBe(raw.split(/\r\n|\r|\n/).length);
      }),
    );
  });

  test('law: a change of the shown text, made to the raw one and shown again, is that change', () => {
    const place = fc.double({ min: 0, max: 1, noNaN: true });
    let taken = 0;
    fc.assert(
      fc.property(
        hidden,
        fc.array(fc.tuple(place, place, fc.constantFrom('', 'z', 'first', 'second', 'cut')), { maxLength: 4 }),
        (made, edits) => {
          const shown = redacted(made.raw, made.spans);
          const known = [...made.secrets.values()];
          const changes = edits.map(([from, to, what]) => {
            const start = Math.floor(from * shown.text.length);
            const end = start + Math.floor(to * Math.min(40, shown.text.length - start));
            const own = { first: known[0] ?? '', second: `x${known[1] ?? ''}y`, cut: (known[0] ?? '').slice(0, 9) };
            return { start, end, newText: own[what as keyof typeof own] ?? what };
          });
          const sorted = changes.sort((a, b) => a.start - b.start);
          const set = ChangeSet.of(
            sorted.filter(({ start }, index) => sorted.slice(0, index).every(({ end }) => start > end)),
            shown.text.length,
          );
          const back = shown.toRaw(set.changes);
          if (back === null) return;
          taken++;
          const newer = applied(made.raw, back);
          // A secret of several lines is shown with its breaks behind its placeholder.
          const again = [...made.secrets].reduce(
            (text, [value, placeholder]) => text.replaceAll(value, placeholder + value.replace(/[^\r\n]/g, '')),
            newer,
          );
          const compared = (text: string) => text.replace(/(\[REDACTED:kind:\d+\])[\r\n]*/g, '$1');
          expect(compared(again)).toBe(compared(applied(shown.text, set.changes)));
        },
      ),
      { numRuns: 2_000 },
    );
    expect(taken).toBeGreaterThan(500);
  });
});

describe('an edit that comes back', () => {
  const raw = 'const token = "S3CRET";\nconst other = "H1DDEN";\n';
  const spanOf = (value: string, placeholder: string) => ({
    start: raw.indexOf(value),
    end: raw.indexOf(value) + value.length,
    placeholder,
  });
  const first = '[REDACTED:token:1]';
  const second = '[REDACTED:token:2]';
  const shown = redacted(raw, [spanOf('S3CRET', first), spanOf('H1DDEN', second)]);
  const replaceLine = (from: string, to: string) => {
    const start = shown.text.indexOf(from);
    const changes = shown.toRaw([{ start, end: start + from.length, newText: to }]);
    return changes === null ? null : applied(raw, changes);
  };

  test('a line that keeps its placeholder keeps its secret', () => {
    expect(replaceLine(`const token = "${first}";`, `export const token: string = "${first}";`)).toBe(
      raw.replace('const token', 'export const token: string'),
    );
  });

  test('placeholders may move and change places', () => {
    expect(replaceLine(shown.text, `b("${second}"); a("${first}"); a("${first}");\n`)).toBe(
      'b("H1DDEN"); a("S3CRET"); a("S3CRET");\n',
    );
  });

  test('a change within a placeholder stands for the one that comes out', () => {
    const at = shown.text.indexOf('1]');
    const changes = shown.toRaw([{ start: at, end: at + 1, newText: '2' }]);
    expect(changes && applied(raw, changes)).toBe(raw.replace('S3CRET', 'H1DDEN'));
  });

  test('a placeholder that is torn, unknown or out of thin air is refused', () => {
    expect(replaceLine('[REDACTED:token:1', '[REDACTED')).toBeNull();
    expect(replaceLine('"[REDACTED', '"')).toBeNull();
    expect(replaceLine(`const token = "${first}";`, 'const token = "[REDACTED]";')).toBeNull();
    expect(replaceLine(`const token = "${first}";`, 'const token = "[REDACTED:token]";')).toBeNull();
    expect(replaceLine('const other', 'const extra = "[REDACTED:token:9]";\nconst other')).toBeNull();
  });

  test('a line that goes takes its secret with it', () => {
    expect(replaceLine(`const token = "${first}";\n`, '')).toBe('const other = "H1DDEN";\n');
  });

  test('a text that speaks of placeholders keeps them, unless one of them hides something', () => {
    const text = 'see [REDACTED:token:7] and S3CRET\n';
    const own = { start: text.indexOf('S3CRET'), end: text.indexOf('S3CRET') + 6 };
    const change = (newText: string) => [{ start: 0, end: 26, newText }];
    const other = redacted(text, [{ ...own, placeholder: '[REDACTED:token:1]' }]);
    expect(other.toRaw(change('read [REDACTED:token:7] and'))).toEqual(change('read [REDACTED:token:7] and'));
    const same = redacted(text, [{ ...own, placeholder: '[REDACTED:token:7]' }]);
    expect(same.toRaw(change('read [REDACTED:token:7] and'))).toBeNull();
  });

  test('a secret of several lines comes back whole, its blank lines with it', () => {
    const text = 'key: |\n  S3C\n  RET\n  END\nafter: 1\n';
    const block = redacted(text, [{ start: text.indexOf('S3C'), end: text.indexOf('\nafter'), placeholder: first }]);
    expect(block.text).toBe(`key: |\n  ${first}\n\n\nafter: 1\n`);
    const all = [{ start: 0, end: block.text.length, newText: `  key: |\n    ${first}\n\n\nafter: 2\n` }];
    expect(applied(text, block.toRaw(all) ?? [])).toBe('  key: |\n    S3C\n  RET\n  END\nafter: 2\n');
  });
});
