import type { PieceChange } from '../protocol/prompt/assembly.ts';
import type { RenderedPiece } from './measure.ts';

/** The pieces of a delivered prompt, by id. */
export type IncludedBefore = ReadonlyMap<string, Pick<RenderedPiece, 'block' | 'tokens'> & { readonly source: string }>;

export function includedBefore(shown: readonly RenderedPiece[]): IncludedBefore {
  return new Map(shown.map(({ piece: { id, source }, block, tokens }) => [id, { block, tokens, source }]));
}

/**
 * The pieces that differ between two prompts, in the order of the new one; then those that are
 * gone.
 */
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
