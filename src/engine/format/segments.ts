/** A stretch of a written prompt, with the id of the piece that it shows. Headings, brackets and the system text show none. */
export interface Segment {
  readonly text: string;
  readonly piece?: string;
  /** What the text takes, where that is known already. */
  readonly tokens?: number;
}

/** Which piece the value of a field shows. */
export type PieceOf = (key: string, value: unknown) => string | undefined;

/** A piece's part of a written prompt; UTF-16 units. */
export interface PromptPart {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

export function textOf(segments: readonly Segment[]): string {
  let whole = '';
  for (const { text } of segments) whole += text;
  return whole;
}

/** Which part of a prompt shows which piece, in the order of the text. Law: the parts do not overlap, for no format parts a piece. */
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
