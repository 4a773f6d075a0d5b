import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AnchorInfo,
  type Context,
  contextSchema,
  contextVersionSchema,
  isCompatible,
  type LodName,
  lodNames,
} from '../../../src/protocol/contextModel.ts';
import { buildContext, type LodState, type SourceData } from '../../../src/windows/contextBuilder.ts';
import { FrozenContext } from '../../../src/windows/frozenContext.ts';
import { Interactions } from '../../../src/windows/interactions.ts';

const vector1 = {
  header: {
    appId: 'notebook',
    sessionId: 'sess-001',
    version: { major: 1, minor: 0, patch: 0 },
    timestamp: '2025-12-10T10:00:00Z',
  },
  state: { currentLod: 'Summary', focusId: null, custom: null },
  content: '# Notebook\n\n[SUMMARY] Entry 1',
  anchors: {},
  history: null,
};
const vector2 = {
  header: {
    appId: 'notebook',
    sessionId: 'sess-002',
    version: { major: 1, minor: 1, patch: 0 },
    timestamp: '2025-12-10T10:05:00Z',
  },
  state: { currentLod: 'Summary', focusId: 'entry-1', custom: null },
  content: '# Notebook\n\n[SUMMARY] **[entry-1]** PipeMux 概览 [button:expand]',
  anchors: {
    'expand-entry-1': { type: 'Button', params: [], target: 'entry-1' },
    'entry-1': { type: 'Reference', params: [], target: null },
  },
  history: null,
};

const button: AnchorInfo = { type: 'Button', params: [], target: null };

function source(more: Partial<SourceData> = {}): SourceData {
  return {
    appId: 'notebook',
    sessionId: 'sess-001',
    title: 'Notebook',
    version: 1,
    timestamp: '2025-12-10T10:00:00Z',
    items: [{ id: 'entry-1', full: 'The whole entry.\n', summary: '[SUMMARY] Entry 1\n', gist: 'Entry 1\n' }],
    anchors: [],
    ...more,
  };
}

const at = (currentLod: LodName, version = 0): LodState => ({ currentLod, version });

function history(count: number): Interactions {
  const interactions = new Interactions();
  for (let index = 0; index < count; index++)
    interactions.add({ action: `act ${index}`, result: 'done', timestamp: '2025-12-10T10:00:00Z' });
  return interactions;
}

const words = fc.string({ unit: 'binary', maxLength: 40 });
const sources: fc.Arbitrary<SourceData> = fc.record({
  appId: fc.string({ minLength: 1 }),
  sessionId: fc.string({ minLength: 1 }),
  title: words,
  version: fc.nat(1_000),
  timestamp: fc.constantFrom('2025-12-10T10:00:00Z', '2026-01-01T00:00:00.000Z'),
  items: fc.array(fc.record({ id: fc.string({ minLength: 1 }), full: words, summary: words, gist: words }), {
    maxLength: 5,
  }),
  anchors: fc.array(fc.tuple(fc.constantFrom('b1@e1', 'b2@e1', 'f3@e1'), fc.constant(button)), { maxLength: 5 }),
});
const lods: fc.Arbitrary<LodState> = fc.record({ currentLod: fc.constantFrom(...lodNames), version: fc.nat(100) });

describe('the test vectors of the context model', () => {
  test('示例 1: 最小有效 Context', () => {
    expect(contextSchema.parse(vector1)).toEqual(vector1);
    expect(buildContext(source(), at('Summary'), null).context).toEqual({
      ...vector1,
      content: `${vector1.content}\n`,
    });
  });

  test('示例 2: 带锚点的 Context', () => {
    expect(contextSchema.parse(vector2)).toEqual(vector2);
  });

  test('示例 3: 版本兼容性检查', () => {
    const [v1, v2, v3] = [
      { major: 1, minor: 0, patch: 0 },
      { major: 1, minor: 1, patch: 0 },
      { major: 2, minor: 0, patch: 0 },
    ].map((version) => contextVersionSchema.parse(version));
    expect(isCompatible(v1!, v2!)).toBe(true);
    expect(isCompatible(v1!, v3!)).toBe(false);
  });

  test('fields that a newer release adds are let through', () => {
    const newer = { ...vector1, header: { ...vector1.header, locale: 'zh' }, extra: 1 };
    expect(contextSchema.parse(newer)).toEqual(vector1);
  });

  test('a minimal field that is null or missing is refused', () => {
    for (const key of ['appId', 'sessionId', 'version', 'timestamp'])
      expect(contextSchema.safeParse({ ...vector1, header: { ...vector1.header, [key]: null } }).success, key).toBe(
        false,
      );
    expect(contextSchema.safeParse({ ...vector1, anchors: null }).success).toBe(false);
    expect(contextSchema.safeParse({ ...vector1, state: { ...vector1.state, currentLod: null } }).success).toBe(false);
  });
});

