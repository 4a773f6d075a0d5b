import type { LedgerLine } from '../protocol/prompt/assembly.ts';
import type { WindowKind } from '../protocol/windowKinds.ts';
import type { ContentsOf } from './format/markdown.ts';
import { isShortened, ledgerLine } from './ledger.ts';
import type { RenderedPiece } from './measure.ts';
import type { Piece, PieceContent } from './piece.ts';
import type { TrimEntry } from './trimming.ts';

/**
 * Pieces as they stand in a prompt, with what the formats and the account need of them. It does not change: pieces that come again as they
 * came before are the same batch, and nothing of it is worked out twice.
 */
export class Batch {
  readonly entries: readonly Readonly<TrimEntry>[];
  /** Those that are in the prompt. */
  readonly shown: readonly RenderedPiece[];
  /** Those of the stable prefix. */
  readonly inPrefix: readonly RenderedPiece[];
  /** Those in which something looks as if it were made to be taken for ours. */
  readonly hostile: readonly string[];
  /** The windows that are not shown whole, but for closed ones. */
  readonly shortened: ReadonlySet<WindowKind>;
  readonly #byKind: ReadonlyMap<PieceContent['kind'], readonly RenderedPiece[]>;
  #ids: ReadonlySet<string> | null = null;
  #ledger: readonly LedgerLine[] | null = null;

  constructor(entries: readonly Readonly<TrimEntry>[]) {
    this.entries = entries;
    this.shown = entries.flatMap(({ rendered }) => rendered ?? []);
    this.inPrefix = this.shown.filter(({ piece: { layer } }) => layer === 'rules' || layer === 'settings');
    this.hostile = this.shown.filter(({ hostile }) => hostile).map(({ id }) => id);
    this.shortened = new Set(entries.filter(isShortened).map(({ piece }) => piece.window));
    this.#byKind = Map.groupBy(this.shown, ({ content }) => content.kind);
  }

  /** Whether it is made of these pieces, in this order. */
  isOf(pieces: readonly Piece[]): boolean {
    return pieces.length === this.entries.length && pieces.every((piece, at) => piece === this.entries[at]?.piece);
  }

  /** The ids of its pieces. */
  get ids(): ReadonlySet<string> {
    this.#ids ??= new Set(this.entries.map(({ piece }) => piece.id));
    return this.#ids;
  }

  shownOf(kind: PieceContent['kind']): readonly RenderedPiece[] {
    return this.#byKind.get(kind) ?? [];
  }

  /** What became of each piece. Prompts share the lines: nobody changes them. */
  get ledger(): readonly LedgerLine[] {
    this.#ledger ??= this.entries.map((entry) => Object.freeze(ledgerLine(entry)));
    return this.#ledger;
  }
}

/** The pieces of each kind in a prompt of these batches. */
export function contentsOf(batches: readonly Batch[]): ContentsOf {
  return (kind) => {
    const [first = [], ...others] = batches.map((batch) => batch.shownOf(kind)).filter(({ length }) => length > 0);
    return others.length === 0 ? first : [first, ...others].flat();
  };
}
