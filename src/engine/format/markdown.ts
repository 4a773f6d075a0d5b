import { noteAuthor, type WindowPart } from '../../protocol/prompt/prompt.ts';
import type { PieceContent } from '../piece.ts';
import type { PromptData } from '../promptData.ts';
import { anchorsText, type Fact, factsOf, nameInAnchors, sampleAnchor } from './facts.ts';
import { fenced } from './fence.ts';
import { amongOurs, isPlainProse, quoted } from './foreignText.ts';
import type { Segment } from './segments.ts';

/**
 * The Markdown prompt as segments, in order, around its stable prefix. Every segment ends with a
 * line feed and begins neither with white space nor with `/`. Tokenizers cut there, so the tokens
 * of the segments add up to those of the whole.
 */
export interface MarkdownSegments {
  readonly system: readonly Segment[];
  readonly prefix: { readonly segments: readonly Segment[]; readonly text: string; readonly tokens: number };
  readonly rest: readonly Segment[];
}

/** A content written in Markdown by {@link writeBlock} and counted; `id` is its piece's. */
export interface WrittenContent {
  readonly id: string;
  readonly content: PieceContent;
  readonly block: string;
  readonly tokens: number;
}

/**
 * Writes Markdown with one heading for each section that is not empty. Facts of a piece are one
 * line, `name value, name value`, with values quoted as JSON unless they are one plain word. Texts
 * are fenced.
 */
export function markdownSegments(
  { system_text: systemText, missing = [], windows = [], additional_input: request }: PromptData,
  prefix: MarkdownSegments['prefix'],
  contents: (kind: PieceContent['kind']) => readonly WrittenContent[],
): MarkdownSegments {
  const blocks = (kind: PieceContent['kind']) => contents(kind).map(blockSegment);
  const learned = contents('setting')
    .filter((one) => !isStable(one))
    .map(blockSegment);
  return {
    system: [{ text: `${systemText}\n\n` }],
    prefix,
    rest: [
      ...headed('# Missing Rules and Settings\n\n', ended(missing.map((what) => ({ text: `- ${oneLine(what)}\n` })))),
      { text: '# Live Context\n\n## Current Document\n\n' },
      ...blocks('document'),
      ...headed('## Recent Diffs (new→old)\n\n', blocks('recentDiff')),
      ...headed('## Anchor Diff\n\n', blocks('anchorDiff')),
      ...headed('## Editor State\n\n', ended(blocks('editorState'))),
      ...headed('## Plan Hints\n\n', ended(blocks('planHint'))),
      ...headed('# Learned Settings\n\n', ended(learned)),
      ...noteSegments(contents('note')),
      ...headed('# Retrieved\n\n', blocks('chunk')),
      ...windowSegments(windows),
      ...inputSegments(request),
    ],
  };
}

/**
 * True for the stable prefix: rules, and settings that were not learned. Learned ones change with
 * each document.
 */
export function isStable({ content }: Pick<WrittenContent, 'content'>): boolean {
  if (content.kind === 'setting') return content.part.confidence === 1;
  return content.kind === 'constraint' || content.kind === 'instructions';
}

/** The segments of the stable prefix. */
export function prefixSegments(contents: readonly WrittenContent[]): readonly Segment[] {
  const byKind = Map.groupBy(contents, ({ content }) => content.kind);
  const blocks = (kind: PieceContent['kind']) => (byKind.get(kind) ?? []).map(blockSegment);
  const constraints = blocks('constraint').map(({ text, piece }, index) => {
    return { text: `${index + 1}${text.slice(1)}`, piece };
  });
  const list = headed('## Constraints (must not be violated)\n\n', ended(constraints));
  return [
    ...headed('# Rules\n\n', [...list, ...blocks('instructions')]),
    ...headed('# Settings\n\n', ended(blocks('setting'))),
  ];
}

/** A content as a segment of the Markdown prompt. */
function blockSegment({ id, block, tokens }: WrittenContent) {
  return { text: block, piece: id, tokens };
}

