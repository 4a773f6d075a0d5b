import type { DiffSummary } from '../../protocol/liveContext.ts';
import type { ChunkPart, InstructionsPart, WindowPart } from '../../protocol/prompt.ts';
import type { DocumentPart, PieceContent } from '../piece.ts';
import { fenced } from './fence.ts';
import type { Segment } from './segments.ts';

/**
 * The Markdown prompt as segments, in order, around its stable prefix. Every segment ends with a line feed and begins neither with
 * white space nor with `/`: there every tokenizer cuts, so that the tokens of the whole are the sum of the tokens of its segments.
 */
export interface MarkdownSegments {
  readonly system: readonly Segment[];
  readonly prefix: { readonly segments: readonly Segment[]; readonly tokens: number };
  readonly rest: readonly Segment[];
}

/** A content as it is shown, already written by {@link writeBlock}; `id` is its piece's. */
export interface WrittenContent {
  readonly id: string;
  readonly content: PieceContent;
  readonly block: string;
}

/** Markdown with one heading a section; every value stands in a `- key: JSON` line or in a fence. */
export function markdownSegments(
  systemText: string,
  prefix: MarkdownSegments['prefix'],
  contents: readonly WrittenContent[],
  additionalInput: string | undefined,
  windows: readonly WindowPart[] = [],
): MarkdownSegments {
  const blocks = blocksByKind(contents);
  return {
    system: [{ text: `${systemText}\n\n` }],
    prefix,
    rest: [
      ...headed('# Retrieved\n\n', blocks('chunk')),
      { text: '# Live Context\n\n## Current Document\n\n' },
      ...blocks('document'),
      { text: '## Recent Diffs (new→old)\n\n' },
      ...listed(blocks('recentDiff')),
      { text: '## Anchor Diff\n\n' },
      ...listed(blocks('anchorDiff')),
      { text: '## Editor State\n\n' },
      ...ended(blocks('editorState')),
      { text: '## Plan Hints\n\n' },
      ...listed(blocks('planHint')),
      ...windowSegments(windows),
      ...inputSegments(additionalInput),
    ],
  };
}

/** The segments of Rules and Settings, which are the stable prefix. */
export function prefixSegments(contents: readonly WrittenContent[]): readonly Segment[] {
  const blocks = blocksByKind(contents);
  const constraints = blocks('constraint').map((block, index) => ({
    ...block,
    text: `${index + 1}${block.text.slice(1)}`,
  }));
  const list = headed('## Constraints (must not be violated)\n\n', ended(constraints));
  return [
    ...headed('# Rules\n\n', [...list, ...blocks('instructions')]),
    ...headed('# Settings\n\n', ended(blocks('setting'))),
  ];
}

function blocksByKind(contents: readonly WrittenContent[]): (kind: PieceContent['kind']) => readonly Segment[] {
  const byKind = Map.groupBy(contents, ({ content }) => content.kind);
  return (kind) => (byKind.get(kind) ?? []).map(({ id, block }) => ({ text: block, piece: id }));
}

/** How one piece stands in the prompt, without what only its neighbours decide (its number, the blank line after a list). */
export function writeBlock(content: PieceContent): string {
  switch (content.kind) {
    case 'constraint':
      return `1. ${oneLine(content.part.text)}\n`;
    case 'instructions':
      return instructionsBlock(content.part);
    case 'setting':
      return `- ${oneLine(content.part.name)}: ${oneLine(content.part.value)} (${oneLine(content.part.origin)})\n`;
    case 'chunk':
      return chunkBlock(content.part);
    case 'document':
      return documentBlock(content.part);
    case 'recentDiff':
    case 'anchorDiff':
      return diffBlock(content.diff);
    case 'editorState':
      return `${fields(content.state)}\n`;
    case 'planHint':
      return `- ${JSON.stringify(content.hint)}\n`;
  }
}

/**
 * The windows' anchors stand in one list after everything that is shown, and nowhere else: what looks like an anchor inside a text
 * is none. A line a window keeps them cheap; they come last, so that neither the stable prefix nor a cached one moves with them.
 */
function windowSegments(windows: readonly WindowPart[]): readonly Segment[] {
  if (windows.length === 0) return [];
  const hint = windows.some(({ actions }) => actions !== undefined) ? 'Act on a window by an id of this list.\n\n' : '';
  return [{ text: `# Windows\n\n${hint}` }, ...ended(windows.map(windowLine))];
}

function windowLine({ window, closed, actions = {} }: WindowPart): Segment {
  const state = closed === undefined ? [] : [closed === '' ? 'closed' : `closed ${JSON.stringify(closed)}`];
  const acts = Object.entries(actions).map(([name, id]) => `${name} ${id}`);
  return { text: `- ${window}: ${[...state, ...acts].join(', ')}\n` };
}

/** The request stands in one segment with its heading: a person's text may begin with anything. */
function inputSegments(input: string | undefined): readonly Segment[] {
  return input === undefined || input === '' ? [] : [{ text: `# Request\n\n${input}\n` }];
}

function instructionsBlock({ file, text, detail }: InstructionsPart): string {
  const note = detail === undefined ? '' : `- detail: ${JSON.stringify(detail)}\n\n`;
  return `## Instructions from ${oneLine(file)}\n\n${note}${fenced(text, 'markdown')}\n\n`;
}

function chunkBlock({ text, language, ...facts }: ChunkPart): string {
  return `${fields(facts)}\n\n${fenced(text, language)}\n\n`;
}

function documentBlock(part: DocumentPart): string {
  const { version_id, excerpt, outline, current_document: text, language } = part;
  const head = fields(excerpt === undefined ? { version_id } : { version_id, excerpt });
  const entries = outline?.map((entry) => `  - ${JSON.stringify(Object.values(entry))}`) ?? [];
  const index = outline === undefined ? '' : `\n- outline:\n${entries.join('\n')}`;
  return `${head}${index}\n\n${fenced(text, language)}\n\n`;
}

/** A diff as an item of a list; the patch is indented by two spaces, which a reader takes off again. */
function diffBlock(diff: DiffSummary): string {
  const { version_id, timestamp, patch, ...rest } = diff;
  const more = Object.entries(rest).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}\n`);
  const block = fenced(patch, 'diff').replaceAll('\n', '\n  ');
  return `- Version: ${version_id}\n  Time: ${timestamp}\n${more.join('')}  Patch:\n  ${block}\n`;
}

function fields(values: object): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `- ${key}: ${JSON.stringify(value)}`)
    .join('\n');
}

/** A heading over what it heads; nothing over nothing. */
function headed(heading: string, segments: readonly Segment[]): readonly Segment[] {
  return segments.length === 0 ? [] : [{ text: heading }, ...segments];
}

/** The items of a list, or the word that there are none, with a blank line after the last. */
function listed(items: readonly Segment[]): readonly Segment[] {
  return items.length === 0 ? [{ text: 'none\n\n' }] : ended(items);
}

function ended(items: readonly Segment[]): readonly Segment[] {
  return items.map((item, index) => (index === items.length - 1 ? { ...item, text: `${item.text}\n` } : item));
}

function oneLine(text: string): string {
  return text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ').trim();
}
