import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contextSchema } from '../../../src/protocol/prompt/contextModel.ts';
import { WindowContext, type WindowPiece } from '../../../src/windows/windowContext.ts';

const minimal = {
  header: {
    appId: 'document',
    sessionId: 'a-b',
    version: { major: 1, minor: 0, patch: 0 },
    timestamp: '2025-12-10T10:00:00Z',
  },
  state: { currentLod: 'Summary', focusId: null, custom: null },
  content: 'a text',
  anchors: {},
  history: null,
};

describe('the schema of a context', () => {
  test('fields that a newer release adds are let through', () => {
    const newer = { ...minimal, header: { ...minimal.header, locale: 'zh' }, extra: 1 };
    expect(contextSchema.parse(newer)).toEqual(minimal);
  });

  test('a minimal field that is null or missing is refused', () => {
    for (const key of ['appId', 'sessionId', 'version', 'timestamp'])
      expect(contextSchema.safeParse({ ...minimal, header: { ...minimal.header, [key]: null } }).success, key).toBe(
        false,
      );
    expect(contextSchema.safeParse({ ...minimal, anchors: null }).success).toBe(false);
    expect(contextSchema.safeParse({ ...minimal, state: { ...minimal.state, currentLod: null } }).success).toBe(false);
  });
});

describe('a window’s context over time', () => {
  const piece = (id: string, block: string, full: string, lod: 'full' | 'summary' | 'cut' = 'full'): WindowPiece => {
    const state = lod === 'full' ? 'kept' : lod === 'cut' ? 'cut' : 'degraded';
    const why = lod === 'full' ? 'within the budget' : 'over the budget: shown as summary';
    return {
      piece: { id, source: id, location: null },
      line: { lod, state, why, tokens: 1, fullTokens: 1 },
      block,
      full,
    };
  };
  const facts = (now = 0) => {
    return {
      kind: 'retrieved',
      sessionId: 's',
      anchors: {},
      history: [],
      conflicts: 0,
      now,
    } as const;
  };

  test('a shortened window stays compatible, another source is not', () => {
    const window = new WindowContext();
    const versions = [
      window.of([piece('a', 'text', 'text')], facts()),
      window.of([piece('a', 'te', 'text', 'summary')], facts()),
      window.of([piece('a', 'other', 'other')], facts()),
    ].map(({ header }) => header.version);
    expect(versions.map(({ major }) => major)).toEqual([1, 1, 2]);
    expect(versions.map(({ minor }) => minor)).toEqual([0, 1, 2]);
  });

  test('the content is the blocks; a different context is a different version, and an equal one the same object of a header', () => {
    const blocks = fc.constantFrom('a\n', 'b\n', '');
    const steps = fc.array(fc.tuple(blocks, blocks, fc.constantFrom('full', 'summary', 'cut' as const), fc.nat(2)));
    fc.assert(
      fc.property(steps, (all) => {
        const window = new WindowContext();
        const seen = new Map<string, string>();
        for (const [index, [block, full, lod, conflicts]] of all.entries()) {
          const context = window.of([piece('p', block, full, lod)], { ...facts(index), conflicts });
          expect(context.content).toBe(block);
          expect(contextSchema.parse(context)).toEqual(context);
          const version = JSON.stringify(context.header.version);
          const told = JSON.stringify(context);
          expect(seen.get(version) ?? told).toBe(told);
          seen.set(version, told);
        }
      }),
    );
  });

  test('what is malformed or too large is told beside what is shown', () => {
    const refused = { ...piece('bad', '', ''), line: null };
    const { state, content } = new WindowContext().of([piece('a', 'te', 'text', 'summary'), refused], facts());
    expect(content).toBe('te');
    expect(state.custom).toEqual({
      errors: [
        { name: 'InvalidSourceDataError', message: '1 malformed pieces are left out' },
        { name: 'ContextTooLargeError', message: '1 pieces are shortened or left out' },
      ],
    });
  });
});
