import { AppError } from '../../base/appError.ts';
import type { Piece } from '../../engine/piece.ts';
import type { PieceSource, SourceRequest } from '../gather.ts';
import { withoutOverlaps } from './chunk.ts';

/** What the developer has set. */
export interface SearchLimits {
  readonly pieces: number;
  readonly tokens: number;
}

/** Counts the tokens of a text for the model that prompts are made for. */
export type TokenCount = (text: string) => number;

/**
 * What the project's code has to say at the cursor, within limits: the definitions of the names there, then what was edited last, then
 * what shares words. Pieces of the current document do not count against the limits, for they fall away where it is shown.
 */
export class CodeSearch implements PieceSource {
  readonly name = 'SEARCH';
  readonly #sources: readonly PieceSource[];
  readonly #limits: () => SearchLimits;
  readonly #counter: () => Promise<TokenCount>;
  /** Pieces stay the same while nothing changes: each is counted once. */
  #counts = new WeakMap<Piece, number>();
  #countedBy: TokenCount | null = null;

  /** `sources` in the order in which they get room. */
  constructor(sources: readonly PieceSource[], limits: () => SearchLimits, counter: () => Promise<TokenCount>) {
    this.#sources = sources;
    this.#limits = limits;
    this.#counter = counter;
  }

  async pieces(request: SourceRequest): Promise<readonly Piece[]> {
    const [count, ...found] = await Promise.all([
      this.#counter(),
      ...this.#sources.map((source) => source.pieces(request)),
    ]);
    if (count !== this.#countedBy) this.#counts = new WeakMap();
    this.#countedBy = count;
    const limits = this.#limits();
    let { pieces, tokens } = limits;
    return withoutOverlaps(found.flat()).filter((piece) => {
      if (piece.location?.documentId === request.documentId) return true;
      const cost = this.#tokensOf(piece, count);
      if (pieces === 0 || cost > tokens) return false;
      pieces--;
      tokens -= cost;
      return true;
    });
  }

  gaps(request: SourceRequest): readonly string[] {
    return this.#sources.flatMap((source) => source.gaps?.(request) ?? []);
  }

  #tokensOf(piece: Piece, count: TokenCount): number {
    const known = this.#counts.get(piece);
    if (known !== undefined) return known;
    const content = piece.render('full');
    if (content.kind !== 'chunk') throw new AppError('INTERNAL');
    const tokens = count(content.part.text);
    this.#counts.set(piece, tokens);
    return tokens;
  }
}
