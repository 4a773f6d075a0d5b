import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DocumentPart, Piece } from '../../../../src/engine/piece.ts';
import {
  type Chunk,
  ChunkPieces,
  chunkPiece,
  linesOf,
  withoutOverlaps,
} from '../../../../src/sources/retrieved/chunk.ts';
import { chunksOf } from '../../../support/prompts/sourceRequest.ts';

function chunk(first: number, last: number, more: Partial<Chunk> = {}): Chunk {
  const file = more.file ?? 'a.ts';
  return {
    origin: 'search',
    documentId: `file:///p/${file}`,
    projectId: 'file:///p',
    file,
    first_line: first,
    last_line: last,
    language: 'typescript',
    why: 'a test',
    score: 0.5,
    text: Array.from({ length: last - first + 1 }, (_, index) => `line ${first + index}\n`).join(''),
    ...more,
  };
}

function documentPiece(file: string, excerpt?: { first_line: number; last_line: number }): Piece {
  const part: DocumentPart = {
    file,
    version_id: 'v',
    current_document: '',
    language: 'typescript',
    ...(excerpt === undefined ? {} : { excerpt }),
  };
  return {
    id: 'document',
    layer: 'immediate',
    window: 'document',
    location: { documentId: `file:///p/${file}`, line: 1 },
    source: file,
    projectId: 'file:///p',
    weight: 1,
    render: () => ({ kind: 'document', part }),
  };
}

describe('a chunk', () => {
  test('falls from full to its first lines to one line', () => {
    const piece = chunkPiece(chunk(10, 40, { score: 0.7 }));
    expect(piece).toMatchObject({
      id: 'chunk:search:file:///p/a.ts:10-40',
      layer: 'retrieved',
      projectId: 'file:///p',
      weight: 0.7,
    });
    expect(piece.render('full')).toMatchObject({
      part: { text: expect.stringMatching(/^line 10\n[\s\S]*line 40\n$/) },
    });
    expect(piece.render('summary')).toMatchObject({
      part: { detail: 'head', text: expect.stringMatching(/^line 10\n[\s\S]*line 17\n$/) },
    });
    expect(piece.render('gist')).toMatchObject({ part: { detail: 'line', text: '', first_line: 10, last_line: 40 } });
  });

  test('a short one has nothing to lose at its summary', () => {
    const piece = chunkPiece(chunk(1, 3));
    expect(piece.render('summary')).toEqual(piece.render('full'));
  });

  test('stays the same piece until anything of it changes', () => {
    const pieces = new ChunkPieces();
    const [first] = pieces.of([chunk(1, 3, { score: 0.501 })]);
    expect(pieces.of([chunk(1, 3, { score: 0.499 })])[0]).toBe(first);
    for (const change of [{ score: 0.6 }, { why: 'another' }, { text: 'x' }, { language: 'c' }])
      expect(pieces.of([chunk(1, 3, change)])[0]).not.toBe(first);
  });
});

describe('overlaps', () => {
  test('the highest score wins, and the order stays', () => {
    const low = chunkPiece(chunk(1, 10, { score: 0.2 }));
    const other = chunkPiece(chunk(1, 10, { score: 0.1, file: 'b.ts' }));
    const high = chunkPiece(chunk(10, 20, { score: 0.9, origin: 'pin' }));
    expect(withoutOverlaps([low, other, high])).toEqual([other, high]);
  });

  test('what Immediate shows is cut off, or drops the chunk', () => {
    const inside = chunkPiece(chunk(60, 70));
    const reaching = chunkPiece(chunk(40, 55));
    const after = chunkPiece(chunk(95, 120));
    const elsewhere = chunkPiece(chunk(60, 70, { file: 'b.ts' }));
    const shown = [documentPiece('a.ts', { first_line: 50, last_line: 100 })];
    const kept = withoutOverlaps([inside, reaching, after, elsewhere], shown);
    expect(chunksOf(kept).map((part) => [part.file, part.first_line, part.last_line])).toEqual([
      ['a.ts', 40, 49],
      ['a.ts', 101, 120],
      ['b.ts', 60, 70],
    ]);
    expect(chunksOf(kept)[0]?.text).toMatch(/^line 40\n[\s\S]*line 49\n$/);
    expect(chunksOf(kept)[1]?.text).toMatch(/^line 101\n[\s\S]*line 120\n$/);
    expect(kept[0]?.id).toBe('chunk:search:file:///p/a.ts:40-49');
    expect(withoutOverlaps([inside, reaching], [documentPiece('a.ts')])).toEqual([]);
  });

  test('laws: no line twice, none that is shown, and what is dropped has a reason', () => {
    const place = fc.record({
      first: fc.integer({ min: 1, max: 60 }),
      height: fc.integer({ min: 0, max: 20 }),
      file: fc.constantFrom('a.ts', 'b.ts'),
      score: fc.integer({ min: 0, max: 10 }),
      origin: fc.constantFrom('search' as const, 'pin' as const, 'cell' as const),
    });
    const excerpt = fc.record({ first_line: fc.integer({ min: 1, max: 30 }), height: fc.integer({ min: 0, max: 30 }) });
    fc.assert(
      fc.property(fc.array(place, { maxLength: 15 }), excerpt, (places, { first_line, height }) => {
        const last_line = first_line + height;
        const pieces = places.map(({ first, height: lines, file, score, origin }) =>
          chunkPiece(chunk(first, first + lines, { file, score: score / 10, origin })),
        );
        const kept = withoutOverlaps(pieces, [documentPiece('a.ts', { first_line, last_line })]);
        const lines = chunksOf(kept).flatMap((part) => {
          expect(linesOf(part.text)).toHaveLength(part.last_line - part.first_line + 1);
          return linesOf(part.text).map((line, index) => {
            expect(line).toBe(`line ${part.first_line + index}\n`);
            return `${part.file} ${part.first_line + index}`;
          });
        });
        expect(new Set(lines).size).toBe(lines.length);
        for (let line = first_line; line <= last_line; line++) expect(lines).not.toContain(`a.ts ${line}`);
        const ids = new Set(kept.map(({ id }) => id));
        for (const piece of pieces) {
          const [part] = chunksOf([piece]);
          if (ids.has(piece.id) || part === undefined) continue;
          const touches = (a: number, b: number) => part.first_line <= b && a <= part.last_line;
          const better = chunksOf(kept).some(
            (one) => one.file === part.file && one.score >= part.score && touches(one.first_line, one.last_line),
          );
          expect(better || (part.file === 'a.ts' && touches(first_line, last_line))).toBe(true);
        }
      }),
    );
  });
});
