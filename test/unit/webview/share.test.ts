import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { share } from '../../../webview-ui/components/share.ts';

const data = fc.jsonValue();

describe('share', () => {
  it('deeply equals the next value', () => {
    fc.assert(
      fc.property(data, data, (previous, next) => {
        expect(share(previous, next)).toEqual(next);
      }),
    );
  });

  it('is the previous value itself when nothing differs', () => {
    fc.assert(
      fc.property(data, (previous) => {
        expect(share(previous, structuredClone(previous))).toBe(previous);
      }),
    );
  });

  it('keeps the parts that did not change', () => {
    const previous = { diffs: [{ patch: 'a' }], state: { line: 1 } };
    const shared = share(previous, { diffs: [{ patch: 'a' }], state: { line: 2 } });
    expect(shared.diffs).toBe(previous.diffs);
    expect(shared.state).toEqual({ line: 2 });
  });

  it('tells an absent field from an undefined one', () => {
    const previous: { a?: number | undefined } = {};
    expect(Object.keys(share(previous, { a: undefined }))).toEqual(['a']);
  });
});
