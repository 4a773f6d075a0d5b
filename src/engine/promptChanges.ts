import type { PieceChange } from '../protocol/prompt/assembly.ts';
import type { RenderedPiece } from './measure.ts';

/** What a delivered prompt showed, by piece. */
export type IncludedBefore = ReadonlyMap<string, Pick<RenderedPiece, 'block' | 'tokens'> & { readonly source: string }>;

export function includedBefore(shown: readonly RenderedPiece[]): IncludedBefore {
  return new Map(shown.map(({ piece: { id, source }, block, tokens }) => [id, { block, tokens, source }]));
}

/** What changed from one prompt to the next, piece by piece: in the new one's order, then what is gone. Equal pieces are left out. */
export function promptChanges(before: IncludedBefore, now: readonly RenderedPiece[]): PieceChange[] {
  const ids = new Set(now.map(({ piece }) => piece.id));
  const here = now.flatMap(({ piece: { id, source }, block, tokens }): PieceChange[] => {
    const old = before.get(id);
    if (old === undefined) return [{ id, source, change: 'added', tokens, tokensBefore: 0 }];
    return old.block === block ? [] : [{ id, source, change: 'altered', tokens, tokensBefore: old.tokens }];
  });
  const gone = [...before].flatMap(([id, { tokens, source }]): PieceChange[] =>
    ids.has(id) ? [] : [{ id, source, change: 'removed', tokens: 0, tokensBefore: tokens }],
  );
  return [...here, ...gone];
}
