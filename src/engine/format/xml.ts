import type { PromptData } from '../promptData.ts';
import type { PieceOf, Segment } from './segments.ts';

/**
 * XML 1.0: one element a field, list items as `<item>`; other values than strings carry a `type`. A text with characters that XML
 * cannot hold (NUL, lone surrogates) is written as a JSON string with `encoding="json"`.
 */
export function formatXml(data: PromptData, pieceOf: PieceOf): readonly Segment[] {
  const { systemText, payload, windows, additionalInput, ...layers } = data;
  const context = { SystemText: systemText, ...layers, LiveContext: payload };
  const more = { Windows: windows, AdditionalInput: additionalInput };
  return [...elementSegments('Context', { ...context, ...more }, pieceOf), { text: '\n' }];
}

/** An element; what shows a piece is a segment of its own. */
function* elementSegments(name: string, value: unknown, pieceOf: PieceOf): Generator<Segment> {
  const piece = pieceOf(name, value);
  if (piece !== undefined) {
    yield { text: [...elementSegments(name, value, () => undefined)].map(({ text }) => text).join(''), piece };
  } else if (typeof value === 'object' && value !== null) {
    const isList = Array.isArray(value);
    const children = Object.entries(value).filter(([, inner]) => inner !== undefined);
    const attributes = isList ? ' type="list"' : '';
    yield { text: children.length === 0 ? `<${name}${attributes}/>` : `<${name}${attributes}>\n` };
    for (const [key, inner] of children) {
      yield* elementSegments(isList ? 'item' : key, inner, pieceOf);
      yield { text: '\n' };
    }
    if (children.length > 0) yield { text: `</${name}>` };
  } else yield { text: scalarElement(name, value) };
}

function scalarElement(name: string, value: unknown): string {
  if (typeof value === 'string') return textElement(name, value);
  return value === null ? `<${name} type="null"/>` : `<${name} type="${typeof value}">${String(value)}</${name}>`;
}

function textElement(name: string, text: string): string {
  return isXmlText(text)
    ? `<${name}>${escapeXml(text)}</${name}>`
    : `<${name} encoding="json">${escapeXml(asciiJson(text))}</${name}>`;
}

/** A carriage return would be read as a line feed, so it is written as a reference (XML 1.0, 2.11). */
function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;');
}

function isXmlText(text: string): boolean {
  return text.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text);
}

/** JSON escapes control characters and lone surrogates by itself, but not the two non-characters. */
function asciiJson(text: string): string {
  return JSON.stringify(text).replace(/[\ufffe\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`);
}
