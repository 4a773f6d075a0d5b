import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '../../../src/base/appError.ts';
import type { Assembler } from '../../../src/engine/assembler.ts';
import type { DetailOverride } from '../../../src/engine/detailOverride.ts';
import { layers, levelsOfDetail, type Piece } from '../../../src/engine/piece.ts';
import { formats } from '../../../src/protocol/prompt/receipt.ts';
import { TokenCounter } from '../../../src/tokens/tokenCounter.ts';
import {
  assemblerWith,
  chunk,
  constraint,
  immediate,
  requestOf,
  setting,
  tokensIn,
  words,
} from '../../support/prompts/samplePieces.ts';
import { runs } from '../../support/runs.ts';

let counter: TokenCounter;
let assembler: Assembler;

beforeAll(async () => {
  counter = await TokenCounter.load('o200k_base');
  assembler = assemblerWith((text) => counter.count(text));
});

/** A document with so many lines of ten tokens or so. */
const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `const value${index} = compute(${index}, 'text');\n`).join('');

describe('the scenarios of the assembler', () => {
  test('四层上下文正常组装: the four layers in order', () => {
    const pieces = [
      constraint('c1', 'First person'),
      setting('style', 'short sentences', 1),
      chunk('before.md', 'earlier', 0.8),
      ...immediate('now\n'),
    ];
    const { text, account } = assembler.assemble(requestOf(pieces, 8_000));
    const places = ['1. First person', '- style: short sentences', '# Live Context', 'earlier'].map((part) =>
      text.indexOf(part),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(account.ledger.map((line) => line.state)).toEqual(account.ledger.map(() => 'kept'));
  });

  test('新项目——Rules 和 Settings 为空: empty layers leave no heading', () => {
    const { text, account } = assembler.assemble(requestOf(immediate('now\n'), 8_000));
    expect(text).not.toMatch(/^# (Rules|Settings|Retrieved)/m);
    expect(account.layers).toMatchObject({
      rules: { tokens: 0 },
      settings: { tokens: 0 },
      retrieved: { tokens: 0, chunks: 0 },
    });
  });

  test('Token 预算内——不裁剪: within the budget nothing is trimmed', () => {
    const pieces = [
      constraint('c', words(500)),
      setting('s', words(300), 0.5),
      chunk('r', words(1_500), 0.5),
      ...immediate(words(3_000)),
    ];
    const { account } = assembler.assemble(requestOf(pieces, 6_000));
    expect(account.tokenCount).toBeLessThanOrEqual(6_000);
    expect(account.ledger.filter((line) => line.state !== 'kept')).toEqual([]);
  });

  test('Token 超出预算——裁剪 Retrieved 层: 7,500 tokens in 6,000 trim Retrieved alone, lowest scores first', () => {
    const chunks = [0.9, 0.7, 0.5, 0.3, 0.1].map((score) => chunk(`${score}.md`, words(480), score));
    const pieces = [constraint('c', words(800)), setting('s', words(500), 0.5), ...chunks, ...immediate(words(3_500))];
    const { account } = assembler.assemble(requestOf(pieces, 6_000));
    expect(account.tokenCount).toBeLessThanOrEqual(6_000);
    expect(account.layers).toMatchObject({
      rules: { truncated: false },
      settings: { truncated: false },
      retrieved: { truncated: true },
      immediate: { truncated: false },
    });
    const states = account.ledger.filter((line) => line.layer === 'retrieved').map((line) => [line.weight, line.state]);
    expect(states[0]).toEqual([0.9, 'kept']);
    expect(states.at(-1)).not.toEqual([0.1, 'kept']);
  });

  test('极端场景——Rules 层单独超出预算: rules alone over 15 % warn and keep the most relevant', () => {
    const knowledge = Array.from({ length: 100 }, (_, index) =>
      constraint(`k${index}`, words(20), 'knowledge', index / 250),
    );
    const pieces = [constraint('mine', 'never violate this'), ...knowledge, ...immediate(lines(600))];
    const { account, text } = assembler.assemble(requestOf(pieces, 6_000));
    expect(account.warnings.join()).toContain('CONTEXT_RULES_OVERBUDGET');
    expect(tokensIn('rules', account)).toBeLessThanOrEqual(900);
    expect(text).toContain('never violate this');
    const cut = account.ledger
      .filter((line) => line.layer === 'rules' && line.state === 'cut')
      .map((line) => line.weight);
    const kept = account.ledger
      .filter((line) => line.layer === 'rules' && line.state === 'kept')
      .map((line) => line.weight);
    expect(Math.max(...cut)).toBeLessThan(Math.min(...kept));
  });

  test('约束过多导致 Rules 层膨胀: project rules outlast knowledge, user constraints stay', () => {
    const many = (source: 'project' | 'knowledge', weight: number) =>
      Array.from({ length: 30 }, (_, index) => constraint(`${source}${index}`, words(30), source, weight));
    const pieces = [
      ...Array.from({ length: 30 }, (_, index) => constraint(`user${index}`, words(10))),
      ...many('project', 0.7),
      ...many('knowledge', 0.2),
      ...immediate(lines(900)),
    ];
    const { account } = assembler.assemble(requestOf(pieces, 8_000));
    const states = (prefix: string) =>
      new Set(account.ledger.filter((line) => line.id.startsWith(`constraint:${prefix}`)).map((line) => line.state));
    expect(states('user')).toEqual(new Set(['kept']));
    expect(states('knowledge')).toEqual(new Set(['cut']));
    expect(account.warnings.join()).toContain('CONTEXT_RULES_OVERBUDGET');
  });

  test('连续续写——Stable Prefix 命中缓存: typing leaves the prefix unchanged', () => {
    const rules = [constraint('c', 'First person'), setting('s', 'short', 0.9)];
    const one = assembler.assemble(requestOf([...rules, ...immediate('one')], 8_000));
    const two = assembler.assemble(requestOf([...rules, ...immediate('two')], 8_000, { lastPrefix: one.prefix.hash }));
    expect(one.account.stablePrefixUnchanged).toBe(false);
    expect(two.account).toMatchObject({ stablePrefixUnchanged: true, stablePrefixHash: one.account.stablePrefixHash });
  });

  test('Settings 变更导致缓存失效: the prefix says that it changed', () => {
    const one = assembler.assemble(requestOf([constraint('c', '第一人称'), ...immediate('x')], 8_000));
    const pieces = [constraint('c', '第一人称'), setting('s', 'new', 1), ...immediate('x')];
    const { account } = assembler.assemble(requestOf(pieces, 8_000, { lastPrefix: one.prefix.hash }));
    expect(account.prefix).toMatchObject({ unchanged: false, isFirst: false });
  });

  test('跨项目上下文注入被阻断: a chunk of another project is refused', () => {
    const pieces = [chunk('foreign', 'planted words', 1, 'file:///other'), ...immediate('x')];
    const { text, account, violations } = assembler.assemble(requestOf(pieces, 8_000));
    expect(text).not.toContain('planted');
    expect(account.warnings.join()).toContain('CONTEXT_SCOPE_VIOLATION');
    expect(violations).toHaveLength(1);
    expect(violations.join()).not.toContain('planted');
  });

  test('超大上下文输入保护: a request of 90 k tokens is too large', () => {
    const request = requestOf(immediate('x'), 200_000, { additionalInput: words(90_000) });
    expect(() => assembler.assemble(request)).toThrow(expect.objectContaining({ code: 'CONTEXT_INPUT_TOO_LARGE' }));
  });

  test('rules are whole while all fits, though they exceed their share, which is said', () => {
    const pieces = [constraint('k', words(1_500), 'knowledge'), ...immediate('now')];
    const { account } = assembler.assemble(requestOf(pieces, 8_000));
    expect(account.ledger.map(({ state }) => state)).toEqual(['kept', 'kept', 'kept']);
    expect(account.warnings.join()).toMatch(/CONTEXT_RULES_OVERBUDGET: .*all are there/);
  });

  test('层数据格式非法: malformed pieces cost only themselves', () => {
    const malformed = { ...chunk('bad', 'text', 0.5), weight: Number.NaN };
    const wrong: Piece = { ...chunk('wrong', 'x', 0.5), render: () => ({ kind: 'chunk', part: { file: 1 } }) as never };
    const { account } = assembler.assemble(
      requestOf([malformed, wrong, chunk('good', 'fine', 0.5), ...immediate('x')], 8_000),
    );
    expect(account.warnings.filter((warning) => warning.startsWith('CONTEXT_LAYER_INVALID'))).toHaveLength(2);
    expect(account.layers.retrieved.chunks).toBe(1);
  });

  test('token 统计为负值: a negative count costs only its piece', () => {
    const broken = assemblerWith((text) => (text.includes('uncountable') ? -1 : counter.count(text)));
    const { account } = broken.assemble(requestOf([chunk('r', 'uncountable', 0.5), ...immediate('x')], 8_000));
    expect(account.warnings.join()).toContain('CONTEXT_TOKENS_INVALID');
    expect(account.layers.retrieved.chunks).toBe(0);
  });

  test('the uncuttable part alone over the budget: no prompt', () => {
    const pieces = [constraint('c', words(3_000)), ...immediate('x')];
    expect(() => assembler.assemble(requestOf(pieces, 1_000))).toThrow(AppError);
    expect(() => assembler.assemble(requestOf(pieces, 1_000))).toThrow(
      expect.objectContaining({
        code: 'CONTEXT_BUDGET_TOO_SMALL',
        message: expect.stringMatching(/ The largest of your own: constraint:c \(\d+\)\.$/),
      }),
    );
    expect(() => assembler.assemble(requestOf(immediate('x'), 10))).toThrow(/and there is room for \d+\.$/);
  });
});

describe('the document under pressure', () => {
  test('a long document gets most of a small prompt, and every other layer its share of the rest', () => {
    const pieces = [
      ...Array.from({ length: 40 }, (_, at) => constraint(`k${at}`, words(5), 'knowledge', at / 100)),
      ...Array.from({ length: 20 }, (_, at) => setting(`s${at}`, words(20), at / 20)),
      ...Array.from({ length: 20 }, (_, at) => chunk(`${at}.ts`, words(60), at / 20)),
      ...immediate(lines(3_000), 30_000),
    ];
    for (const limit of [1_000, 2_000, 4_000, 8_000]) {
      const { account, data } = assembler.assemble(requestOf(pieces, limit));
      expect(counter.count(data.payload.current_document) / account.tokenCount).toBeGreaterThan(0.6);
      for (const layer of ['rules', 'retrieved'] as const) expect(tokensIn(layer, account)).toBeGreaterThan(limit / 50);
    }
  });

  test('it shrinks around the cursor, and text before the cursor outlasts text after it', () => {
    const text = lines(1_000);
    const cursor = text.indexOf('value500');
    const { data, account } = assembler.assemble(requestOf(immediate(text, cursor), 4_000));
    expect(account.tokenCount).toBeLessThanOrEqual(4_000);
    const { excerpt } = data.payload;
    expect(500 - (excerpt?.first_line ?? 0)).toBeGreaterThan((excerpt?.last_line ?? 0) - 500);
    expect(data.payload.current_document).toContain('value500 ');
  });

  test('the request goes last and uncut', () => {
    const request = words(500, 'please');
    const { text, account } = assembler.assemble(
      requestOf(immediate(lines(1_000)), 3_000, { additionalInput: request }),
    );
    expect(text.endsWith(`# Request\n\n${request}\n`)).toBe(true);
    expect(account.tokenCount).toBeLessThanOrEqual(3_000);
  });
});

/** What a model reads of a prompt of chat messages. */
function contentsOf(text: string): readonly string[] {
  return (JSON.parse(text) as readonly { readonly content: string }[]).map(({ content }) => content);
}

const anyPieces: fc.Arbitrary<readonly Piece[]> = fc
  .record({
    user: fc.array(fc.nat(60), { maxLength: 4 }),
    knowledge: fc.array(fc.tuple(fc.nat(80), fc.double({ min: 0, max: 0.49, noNaN: true })), { maxLength: 6 }),
    settings: fc.array(fc.tuple(fc.nat(40), fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 6 }),
    chunks: fc.array(fc.tuple(fc.nat(400), fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 8 }),
    document: fc.nat(120),
    cursor: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ user, knowledge, settings, chunks, document, cursor }) => {
    const text = lines(document);
    return [
      ...user.map((size, index) => constraint(`u${index}`, `user ${words(size)}`)),
      ...knowledge.map(([size, weight], index) => constraint(`k${index}`, `known ${words(size)}`, 'knowledge', weight)),
      ...settings.map(([size, weight], index) => setting(`s${index}`, words(size), weight)),
      ...chunks.map(([size, weight], index) => chunk(`r${index}`, words(size), weight)),
      ...immediate(text, Math.floor(cursor * text.length)),
    ];
  });

describe('laws', () => {
  test('never over the budget in any format; the order and the floors hold; user constraints stay; tokens add up', () => {
    let fitted = 0;
    fc.assert(
      fc.property(
        anyPieces,
        fc.integer({ min: 300, max: 9_000 }),
        fc.constantFrom(...formats),
        (pieces, limit, format) => {
          try {
            const { text, account } = assembler.assemble(requestOf(pieces, limit, { format }));
            fitted++;
            const read = format === 'messages' ? contentsOf(text) : [text];
            expect(account.tokenCount).toBe(read.reduce((sum, one) => sum + counter.count(one), 0));
            expect(account.tokenCount).toBe(
              layers.reduce((sum, layer) => sum + account.layers[layer].tokens, account.otherTokens),
            );
            expect(account.tokenCount).toBeLessThanOrEqual(limit);
            for (const piece of pieces.filter(({ keep }) => keep === 'whole')) {
              expect(account.ledger.find((line) => line.id === piece.id)?.state).toBe('kept');
            }
            // What a layer had to give up does not fit into what the layers below it still take.
            const missing = (names: readonly string[]) =>
              account.ledger
                .filter(({ layer, state, lod }) => names.includes(layer) && state !== 'kept' && lod !== 'full')
                .map((line) => line.fullTokens - line.tokens);
            const spare = limit - account.tokenCount;
            if (format === 'markdown') {
              for (const gap of missing(['settings', 'immediate']))
                expect(gap === 0 || gap > spare * 0.5 || spare <= limit / 10).toBe(true);
              const wasCut = account.ledger.some(({ state }) => state !== 'kept');
              if (wasCut && limit >= 1_500 && missing(['retrieved']).length === 0)
                expect(account.tokenCount / limit).toBeGreaterThan(0.9);
            }
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
            expect(error.code).toBe('CONTEXT_BUDGET_TOO_SMALL');
          }
        },
      ),
      { numRuns: runs(300) },
    );
    expect(fitted).toBeGreaterThan(runs(140));
  });

  test('equal input gives equal bytes and hash, whatever was assembled before', () => {
    fc.assert(
      fc.property(anyPieces, fc.integer({ min: 1_500, max: 9_000 }), (pieces, limit) => {
        const attempt = (with_: Assembler) => {
          try {
            const { text, account } = with_.assemble(requestOf(pieces, limit));
            return { text, hash: account.stablePrefixHash };
          } catch (error) {
            return String(error);
          }
        };
        expect(attempt(assembler)).toEqual(attempt(assemblerWith((text) => counter.count(text))));
      }),
      { numRuns: 200 },
    );
  });
});

const overrides: fc.Arbitrary<DetailOverride> = fc.record({
  ceiling: fc.constantFrom(...levelsOfDetail),
  last: fc.boolean(),
  kept: fc.boolean(),
  removed: fc.boolean(),
});

const somePieces: readonly Piece[] = [
  constraint('mine', 'First person'),
  constraint('known', 'Short sentences', 'knowledge'),
  ...[0.2, 0.5, 0.9].map((confidence) => setting(`s${confidence}`, words(30), confidence)),
  ...[0.1, 0.4, 0.7].map((score) => chunk(`${score}.ts`, words(300), score)),
  ...immediate('line of text\n'.repeat(200)),
];

describe('what anchors have set for pieces', () => {
  test('holds at any budget: nothing above its ceiling, nothing of a closed window, rules untouched, never over the budget', () => {
    const given = fc.array(fc.option(overrides, { nil: undefined }), {
      minLength: somePieces.length,
      maxLength: somePieces.length,
    });
    fc.assert(
      fc.property(given, fc.integer({ min: 400, max: 6_000 }), (all, limit) => {
        const byId = new Map(somePieces.map(({ id }, at) => [id, all[at]]));
        const overrideOf = ({ id }: Piece) => byId.get(id);
        const { account } = assembler.assemble(requestOf(somePieces, limit, { overrideOf: overrideOf }));
        expect(account.tokenCount).toBeLessThanOrEqual(limit);
        for (const line of account.ledger) {
          const override = byId.get(line.id);
          if (line.layer === 'rules') {
            expect(line.why).not.toContain('window');
            continue;
          }
          const kept = line.id === 'document' || line.id === 'editorState';
          if (override?.removed && !kept) expect(line).toMatchObject({ lod: 'cut', tokens: 0, why: 'it was removed' });
          else if (override !== undefined && line.lod !== 'cut')
            expect(levelsOfDetail.indexOf(line.lod)).toBeGreaterThanOrEqual(levelsOfDetail.indexOf(override.ceiling));
          if (kept) expect(line.lod).not.toBe('cut');
        }
      }),
      { numRuns: 200 },
    );
  });

  test('a pinned piece is there as long as any other of the layers that give way can be cut', () => {
    const pin = (id: string) => (piece: Piece) =>
      piece.id === id ? ({ ceiling: 'full', last: false, kept: true, removed: false } as const) : undefined;
    let outlasted = 0;
    for (let limit = 6_000; limit > 400; limit -= 200) {
      const { ledger } = assembler.assemble(requestOf(somePieces, limit, { overrideOf: pin('chunk:0.1.ts') })).account;
      const pinned = ledger.find(({ id }) => id === 'chunk:0.1.ts');
      const others = ledger.filter(({ id, layer }) => layer === 'retrieved' && id !== 'chunk:0.1.ts');
      const isCut = others.map(({ lod }) => lod === 'cut');
      if (pinned?.lod === 'cut') expect(isCut).not.toContain(false);
      else if (isCut.includes(true)) outlasted++;
    }
    expect(outlasted).toBeGreaterThan(0);
  });

  test('a prompt holds nothing of closed pieces, and the rest of it is what it would be without them', () => {
    const large = Array.from({ length: 70 }, (_, index) => chunk(`${index}.ts`, words(1_000), 0.5));
    const close = () => ({ ceiling: 'full', last: false, kept: false, removed: true }) as const;
    const { text } = assembler.assemble(requestOf([...large, ...immediate('x')], 900_000, { overrideOf: close }));
    expect(text).toBe(assembler.assemble(requestOf(immediate('x'), 900_000)).text);
  });
});
