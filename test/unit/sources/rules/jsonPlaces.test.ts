import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonPlaces } from '../../../../src/sources/rules/jsonPlaces.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('places in JSON', () => {
  test('property: there is an error exactly when the text is no JSON', () => {
    const almost = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', ']', '"', '\n', ':', '1', '-', '{', '\\'), fc.nat(3))
      .map(
        ([text, at, put, cut]) =>
          text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + cut),
      );
    fc.assert(
      fc.property(fc.oneof(fc.json(), almost, fc.string()), (text) => {
        expect(jsonPlaces(text).errorLine === null).toBe(isJson(text));
      }),
      { numRuns: 1_000 },
    );
  });

  test('property: a value printed over many lines is found at its line', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ id: fc.string(), list: fc.array(fc.integer()) }), { minLength: 1 }),
        fc.nat(),
        (values, pick) => {
          const at = pick % values.length;
          const text = JSON.stringify({ values }, null, 2);
          const before = JSON.stringify({ values: values.slice(0, at) }, null, 2).split('\n').length;
          const line = at === 0 ? 3 : before - 1;
          expect(jsonPlaces(text).lineOf(['values', at])).toBe(line);
          expect(jsonPlaces(text).lineOf(['values', at, 'id'])).toBe(line + 1);
          expect(jsonPlaces(text).lineOf(['values', at, 'nowhere'])).toBe(line);
        },
      ),
    );
  });

  test('the line of an error, and deep nesting', () => {
    expect(jsonPlaces('{\n"a": 1,\n}').errorLine).toBe(3);
    expect(jsonPlaces('{\r\n"a": 1').errorLine).toBe(2);
    expect(jsonPlaces('['.repeat(100_000)).errorLine).toBe(1);
    expect(jsonPlaces(`${'['.repeat(50_000)}${']'.repeat(50_000)}`).errorLine).toBe(null);
  });
});
