import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Runs, unitClass } from '../../../../src/redaction/rules/runs.ts';

const classes = [/[a-z]/, /[ab-]/, /[^\s;]/].map((pattern) => ({ pattern, units: unitClass(pattern) }));

test('a run ends and begins where its pattern says, in whatever order it is asked', () => {
  const unit = fc.constantFrom('a', 'b', 'z', '-', ';', ' ', '\n', 'é', '\u00a0', '\u2028', '字');
  const asked = fc.tuple(fc.nat(2), fc.nat(60), fc.nat(60), fc.nat(60));
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 60 }), fc.array(asked, { maxLength: 20 }), (parts, questions) => {
      const text = parts.join('');
      const runs = new Runs();
      for (const [which, x, y, z] of questions) {
        const [base, at, end] = [x, y, z].map((one) => Math.min(one, text.length)).sort((a, b) => a - b) as [
          number,
          number,
          number,
        ];
        const { pattern, units } = classes[which] as (typeof classes)[number];
        const part = text.slice(base, end);
        const behind = new RegExp(`(?:${pattern.source})*`, 'y');
        behind.lastIndex = at - base;
        behind.test(part);
        expect(runs.endOf(units, part, at - base, base)).toBe(behind.lastIndex);
        const [before = ''] = new RegExp(`(?:${pattern.source})*$`).exec(part.slice(0, at - base)) ?? [];
        expect(runs.startOf(units, part, at - base, base, 0)).toBe(at - base - before.length);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('a run is walked once, however often its end is asked for', () => {
  const text = 'abc'.repeat(1_000);
  let walked = 0;
  const counting = Object.assign(new String(text), {
    charCodeAt: (at: number) => {
      walked++;
      return text.charCodeAt(at);
    },
  }) as unknown as string;
  const runs = new Runs();
  const { units } = classes[0] as (typeof classes)[number];
  for (let at = 0; at < text.length; at += 3) {
    expect(runs.endOf(units, counting, at, 0)).toBe(text.length);
    expect(runs.startOf(units, counting, at, 0, Math.max(0, at - 240))).toBe(Math.max(0, at - 240));
  }
  expect(walked).toBeLessThanOrEqual(text.length);
});
