import type { Sha256 } from '../base/ports/hash.ts';
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

/** Writes the prefix of the pieces that are shown. */
export function prefixOf(all: readonly RenderedPiece[], measure: Measure, sha256: Sha256): StablePrefix {
  const segments = prefixSegments(all.filter(isStable));
  const text = textOf(segments);
  const tokens = segments.reduce((sum, { text: own, tokens }) => sum + (tokens ?? measure.count(own)), 0);
  return { segments, text, hash: sha256(text), tokens };
}

/** Compares a prefix with the one delivered before. */
export function comparePrefix({ hash, tokens }: StablePrefix, before: string | undefined): PrefixState {
  return { hash, tokens, unchanged: before === hash, isFirst: before === undefined };
}