/** Writes one piece, without the number and the blank line that depend on its neighbours. */
export function writeBlock(content: PieceContent): string {
  const { facts, lines, text = '', language = '', outline } = factsOf(content);
  const more = lines.map(({ kind, facts: inner }) => `- ${kind} ${factLine(inner)}\n`).join('');
  switch (content.kind) {
    case 'constraint':
      return `1. ${amongOurs(oneLine(text))} (${factLine(facts)})\n`;
    case 'setting': {
      return `- ${amongOurs(oneLine(content.part.name))}: ${amongOurs(oneLine(text))}\n`;
    }
    case 'note': {
      const { id, place, ticked_by: ticked } = content.part;
      const author = noteAuthor(content.part);
      const named = author === 'developer' ? '' : ` (${author})`;
      return `${id}. ${ticked === undefined ? '' : '[x] '}${amongOurs(oneLine(text))}${place === undefined ? '' : ` ${markdownWord(place)}`}${named}\n`;
    }
    case 'instructions': {
      const [[, file] = ['', ''], ...rest] = facts;
      if (content.part.detail === 'loaded')
        return `## Instructions from ${amongOurs(oneLine(String(file)))}: you have them\n\n`;
      const note = rest.length === 0 ? '' : `${factLine(rest)}\n\n`;
      return `## Instructions from ${amongOurs(oneLine(String(file)))}\n\n${note}${fenced(text, language)}\n\n`;
    }
    case 'editorState':
      return `${factLine(facts)}\n${more}${text === '' ? '' : `${fenced(text, language)}\n`}`;
    case 'planHint':
      return `- ${factLine(facts)}\n${content.hint.diff === undefined ? '' : `${fenced(text, language)}\n`}`;
    case 'chunk':
      return `### ${facts.map(chunkFact).join(', ')}\n\n${fenced(text, language)}\n\n`;
    case 'document': {
      const source = text === '' && content.part.excerpt ? [] : [fenced(text, language)];
      return [factLine(facts), ...(outline === undefined ? [] : [fenced(outline, 'outline')]), ...source, ''].join(
        '\n\n',
      );
    }
    default:
      if (text === '') return `- ${factLine(facts)}\n\n`;
      return `${facts.length === 0 ? '' : `### ${factLine(facts)}\n\n`}${fenced(text, language)}\n\n`;
  }
}

/**
 * Facts in one line. A value that is not a plain word is a JSON string, so that it cannot pass for
 * another fact.
 */
function factLine(facts: readonly Fact[]): string {
  return facts.map(([name, value]) => (value === true ? name : `${name} ${markdownWord(value)}`)).join(', ');
}

/** The path and the reason stand alone, without their names. */
function chunkFact([name, value]: Fact): string {
  return name === 'file' || name === 'why' ? markdownWord(String(value)) : factLine([[name.replace('_', ' '), value]]);
}

function markdownWord(value: string | number): string {
  return typeof value === 'number' || /^[\w./:+-]+$/.test(value) ? String(value) : quoted(value);
}

/**
 * The windows, one line each with its verbs; the key of their anchors is named once. They come
 * last, so that they change no cached prefix.
 */
function windowSegments(windows: readonly WindowPart[]): readonly Segment[] {
  if (windows.length === 0) return [];
  const id = sampleAnchor(windows);
  const onPiece = windows.some(({ actions = {} }) => Object.values(actions).some((one) => one.includes('piece:')));
  const hint = id === null ? '' : `Act by ids such as ${id}${onPiece ? '; piece names one piece' : ''}.\n\n`;
  return [{ text: `# Windows\n\n${hint}` }, ...ended(windows.map(windowLine))];
}

function windowLine(part: WindowPart): Segment {
  const { shown, removed, actions = {} } = part;
  const trace = removed === undefined ? [] : [removed === '' ? 'removed' : `removed ${quoted(removed)}`];
  const states = [...(shown === undefined ? [] : [shown]), ...trace];
  const said = [...states, anchorsText(actions)].filter((part) => part !== '');
  return { text: `- ${nameInAnchors(part)}: ${said.join('; ')}\n` };
}

/**
 * The request in one segment with its heading; fenced if a line of it resembles one of the prompt's
 * own.
 */
function inputSegments(input: string | undefined): readonly Segment[] {
  if (input === undefined || input === '') return [];
  return [{ text: `# Request\n\n${isPlainProse(input) ? input : fenced(input, 'text')}\n` }];
}

/** The notes under a heading with the time of the last change. The developer's are not named one by one. */
function noteSegments(notes: readonly WrittenContent[]): readonly Segment[] {
  const times = notes.flatMap(({ content }) =>
    content.kind === 'note' ? (content.part.ticked_at ?? content.part.at) : [],
  );
  const last = times.toSorted().at(-1) ?? '';
  return headed(`# Notes ${last.slice(5, 16).replace('T', ' ')}Z\n\n`, ended(notes.map(blockSegment)));
}

/** A heading over what it heads; nothing over nothing. */
function headed(heading: string, segments: readonly Segment[]): readonly Segment[] {
  return segments.length === 0 ? [] : [{ text: heading }, ...segments];
}

/** The items of a list, with a blank line after the last. */
function ended(items: readonly Segment[]): readonly Segment[] {
  return items.map((item, index) => {
    if (index < items.length - 1) return item;
    const { tokens: _, ...last } = item;
    return { ...last, text: `${item.text}\n` };
  });
}

function oneLine(text: string): string {
  return text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ').trim();
}
