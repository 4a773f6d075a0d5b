import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileReader } from '../../../../src/files/store/pages.ts';
import { maxTailBytes, readPage, readTail } from '../../../../src/files/store/pages.ts';

function readerOf(bytes: Uint8Array): FileReader {
  return { size: bytes.length, read: async (offset, length) => bytes.slice(offset, offset + length) };
}

/** Characters of one to four bytes, line feeds among them. */
const text = fc
  .array(fc.constantFrom('a', 'Z', '\n', '\r\n', '\0', 'é', 'ß', '\u0300', '漢', '\uFEFF', '\uFFFD', '😀', '𝒳'), {
    maxLength: 200,
  })
  .map((units) => units.join(''));

describe('a page', () => {
  test('pages of any size join to the stored bytes and never split a character', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), async (whole, limits) => {
        const bytes = Buffer.from(whole);
        const file = readerOf(bytes);
        let joined = '';
        for (let offset = 0, turn = 0, done = false; !done; turn++) {
          const limit = limits[turn % limits.length] ?? 1;
          const page = await readPage(file, offset, limit);
          expect(page.offset).toBe(offset);
          const length = Buffer.byteLength(page.content);
          expect(page.nextOffset).toBe(offset + length);
          if (length > limit) expect([...page.content]).toHaveLength(1);
          if (offset < bytes.length) expect(length).toBeGreaterThan(0);
          joined += page.content;
          done = page.done;
          offset = page.nextOffset;
        }
        expect(Buffer.from(joined).equals(bytes)).toBe(true);
      }),
    );
  });

  test('an offset inside a character means where it begins', async () => {
    const file = readerOf(Buffer.from('a😀b'));
    for (const offset of [1, 2, 3, 4])
      expect(await readPage(file, offset, 8)).toEqual({ offset: 1, content: '😀b', nextOffset: 6, done: true });
    expect(await readPage(file, 1, 2)).toEqual({ offset: 1, content: '😀', nextOffset: 5, done: false });
  });

  test.each([
    ['Latin-1', [0x61, 0xe9, 0x61]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['torn at the end', [0x61, 0xf0, 0x9f, 0x98]],
  ])('what is not UTF-8 is refused: %s', async (_, bytes) => {
    const file = readerOf(Uint8Array.from(bytes as number[]));
    const pages = async () => {
      for (let offset = 0; offset < file.size; ) offset = (await readPage(file, offset, 4)).nextOffset;
    };
    await expect(pages()).rejects.toMatchObject({ code: 'FILE_NOT_TEXT' });
    await expect(readTail(file, 1)).rejects.toMatchObject({ code: 'FILE_NOT_TEXT' });
  });
});

/** Reads as from a slow plain definition: the last lines of an array of lines. */
function lastLines(whole: string, count: number): string {
  const lines = whole.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  return lines.slice(-count).join('');
}

describe('a tail', () => {
  test('is the last lines, whatever the line ends and blocks', async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 0, max: 70_000 }),
        async (end, lines, before) => {
          const whole = `${'x'.repeat(before)}${end}`;
          expect(await readTail(readerOf(Buffer.from(whole)), lines)).toBe(lastLines(whole, lines));
        },
      ),
      { numRuns: 300 },
    );
  });

  test('of endless lines is at most a mebibyte: whole lines, or whole characters where no line ends', async () => {
    const oneLine = await readTail(readerOf(Buffer.from('漢'.repeat(maxTailBytes))), 1);
    expect(Buffer.byteLength(oneLine)).toBeGreaterThan(maxTailBytes - 4);
    expect(Buffer.byteLength(oneLine)).toBeLessThanOrEqual(maxTailBytes);
    expect(oneLine).toMatch(/^漢+$/);
    const lines = await readTail(readerOf(Buffer.from(`${'y'.repeat(999)}\n`.repeat(3_000))), 2_000);
    expect(lines).toBe(`${'y'.repeat(999)}\n`.repeat(Math.floor((maxTailBytes - 1) / 1_000)));
  });
});
