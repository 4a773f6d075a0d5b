import type { DiffSummary } from '../../protocol/liveContext.ts';
import type { ChunkPart, InstructionsPart } from '../../protocol/prompt.ts';
import type { PromptData } from '../promptData.ts';
import type { DocumentPart, PieceContent } from '../piece.ts';
import { fenced } from './fence.ts';

/**
 * The Markdown prompt as segments, in order. Every segment ends with a line feed and begins neither with white space nor with
 * `/`, so that the tokens of the whole are the sum of the tokens of its segments (design K, rule 3).
 */
export interface MarkdownSegments {
  readonly system: readonly string[];
  /** Rules and Settings: the stable prefix. */
  readonly prefix: readonly string[];
  readonly rest: readonly string[];
}

/** Markdown with the headings of the seed; every value stands in a `- key: JSON` line or in a fence (design L). */
export function markdownSegments(data: PromptData): MarkdownSegments {
  return {
    system: [`${data.systemText}\n\n`],
    prefix: [...rulesSegments(data), ...settingsSegments(data)],
    rest: [...retrievedSegments(data), ...immediateSegments(data), ...inputSegments(data.additionalInput)],
  };
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
      return documentBlock(content.part, '');
    case 'recentDiff':
    case 'anchorDiff':
      return diffBlock(content.diff);
    case 'editorState':
      return `${fields(content.state)}\n`;
    case 'planHint':
      return `- ${JSON.stringify(content.hint)}\n`;
  }
}

function rulesSegments({ constraints, instructions }: PromptData): readonly string[] {
  if (constraints.length === 0 && instructions.length === 0) return [];
  const items = constraints.map(({ text }, index) => `${index + 1}. ${oneLine(text)}\n`);
  const list = items.length === 0 ? [] : ['## Constraints (must not be violated)\n\n', ...ended(items)];
  return ['# Rules\n\n', ...list, ...instructions.map(instructionsBlock)];
}

function settingsSegments({ settings }: PromptData): readonly string[] {
  if (settings.length === 0) return [];
  return ['# Settings\n\n', ...ended(settings.map((part) => writeBlock({ kind: 'setting', part })))];
}

function retrievedSegments({ chunks }: PromptData): readonly string[] {
  return chunks.length === 0 ? [] : ['# Retrieved\n\n', ...chunks.map(chunkBlock)];
}

/** The Immediate layer: what a last user message holds besides Retrieved. */
function immediateSegments({ payload }: PromptData): readonly string[] {
  const { recent_diffs, anchor_diff, editor_state, plan_hints } = payload;
  return [
    '# Live Context\n\n## Current Document\n\n',
    documentBlock(payload, editor_state.language),
    '## Recent Diffs (new→old)\n\n',
    ...listed(recent_diffs.map(diffBlock)),
    '## Anchor Diff\n\n',
    ...listed(anchor_diff === null ? [] : [diffBlock(anchor_diff)]),
    '## Editor State\n\n',
    `${fields(editor_state)}\n\n`,
    '## Plan Hints\n\n',
    ...listed(plan_hints.map((hint) => `- ${JSON.stringify(hint)}\n`)),
  ];
}

/** The request stands in one segment with its heading: a person's text may begin with anything. */
function inputSegments(input: string | undefined): readonly string[] {
  return input === undefined || input === '' ? [] : [`# Request\n\n${input}\n`];
}

function instructionsBlock({ file, text, detail }: InstructionsPart): string {
  const note = detail === undefined ? '' : `- detail: ${JSON.stringify(detail)}\n\n`;
  return `## Instructions from ${oneLine(file)}\n\n${note}${fenced(text, 'markdown')}\n\n`;
}

function chunkBlock({ text, language, ...facts }: ChunkPart): string {
  return `${fields(facts)}\n\n${fenced(text, language)}\n\n`;
}

function documentBlock(part: DocumentPart, language: string): string {
  const { version_id, excerpt, outline, current_document: text } = part;
  const head = fields(excerpt === undefined ? { version_id } : { version_id, excerpt });
  const entries = outline?.map((entry) => `  - ${JSON.stringify(Object.values(entry))}`) ?? [];
  const index = outline === undefined ? '' : `\n- outline:\n${entries.join('\n')}`;
  return `${head}${index}\n\n${fenced(text, language)}\n\n`;
}

/** A diff in the seed's form; the patch is indented by two spaces, which a reader takes off again. */
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

/** The items of a list, or the word that there are none, with a blank line after the last. */
function listed(items: readonly string[]): readonly string[] {
  return items.length === 0 ? ['none\n\n'] : ended(items);
}

function ended(items: readonly string[]): readonly string[] {
  return items.map((item, index) => (index === items.length - 1 ? `${item}\n` : item));
}

function oneLine(text: string): string {
  return text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ').trim();
}
