import type { Format } from '../../protocol/receipt.ts';
import type { PieceContent } from '../piece.ts';
import { xmlElement } from './xml.ts';

/** A piece's part of a written prompt; UTF-16 units. */
export interface PromptPart {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

/** A piece as it is shown, with its Markdown. */
interface ShownContent {
  readonly piece: { readonly id: string };
  readonly content: PieceContent;
  readonly block: string;
}

/** The order in which every format writes the kinds. */
const order: readonly PieceContent['kind'][] = [
  'constraint',
  'instructions',
  'setting',
  'chunk',
  'document',
  'recentDiff',
  'anchorDiff',
  'editorState',
  'planHint',
];

/**
 * Which part of a prompt comes from which piece, in the order of the text. Law: the parts do not overlap, and each holds what its piece
 * shows. A piece is looked for after the one before it, in the very form in which the format writes it; between two pieces there are
 * only headings and brackets, so the first match is the right one.
 */
export function promptParts(
  text: string,
  format: Format,
  shown: readonly ShownContent[],
  from: number,
): readonly PromptPart[] {
  const byKind = Map.groupBy(shown, ({ content }) => content.kind);
  const parts: PromptPart[] = [];
  let at = from;
  for (const one of order.flatMap((kind) => byKind.get(kind) ?? [])) {
    const written = needle(one, format);
    const start = text.indexOf(written, at);
    if (start < 0) continue;
    at = start + written.length;
    parts.push({ id: one.piece.id, start, end: at });
  }
  return parts;
}

function needle({ content, block }: ShownContent, format: Format): string {
  // A constraint's number is given by its place in the list.
  const markdown = content.kind === 'constraint' ? block.slice(1) : block;
  switch (format) {
    case 'markdown':
      return markdown;
    case 'messages':
      return JSON.stringify(markdown).slice(1, -1);
    case 'json':
      return jsonNeedle(content);
    case 'xml':
      return xmlNeedle(content);
  }
}

function jsonNeedle(content: PieceContent): string {
  switch (content.kind) {
    case 'document':
      return JSON.stringify(fieldsOf(content.part), null, 2).slice('{\n'.length, -'\n}'.length);
    case 'anchorDiff':
      return indented(content.diff, '  ');
    case 'editorState':
      return indented(content.state, '  ');
    default:
      return indented(dataOf(content), '    ');
  }
}

function xmlNeedle(content: PieceContent): string {
  switch (content.kind) {
    case 'document':
      return Object.entries(fieldsOf(content.part))
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => xmlElement(name, value))
        .join('\n');
    case 'anchorDiff':
      return xmlElement('anchor_diff', content.diff);
    case 'editorState':
      return xmlElement('editor_state', content.state);
    default:
      return xmlElement('item', dataOf(content));
  }
}

function dataOf(content: PieceContent): object {
  if ('part' in content) return content.part;
  if ('diff' in content) return content.diff;
  return 'hint' in content ? content.hint : content.state;
}

function fieldsOf({ language: _, ...fields }: Extract<PieceContent, { readonly kind: 'document' }>['part']): object {
  return fields;
}

function indented(value: object, indent: string): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`);
}
