import type { PromptData } from '../promptData.ts';

/**
 * XML 1.0: one element a field, list items as `<item>`; other values than strings carry a `type`. A text with characters that XML
 * cannot hold (NUL, lone surrogates) is written as a JSON string with `encoding="json"`.
 */
export function formatXml({ systemText, payload, windows, additionalInput, ...layers }: PromptData): string {
  const request = additionalInput === undefined ? '' : `${xmlElement('AdditionalInput', additionalInput)}\n`;
  const acts = windows === undefined ? '' : `${xmlElement('Windows', windows)}\n`;
  const parts = Object.entries(layers).map(([name, list]) => `${xmlElement(name, list)}\n`);
  return `<Context>\n${xmlElement('SystemText', systemText)}\n${parts.join('')}${xmlElement('LiveContext', payload)}\n${acts}${request}</Context>\n`;
}

export function xmlElement(name: string, value: unknown): string {
  if (typeof value === 'string') return textElement(name, value);
  if (value === null) return `<${name} type="null"/>`;
  if (Array.isArray(value))
    return parent(
      name,
      ' type="list"',
      value.map((item) => xmlElement('item', item)),
    );
  if (typeof value === 'object') {
    const present = Object.entries(value).filter(([, inner]) => inner !== undefined);
    return parent(
      name,
      '',
      present.map(([key, inner]) => xmlElement(key, inner)),
    );
  }
  return `<${name} type="${typeof value}">${String(value)}</${name}>`;
}

function parent(name: string, attributes: string, children: readonly string[]): string {
  return children.length === 0
    ? `<${name}${attributes}/>`
    : `<${name}${attributes}>\n${children.join('\n')}\n</${name}>`;
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
