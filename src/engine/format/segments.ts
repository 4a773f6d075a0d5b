import type { TextSpan } from '../../text/textChange.ts';

/**
 * A part of a written prompt, with the id of the piece that it shows. Headings, brackets and the
 * system text show none.
 */
export interface Segment {
  readonly text: string;
  readonly piece?: string;
  /** Set if it was counted before. */
  readonly tokens?: number;
}

/** Returns the id of the piece that a field shows. */
export type PieceOf = (key: string, value: unknown) => string | undefined;

/** A piece's part of a written prompt; UTF-16 units. */
export interface PromptPart extends TextSpan {
  readonly id: string;
}

export function textOf(segments: readonly Segment[]): string {
  let whole = '';
  for (const { text } of segments) whole += text;
  return whole;
}

/**
 * The part of each piece, in the order of the text. Parts do not overlap, since no format splits a
 * piece.
 */
export function promptParts(segments: readonly Segment[]): readonly PromptPart[] {
  const parts = new Map<string, PromptPart>();
  let start = 0;
  for (const { text, piece } of segments) {
    const end = start + text.length;
    if (piece !== undefined) parts.set(piece, { id: piece, start: parts.get(piece)?.start ?? start, end });
    start = end;
  }
  return [...parts.values()];
}
