import type { WindowPart } from '../../protocol/prompt/prompt.ts';
import type { PieceContent } from '../piece.ts';
import type { PromptData } from '../promptData.ts';
import { anchorsText, type Fact, factsOf, nameInAnchors, sampleAnchor } from './facts.ts';
import type { WrittenContent } from './markdown.ts';
import type { Segment } from './segments.ts';

/** Sections in the order of the prompt, each with its elements and the kinds of pieces in them. */
const sections: Readonly<Record<string, Readonly<Record<string, PieceContent['kind']>>>> = {
  Rules: { Constraint: 'constraint', Instructions: 'instructions' },
  Settings: { Setting: 'setting' },
  LiveContext: {
    Document: 'document',
    Diff: 'recentDiff',
    AnchorDiff: 'anchorDiff',
    EditorState: 'editorState',
    PlanHint: 'planHint',
  },
  Notes: { Note: 'note' },
  Retrieved: { Chunk: 'chunk' },
};

/**
 * XML 1.0: one element a piece, its facts as attributes, its text as content. Sections without
 * pieces are left out. Characters that XML cannot hold (NUL, lone surrogates) are written as a JSON
 * string: texts with `encoding="json"`, attributes with their names in `json`.
 */
export function xmlSegments(
  { system_text: systemText, missing = [], windows = [], additional_input: input }: PromptData,
  contents: readonly WrittenContent[],
): readonly Segment[] {
  const byKind = Map.groupBy(contents, ({ content }) => content.kind);
  const section = ([name, elements]: [string, Readonly<Record<string, PieceContent['kind']>>]): readonly Segment[] => {
    const pieces = Object.entries(elements).flatMap(([element, kind]) =>
      (byKind.get(kind) ?? []).map(({ id, content }) => ({ text: pieceElement(element, content), piece: id })),
    );
    return pieces.length === 0 ? [] : [{ text: `<${name}>\n` }, ...pieces, { text: `</${name}>\n` }];
  };
  const request = input === undefined ? [] : [{ text: element('AdditionalInput', [], input) }];
  return [
    { text: `<Context>\n${element('System', [], systemText)}` },
    ...missing.map((what) => ({ text: element('Missing', [], what) })),
    ...Object.entries(sections).flatMap(section),
    ...windows.map((window) => ({ text: windowElement(window) })),
    ...request,
    { text: '</Context>\n' },
  ];
}

function pieceElement(name: string, content: PieceContent): string {
  const { facts, lines, text, language, outline } = factsOf(content);
  const spoken = content.kind === 'chunk' ? language : undefined;
  const own: readonly Fact[] = spoken === undefined ? facts : [...facts, ['language', spoken]];
  const rows = outline === undefined ? '' : element('Outline', [], outline);
  const inner = rows + lines.map(({ kind, facts: more }) => element(kind, more)).join('');
  if (inner === '') return element(name, own, text);
  const body = text === undefined ? '' : element('Text', [], text);
  return `<${name}${attributes(own)}>\n${inner}${body}</${name}>\n`;
}

function windowElement(part: WindowPart): string {
  const { shown, removed, actions = {} } = part;
  const anchors = anchorsText(actions);
  return element('Window', [
    ['name', nameInAnchors(part)],
    ...(shown === undefined ? [] : [['shown', shown] as const]),
    ...(removed === undefined ? [] : [['removed', removed] as const]),
    ...(anchors === '' ? [] : [['anchors', anchors] as const, ['such_as', sampleAnchor([part]) ?? ''] as const]),
  ]);
}

/** An element without children; without a text it is empty. */
function element(name: string, facts: readonly Fact[], text?: string): string {
  if (text === undefined) return `<${name}${attributes(facts)}/>\n`;
  if (isXmlText(text)) return `<${name}${attributes(facts)}>${escapeXml(text)}</${name}>\n`;
  return `<${name}${attributes([...facts, ['encoding', 'json']])}>${escapeXml(asciiJson(text))}</${name}>\n`;
}

function attributes(facts: readonly Fact[]): string {
  const encoded = facts.flatMap(([name, value]) => (isXmlText(String(value)) ? [] : [name]));
  const listed: readonly Fact[] = encoded.length === 0 ? [] : [['json', encoded.join(' ')]];
  return [...facts, ...listed]
    .map(([name, value]) => [name, encoded.includes(name) ? asciiJson(String(value)) : String(value)] as const)
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('');
}

/**
 * A carriage return is written as a reference, since it would be read as a line feed (XML 1.0,
 * 2.11).
 */
function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;');
}

/** White space in an attribute would be read as blanks (XML 1.0, 3.3.3). */
function escapeAttribute(value: string): string {
  return escapeXml(value).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

function isXmlText(text: string): boolean {
  return text.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text);
}

/** JSON escapes control characters and lone surrogates, but not the two non-characters. */
function asciiJson(text: string): string {
  return JSON.stringify(text).replace(/[\ufffe\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`);
}
