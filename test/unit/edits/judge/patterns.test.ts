import { describe, expect, test } from 'vitest';
import type { Clock } from '../../../../src/base/ports/clock.ts';
import { type JudgedText, judgePatterns as judgedBy } from '../../../../src/edits/judge/patterns.ts';
import type { Constraint } from '../../../../src/protocol/decisions/constraints.ts';

/** A clock on which nothing takes time, or each look at it a while, ms. */
function clockOf(tickMs = 0): Clock {
  let now = 0;
  return {
    now: () => {
      now += tickMs;
      return now;
    },
    after: () => ({ dispose: () => {} }),
  };
}

const judgePatterns = (constraints: readonly Constraint[], text: JudgedText, clock = clockOf()) =>
  judgedBy(constraints, text, clock);

/** What is reported of violations, without the constraint's other fields. */
async function judge(constraints: readonly Constraint[], text: string, file?: string) {
  const { violations, unjudged } = await judgePatterns(constraints, { text, file });
  return {
    violations: violations.map(({ constraint, ...place }) => ({
      constraintId: constraint.id,
      text: constraint.text,
      ...place,
    })),
    refused: unjudged.map(({ constraint: { id } }) => id),
  };
}

describe('patterns', () => {
  const rule = (check: Constraint['check'], id = 'r'): Constraint => ({
    id,
    type: 'style',
    source: 'user',
    text: 'rule',
    ...(check && { check }),
  });

  test('Scenario: AI 生成违反约束时的处理', async () => {
    const firstPerson = rule({ kind: 'forbid', pattern: '(^|[。！？])(他|她)(说|想|看)' });
    expect(await judge([firstPerson], '我走进屋里。\n他说要下雨了。\n我笑了。')).toEqual({
      violations: [{ constraintId: 'r', text: 'rule', line: 2, excerpt: '他说要下雨了。' }],
      refused: [],
    });
    expect(await judge([firstPerson], '我走进屋里。')).toEqual({ violations: [], refused: [] });
  });

  test('what is required and missing; files that it concerns; refused patterns', async () => {
    const required = rule({ kind: 'require', pattern: '^/\\* (c) ', files: '**/*.ts' });
    const escaped = rule({ kind: 'require', pattern: '^// \\u00a9', files: '*.ts, *.tsx' });
    expect((await judge([required], 'x', 'src/a.ts')).violations).toEqual([
      { constraintId: 'r', text: 'rule', line: null, excerpt: null },
    ]);
    expect((await judge([required], 'x', 'src/a.py')).violations).toEqual([]);
    expect((await judge([required], 'x')).violations).toEqual([]);
    expect((await judge([escaped], '// ©', 'src/a.tsx')).violations).toEqual([]);
    expect(await judge([rule({ kind: 'forbid', pattern: '(?=a)' }, 'bad'), rule(undefined)], 'aaa')).toEqual({
      violations: [],
      refused: ['bad'],
    });
  });

  test.each(['\n', '\r\n', '\r'])('the ends of lines, which end with %j', async (eol) => {
    const shouted = rule({ kind: 'forbid', pattern: '^[A-Z]+$' });
    const { violations } = await judge([shouted], ['quiet', 'LOUD', 'quiet again', 'LOUDER', ''].join(eol));
    expect(violations.map(({ line, excerpt }) => [line, excerpt])).toEqual([
      [2, 'LOUD'],
      [4, 'LOUDER'],
    ]);
  });

  test('hostile patterns cost linear time', async () => {
    const hostile = rule({ kind: 'forbid', pattern: '^(a+)+$' });
    expect((await judge([hostile], `${'a'.repeat(20_000)}b`)).violations).toEqual([]);
  });

  test('a search for all matches that takes the square of the text ends, and is said not to have been judged', async () => {
    const square = rule({ kind: 'forbid', pattern: 'c(?:[^]*z)?' }, 'square');
    const other = rule({ kind: 'forbid', pattern: 'd' }, 'other');
    const text = `${'c'.repeat(100_000)}\nd\n`;
    // Only the last line was added: each c is a match that is nobody's business.
    const judged = await judgePatterns([square, other], { text, added: new Set([2]) }, clockOf(50));
    expect(judged.unjudged.map(({ constraint: { id }, why }) => [id, why])).toEqual([['square', 'patternSlow']]);
    expect(judged.violations.map(({ constraint: { id }, line }) => [id, line])).toEqual([['other', 2]]);
  });

  test('what is forbidden counts on added lines alone; of a match over several lines, the first added one is told', async () => {
    const vars = rule({ kind: 'forbid', pattern: '^\\s*var\\b' });
    const text = 'var a;\nvar b;\nvar c;\n';
    const { violations } = await judgePatterns([vars], { text, added: new Set([2]) });
    expect(violations.map(({ line }) => line)).toEqual([2]);
    const two = rule({ kind: 'forbid', pattern: 'a;\\nvar b' });
    expect((await judgePatterns([two], { text, added: new Set([2]) })).violations.map(({ line }) => line)).toEqual([2]);
  });
});
