import { LruMap } from '../base/lruMap.ts';
import { isHostile } from './format/foreignText.ts';
import { type WrittenContent, writeBlock } from './format/markdown.ts';
import type { LevelOfDetail, Piece, PieceContent } from './piece.ts';

export type CountTokens = (text: string) => number;

/** Takes secrets out of a piece before it is counted, hashed or shown. */
export type Redact = (content: PieceContent, piece: Piece) => PieceContent;

/** A piece at one level of detail, written and counted. */
export interface RenderedPiece extends WrittenContent {
  readonly piece: Piece;
  /** True if a text in it imitates the prompt's own. */
  readonly hostile: boolean;
}

/** A count that makes no sense: negative or no whole number. */
export class TokenCountError extends RangeError {}

/** Maximum length of all texts whose counts are cached, UTF-16 units. */
const keptUnits = 500_000;

/** Renders, redacts, writes and counts pieces. A piece that comes again costs nothing. */
export class Measure {
  readonly #count: CountTokens;
  readonly #redact: Redact;
  readonly #rendered = new WeakMap<Piece, Map<LevelOfDetail, RenderedPiece>>();
  readonly #counts = new LruMap<string, number>(keptUnits, { sizeOf: (_, text) => text.length });

  constructor(count: CountTokens, redact: Redact) {
    this.#count = count;
    this.#redact = redact;
  }

  /** Tokens of a text. Throws {@link TokenCountError}, and whatever the counter throws. */
  count(text: string): number {
    const known = this.#counts.get(text);
    if (known !== undefined) return known;
    const tokens = this.#count(text);
    if (!Number.isSafeInteger(tokens) || tokens < 0) throw new TokenCountError(`A count of ${tokens} tokens`);
    this.#counts.set(text, tokens);
    return tokens;
  }

  at(piece: Piece, lod: LevelOfDetail): RenderedPiece {
    const levels = this.#rendered.get(piece) ?? new Map<LevelOfDetail, RenderedPiece>();
    const rendered = levels.get(lod) ?? this.of(piece, piece.render(lod));
    this.#rendered.set(piece, levels.set(lod, rendered));
    return rendered;
  }

  of(piece: Piece, whole: PieceContent): RenderedPiece {
    const content = this.#redact(whole, piece);
    const block = writeBlock(content);
    // A text outside of fences may imitate the prompt's own.
    const hostile = foreignTexts(content).some(isHostile);
    return { id: piece.id, piece, content, block, tokens: this.count(block), hostile };
  }
}

/** The texts of a content that the prompt shows outside of fences. */
function foreignTexts(content: PieceContent): readonly string[] {
  switch (content.kind) {
    case 'constraint':
      return [content.part.text];
    case 'setting':
      return [content.part.name, content.part.value];
    case 'instructions':
      return [content.part.file];
    case 'note':
      return [content.part.text, content.part.place ?? ''];
    case 'chunk':
      return [content.part.file, content.part.why];
    case 'planHint':
      return [content.hint.summary, content.hint.reason ?? ''];
    case 'document':
    case 'recentDiff':
    case 'anchorDiff':
    case 'editorState':
      return [];
  }
}
