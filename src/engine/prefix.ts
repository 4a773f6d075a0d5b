import type { Sha256 } from '../base/ports/hash.ts';
import { haveSameItems } from '../base/sameItems.ts';
import type { PrefixState } from '../protocol/prompt/assembly.ts';
import { isStable, prefixSegments } from './format/markdown.ts';
import { type Segment, textOf } from './format/segments.ts';
import type { Measure, RenderedPiece } from './measure.ts';

/** The stable prefix of one assembly: rules and the settings that are not learned. */
export interface StablePrefix {
  readonly segments: readonly Segment[];
  readonly text: string;
  /** SHA-256 of the text. */
  readonly hash: string;
  /** Headings included. */
  readonly tokens: number;
}

/** Writes stable prefixes. While the same pieces are shown, it returns the same prefix. */
export class PrefixWriter {
  readonly #measure: Measure;
  readonly #sha256: Sha256;
  #last: { readonly shown: readonly RenderedPiece[]; readonly prefix: StablePrefix } | undefined;

  constructor(measure: Measure, sha256: Sha256) {
    this.#measure = measure;
    this.#sha256 = sha256;
  }

  write(all: readonly RenderedPiece[]): StablePrefix {
    const shown = all.filter(isStable);
    if (this.#last !== undefined && haveSameItems(shown, this.#last.shown)) return this.#last.prefix;
    const segments = prefixSegments(shown);
    const text = textOf(segments);
    const tokens = segments.reduce((sum, { text: own, tokens }) => sum + (tokens ?? this.#measure.count(own)), 0);
    const prefix = { segments, text, hash: this.#sha256(text), tokens };
    this.#last = { shown, prefix };
    return prefix;
  }
}

/** Compares a prefix with the one delivered before. */
export function comparePrefix({ hash, tokens }: StablePrefix, before: StablePrefix | undefined): PrefixState {
  return { hash, tokens, unchanged: before?.hash === hash, isFirst: before === undefined };
}
