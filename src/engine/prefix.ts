import type { Sha256 } from '../base/ports/hash.ts';
import { haveSameItems } from '../base/sameItems.ts';
import type { PrefixState } from '../protocol/prompt/assembly.ts';
import type { Batch } from './batch.ts';
import { prefixSegments } from './format/markdown.ts';
import { type Segment, textOf } from './format/segments.ts';
import type { Measure, RenderedPiece } from './measure.ts';

/** The stable prefix of one assembly (Rules and Settings), with the block of each piece in it. */
export interface StablePrefix {
  readonly segments: readonly Segment[];
  readonly text: string;
  /** SHA-256 of the text. */
  readonly hash: string;
  /** What the text takes, headings included. */
  readonly tokens: number;
  /** What the rules in it take, without headings. */
  readonly rulesTokens: number;
  readonly blocks: ReadonlyMap<string, string>;
}

/** Writes stable prefixes; while the same pieces are shown as before, the prefix is neither written, counted nor hashed anew. */
export class PrefixWriter {
  readonly #measure: Measure;
  readonly #sha256: Sha256;
  #last:
    | { batches: readonly Batch[]; readonly rendered: readonly RenderedPiece[]; readonly prefix: StablePrefix }
    | undefined;

  constructor(measure: Measure, sha256: Sha256) {
    this.#measure = measure;
    this.#sha256 = sha256;
  }

  write(all: readonly Batch[]): StablePrefix {
    const batches = all.filter(({ inPrefix }) => inPrefix.length > 0);
    const last = this.#last;
    if (last !== undefined && haveSameItems(batches, last.batches)) return last.prefix;
    const rendered = batches.flatMap(({ inPrefix }) => inPrefix);
    if (last !== undefined && haveSameItems(rendered, last.rendered)) {
      last.batches = batches;
      return last.prefix;
    }
    const segments = prefixSegments(rendered);
    const text = textOf(segments);
    const prefix = {
      segments,
      text,
      hash: this.#sha256(text),
      tokens: segments.reduce((sum, { text: own, tokens }) => sum + (tokens ?? this.#measure.count(own)), 0),
      rulesTokens: rendered.reduce((sum, { piece, tokens }) => sum + (piece.layer === 'rules' ? tokens : 0), 0),
      blocks: new Map(rendered.map(({ id, block }) => [id, block])),
    };
    this.#last = { batches, rendered, prefix };
    return prefix;
  }
}

/** How a prefix stands to the one delivered before; when it changed, which pieces changed and at which byte. */
export function comparePrefix(now: StablePrefix, before: StablePrefix | undefined): PrefixState {
  const { hash, tokens } = now;
  if (before === undefined) return { hash, tokens, unchanged: false };
  if (before.hash === hash) return { hash, tokens, unchanged: true };
  const ids = [...now.blocks.keys()];
  const common = ids.filter((id) => before.blocks.has(id));
  return {
    hash,
    tokens,
    unchanged: false,
    changed: {
      added: ids.filter((id) => !before.blocks.has(id)),
      removed: [...before.blocks.keys()].filter((id) => !now.blocks.has(id)),
      altered: common.filter((id) => before.blocks.get(id) !== now.blocks.get(id)),
      firstByte: firstDifference(before.text, now.text),
    },
  };
}

/** The first differing byte of two texts in UTF-8. */
function firstDifference(a: string, b: string): number {
  let unit = 0;
  while (unit < a.length && a.charCodeAt(unit) === b.charCodeAt(unit)) unit++;
  let bytes = 0;
  for (const char of a.slice(0, unit)) bytes += utf8Length(char.codePointAt(0) ?? 0);
  return bytes;
}

function utf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
