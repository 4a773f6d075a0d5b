import type { WindowKind } from '../protocol/windowKinds.ts';
import { blockSegment } from './format/markdown.ts';
import type { Segment } from './format/segments.ts';
import { isShortened, type Ledger, ledgerOf } from './ledger.ts';
import type { RenderedPiece } from './measure.ts';
import { dataOf, type Piece, type PieceContent, type PieceData } from './piece.ts';
import type { TrimEntry } from './trimming.ts';

/** The pieces of one kind, as formats write them. */
interface PiecesOfKind {
  readonly data: readonly object[];
  /** In Markdown. */
  readonly segments: readonly Segment[];
}

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
  readonly #byKind = new Map<PieceContent['kind'], PiecesOfKind>();
  /** Batches that share no id with this one. */
  readonly #apart = new WeakSet<Batch>();
  #ids: ReadonlySet<string> | null = null;
  #ledger: Ledger | null = null;

  constructor(entries: readonly Readonly<TrimEntry>[]) {
    this.entries = entries;
    this.shown = entries.flatMap(({ rendered }) => rendered ?? []);
    this.inPrefix = this.shown.filter(({ piece: { layer } }) => layer === 'rules' || layer === 'settings');
    this.hostile = this.shown.filter(({ hostile }) => hostile).map(({ id }) => id);
    this.shortened = new Set(entries.filter(isShortened).map(({ piece }) => piece.window));
    for (const [kind, pieces] of Map.groupBy(this.shown, ({ content }) => content.kind))
      this.#byKind.set(kind, {
        data: pieces.map(({ content }) => dataOf(content)),
        segments: pieces.map(blockSegment),
      });
  }

  /** Whether it is made of these pieces, in this order. */
  isOf(pieces: readonly Piece[]): boolean {
    return pieces.length === this.entries.length && pieces.every((piece, at) => piece === this.entries[at]?.piece);
  }

  get ids(): ReadonlySet<string> {
    this.#ids ??= new Set(this.entries.map(({ piece }) => piece.id));
    return this.#ids;
  }

  /** Whether it shares no id with another one. */
  isApartFrom(other: Batch): boolean {
    if (this.#apart.has(other)) return true;
    if (other.entries.some(({ piece }) => this.ids.has(piece.id))) return false;
    this.#apart.add(other);
    return true;
  }

  dataOf<K extends PieceContent['kind']>(kind: K): readonly PieceData<K>[] {
    return (this.#byKind.get(kind)?.data ?? []) as readonly PieceData<K>[];
  }

  segmentsOf(kind: PieceContent['kind']): readonly Segment[] {
    return this.#byKind.get(kind)?.segments ?? [];
  }

  /** What became of each piece; the tokens are those in Markdown. */
  get ledger(): Ledger {
    this.#ledger ??= ledgerOf(this.entries);
    return this.#ledger;
  }
}

/** Lists, one after another. */
export function concatenated<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const [first = [], ...others] = lists.filter(({ length }) => length > 0);
  return others.length === 0 ? first : first.concat(...others);
}
