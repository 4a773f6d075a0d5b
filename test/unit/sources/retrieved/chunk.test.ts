import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DocumentPart, Piece } from '../../../../src/engine/piece.ts';
import { type Chunk, chunkPiece, linesOf, withoutOverlaps } from '../../../../src/sources/retrieved/chunk.ts';
import { chunksOf } from '../../../support/prompts/sourceRequest.ts';

function chunk(first: number, last: number, more: Partial<Chunk> = {}): Chunk {
  const file = more.file ?? 'a.ts';
  return {
    ...{ origin: 'search', documentId: `file:///p/${file}`, projectId: 'file:///p', file },
    ...{ first_line: first, last_line: last, language: 'typescript', why: 'a test', score: 0.5 },
    text: Array.from({ length: last - first + 1 }, (_, index) => `line ${first + index}\n`).join(''),
    ...more,
  };
}

function documentPiece(file: string, excerpt?: Pick<DocumentPart, 'excerpt'>): Piece {
  const part: DocumentPart = { file, version_id: 'v', current_document: '', language: 'typescript', ...excerpt };
  return {
    id: 'document',
    ...{ layer: 'immediate', window: 'document', source: file, projectId: 'file:///p', weight: 1 },
    location: { documentId: `file:///p/${file}`, line: 1 },
    render: () => ({ kind: 'document', part }),
  };
}

describe('a chunk', () => {
  test('falls from full to its first lines, if it has more, to one line', () => {
    const piece = chunkPiece(chunk(10, 40, { score: 0.7 }));
    const id = 'chunk:search:file:///p/a.ts:10-40';
    expect(piece).toMatchObject({ id, layer: 'retrieved', projectId: 'file:///p', weight: 0.7 });
    expect(piece.render('full')).toMatchObject({
      part: { text: expect.stringMatching(/^line 10\n[\s\S]*line 40\n$/) },
    });
    expect(piece.render('summary')).toMatchObject({
      part: { detail: 'first-lines', text: expect.stringMatching(/^line 10\n[\s\S]*line 17\n$/) },
    });
    expect(piece.render('gist')).toMatchObject({ part: { detail: 'name', text: '', first_line: 10, last_line: 40 } });
    expect(chunkPiece(chunk(1, 3)).render('summary')).toEqual(chunkPiece(chunk(1, 3)).render('full'));
  });
});

describe('overlaps', () => {
  test('the highest score keeps its lines, those that Immediate shows are left out, and the order stays', () => {
    const pieces = [
      chunkPiece(chunk(1, 10, { score: 0.2 })),
      chunkPiece(chunk(1, 10, { score: 0.1, file: 'b.ts' })),
      chunkPiece(chunk(10, 20, { score: 0.9, origin: 'pin' })),
      chunkPiece(chunk(30, 120)),
    ];
    const kept = withoutOverlaps(pieces, [documentPiece('a.ts', { excerpt: { first_line: 50, last_line: 100 } })]);
    expect(kept.map(({ id }) => id.replace('file:///p/', ''))).toEqual([
      'chunk:search:a.ts:1-9',
      'chunk:search:b.ts:1-10',
      'chunk:pin:a.ts:10-20',
      'chunk:search:a.ts:30-120',
    ]);
    expect(chunksOf(kept)[3]?.text).toMatch(/^line 30\n[\s\S]*line 49\n… 101\nline 101\n[\s\S]*line 120\n$/);
    expect(withoutOverlaps(pieces.slice(3), [documentPiece('a.ts')])).toEqual([]);
  });

  test('laws: no line twice, none that is shown, and what is left out has a reason', () => {
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
        const kept = withoutOverlaps(pieces, [documentPiece('a.ts', { excerpt: { first_line, last_line } })]);
        const owner = new Map(
          chunksOf(kept).flatMap(({ file, text, score }) =>
            linesOf(text).flatMap((line): [string, number][] =>
              line.startsWith('… ') ? [] : [[`${file} ${line}`, score]],
            ),
          ),
        );
        const lines = chunksOf(kept).flatMap(({ text }) => linesOf(text).filter((line) => !line.startsWith('… ')));
        expect(owner.size).toBe(lines.length);
        for (let line = first_line; line <= last_line; line++) expect(owner.has(`a.ts line ${line}\n`)).toBe(false);
        for (const { file, score, first_line: first, text } of chunksOf(pieces)) {
          for (const [at, line] of linesOf(text).entries()) {
            const isShown = file === 'a.ts' && first_line <= first + at && first + at <= last_line;
            expect(isShown || (owner.get(`${file} ${line}`) ?? -1) >= score).toBe(true);
          }
        }
      }),
    );
  });
});
