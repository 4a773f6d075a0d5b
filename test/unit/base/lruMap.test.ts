import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LruMap } from '../../../src/base/lruMap.ts';
import { runs } from '../../support/runs.ts';

const operations = fc.array(
  fc.record({
    kind: fc.constantFrom('get', 'set', 'delete', 'peek', 'getOrMake', 'clear' as const),
    key: fc.integer({ min: 0, max: 6 }),
    size: fc.integer({ min: 0, max: 5 }),
  }),
  { maxLength: 60 },
);

test('LruMap: behaves as a plain list of entries in order of use, whatever is done to it', () => {
  fc.assert(
    fc.property(operations, fc.integer({ min: 0, max: 12 }), (steps, limit) => {
      const evicted: [number, number][] = [];
      const map = new LruMap<number, number>(limit, {
        sizeOf: (size) => size,
        onEvict: (size, key) => evicted.push([key, size]),
      });
      let model: [number, number][] = [];
      const expected: [number, number][] = [];
      const put = (key: number, size: number) => {
        model = [...model.filter(([one]) => one !== key), [key, size]];
        while (model.length > 1 && model.reduce((sum, [, one]) => sum + one, 0) > limit)
          expected.push(model.shift() as [number, number]);
      };
      for (const { kind, key, size } of steps) {
        const known = model.find(([one]) => one === key);
        if (kind === 'set') put(key, size);
        else if (kind === 'delete') model = model.filter(([one]) => one !== key);
        else if (kind === 'clear') model = [];
        else if (kind === 'get' || (kind === 'getOrMake' && known)) {
          if (known) model = [...model.filter((one) => one !== known), known];
        } else if (kind === 'getOrMake') put(key, size);
        if (kind === 'get' || kind === 'peek') expect(map[kind](key)).toBe(known?.[1]);
        else if (kind === 'set') map.set(key, size);
        else if (kind === 'delete') expect(map.delete(key)).toBe(known !== undefined);
        else if (kind === 'clear') map.clear();
        else expect(map.getOrMake(key, () => size)).toBe(known?.[1] ?? size);
        expect([...map]).toEqual(model);
      }
      expect(evicted).toEqual(expected);
    }),
    { seed: 1, numRuns: runs(125) },
  );
});
