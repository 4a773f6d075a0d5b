import type { PieceOf, Segment } from './segments.ts';

/**
 * Writes a value as `JSON.stringify` does with an indentation of two blanks. Each piece's part is a
 * segment of its own.
 */
export function* jsonSegments(value: object, pieceOf: PieceOf, indent = ''): Generator<Segment> {
  const isList = Array.isArray(value);
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  const [open, close] = isList ? '[]' : '{}';
  const inner = `${indent}  `;
  yield { text: `${open}` };
  for (const [at, [key, one]] of entries.entries()) {
    yield { text: `${at === 0 ? '' : ','}\n${inner}` };
    const label = isList ? '' : `${JSON.stringify(key)}: `;
    const piece = pieceOf(key, one);
    if (piece === undefined && typeof one === 'object' && one !== null) {
      yield { text: label };
      yield* jsonSegments(one, pieceOf, inner);
    } else {
      const text = `${label}${JSON.stringify(one, null, 2).replaceAll('\n', `\n${inner}`)}`;
      yield piece === undefined ? { text } : { text, piece };
    }
  }
  yield { text: entries.length === 0 ? `${close}` : `\n${indent}${close}` };
}
