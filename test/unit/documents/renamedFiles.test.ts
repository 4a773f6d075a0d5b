import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renamedFiles } from '../../../src/documents/renamedFiles.ts';

const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `line ${from + index}\n`).join('');

describe('files that another program renamed', () => {
  test.each([
    ['the same text', lines(0, 20), lines(0, 20), true],
    ['a similar text', lines(0, 20), `${lines(0, 15)}new\n`, true],
    ['another text', lines(0, 20), lines(15, 40), false],
    ['a text that says nothing', 'text\n', 'text\n', false],
    ['no text', '', '', false],
    ['other line ends', lines(0, 20), lines(0, 20).replaceAll('\n', '\r\n'), true],
  ])('%s', (_, from, to, isRenamed) => {
    const [gone, appeared] = [
      { id: 'p/a.ts', text: from },
      { id: 'p/b.ts', text: to },
    ];
    const found = renamedFiles([gone], [appeared]).map((one) => [one.from, one.to]);
    expect(found).toEqual(isRenamed ? [[gone.id, appeared.id]] : []);
  });

  test('equal texts keep their names', () => {
    const old = ['a/one.ts', 'a/two.ts'].map((id) => ({ id, text: lines(0, 3) }));
    const found = renamedFiles(
      old,
      [...old].reverse().map(({ id, text }) => ({ id: id.replace('a/', 'b/'), text })),
    );
    expect(found).toHaveLength(2);
    for (const { from, to } of found) expect(to).toBe(from.replace('a/', 'b/'));
  });

  test('a file that keeps its name may change more', () => {
    const move = (to: string) =>
      renamedFiles([{ id: 'a/x.md', text: lines(0, 20) }], [{ id: to, text: lines(12, 32) }]);
    expect(move('b/x.md')).toHaveLength(1);
    expect(move('b/y.md')).toHaveLength(0);
  });

  test('each file is renamed once at most', () => {
    const files = fc.array(
      fc.string({ unit: fc.constantFrom('the first line\n', 'the second one\n', 'a third one too\n'), maxLength: 6 }),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(files, files, (gone, appeared) => {
        const named = (side: string, texts: readonly string[]) =>
          texts.map((text, at) => ({ id: `${side}/${at}`, text }));
        const found = renamedFiles(named('old', gone), named('new', appeared));
        expect(new Set(found.map(({ from }) => from)).size).toBe(found.length);
        expect(new Set(found.map(({ to }) => to)).size).toBe(found.length);
        const isLeft = (text: string) => text !== '' && gone.includes(text) && appeared.includes(text);
        if (gone.some(isLeft)) expect(found.length).toBeGreaterThan(0);
      }),
    );
  });
});