describe('the invariants of the context model', () => {
  test('幂等性: the same input gives the same bytes, and neither time nor version stands in the content', () => {
    fc.assert(
      fc.property(sources, lods, fc.nat(25), fc.nat(1_000), (data, lod, count, version) => {
        const first = buildContext(data, lod, history(count));
        expect(JSON.stringify(buildContext(structuredClone(data), { ...lod }, history(count)))).toBe(
          JSON.stringify(first),
        );
        const later = buildContext({ ...data, version, timestamp: '2027-01-01T00:00:00Z' }, lod, history(count));
        expect(later.context.content).toBe(first.context.content);
      }),
    );
  });

  test('版本单调性: the major version never falls, whatever the source says', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(5), lods), { minLength: 2 }), (steps) => {
        const held = new FrozenContext();
        const majors = steps.map(
          ([version, lod]) => held.of(source({ version }), lod, null).context.header.version.major,
        );
        expect(majors).toEqual(majors.toSorted((a, b) => a - b));
      }),
    );
  });

  test('锚点唯一性 and 最小字段完整性: anchors are unique, required fields are never null, for any data at all', () => {
    fc.assert(
      fc.property(fc.oneof(sources, fc.anything()), lods, (data, lod) => {
        const { context } = buildContext(data, lod, null);
        expect(() => contextSchema.parse(context)).not.toThrow();
        expect(new Set(Object.keys(context.anchors)).size).toBe(Object.keys(context.anchors).length);
      }),
    );
  });

  test('冻结一致性: a part stays the same object until its own rule makes it invalid, and none can be changed', () => {
    const held = new FrozenContext();
    const of = (more: Partial<SourceData>, lod: LodState, interactions = history(0)): Context =>
      held.of(source({ anchors: [['b1@e1', button]], ...more }), lod, interactions).context;
    const first = of({}, at('Full'));
    const again = of({ appId: 'other', sessionId: 'sess-002', timestamp: '2027-01-01T00:00:00Z' }, at('Full'));
    for (const part of ['header', 'state', 'content', 'anchors', 'history'] as const)
      expect(again[part]).toBe(first[part]);
    expect(() => Object.assign(first.header, { appId: 'forged' })).toThrow(TypeError);
    expect(() => Object.assign(first.anchors, { forged: button })).toThrow(TypeError);

    const acted = of({}, at('Full'), history(1));
    expect(acted.content).toBe(first.content);
    expect(acted.history).toHaveLength(1);
    expect(acted.anchors).not.toBe(first.anchors);

    const registered = of({ anchors: [['b2@e2', button]] }, at('Full'), history(1));
    expect(Object.keys(registered.anchors)).toEqual(['b2@e2']);
    expect(registered.history).toBe(acted.history);

    const lowered = of({ appId: 'other' }, at('Gist', 1), history(1));
    expect(lowered.state.currentLod).toBe('Gist');
    expect(lowered.content).toContain('Entry 1');
    expect(lowered.header).toMatchObject({ appId: 'notebook', version: { major: 1, minor: 1, patch: 1 } });
    const changed = of({ version: 2, items: [] }, at('Gist', 1), history(1));
    expect(changed.content).toBe('# Notebook\n\n');
    expect(changed.header.version).toEqual({ major: 2, minor: 1, patch: 1 });
  });

  test('the last twenty interactions are remembered', () => {
    const { context } = buildContext(source(), at('Full'), history(25));
    expect(context.history?.map(({ action }) => action)).toEqual(
      Array.from({ length: 20 }, (_, at) => `act ${at + 5}`),
    );
    expect(context.header.version.patch).toBe(25);
  });
});

describe('the errors of the context model', () => {
  test('InvalidSourceDataError: an error context that holds the diagnosis', () => {
    const { context, errors } = buildContext({ ...source(), items: 'none' }, at('Full'), null);
    expect(errors.map(({ name }) => name)).toEqual(['InvalidSourceDataError']);
    expect(context.header).toMatchObject({ appId: 'notebook', sessionId: 'sess-001' });
    expect(context.content).toContain('items');
    expect(context.state.custom).toEqual({ error: 'InvalidSourceDataError' });
    expect(contextSchema.parse(context)).toEqual(context);
  });

  test('VersionMismatchError: rendered anew', () => {
    const held = new FrozenContext();
    const { header } = held.of(source(), at('Full'), null).context;
    const { context, errors } = held.of(source({ version: 2, items: [] }), at('Full'), null, header.version);
    expect(errors.map(({ name }) => name)).toEqual(['VersionMismatchError']);
    expect(context.content).toBe('# Notebook\n\n');
    expect(held.of(source({ version: 2, items: [] }), at('Gist', 1), null, context.header.version).errors).toEqual([]);
    expect(held.of(source({ version: 1 }), at('Full'), null).errors.map(({ name }) => name)).toEqual([
      'VersionMismatchError',
    ]);
  });

  test('AnchorConflictError: the first is kept, and it is said', () => {
    const reference: AnchorInfo = { type: 'Reference', params: [], target: 'a.ts' };
    const data = source({
      anchors: [
        ['x', button],
        ['x', reference],
      ],
    });
    const { context, errors } = buildContext(data, at('Full'), null);
    expect(context.anchors).toEqual({ x: button });
    expect(errors).toEqual([{ name: 'AnchorConflictError', message: expect.stringContaining('x') }]);
  });

  test('ContextTooLargeError: the level of detail falls until it fits', () => {
    const count = (text: string) => text.length;
    const built = (maxTokens: number) => buildContext(source(), at('Full'), null, { maxTokens, count });
    expect(built(29).errors).toEqual([]);
    expect(built(28).context.state.currentLod).toBe('Gist');
    const summary = buildContext(
      source({ items: [{ id: 'a', full: 'f'.repeat(90), summary: 's'.repeat(30), gist: 'g' }] }),
      at('Full'),
      null,
      { maxTokens: 50, count },
    );
    expect(summary.context.state.currentLod).toBe('Summary');
    expect(summary.errors.map(({ name }) => name)).toEqual(['ContextTooLargeError']);
    expect(built(1).context.state.currentLod).toBe('Gist');
  });
});
