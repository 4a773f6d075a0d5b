import type { LedgerLine } from '../protocol/prompt/assembly.ts';
import type { WindowPart } from '../protocol/prompt/prompt.ts';
import type { Why } from '../protocol/prompt/shortfalls.ts';
import { windowKinds } from '../protocol/windowKinds.ts';
import type { DetailOverride } from './detailOverride.ts';
import type { Entry } from './fill.ts';
import { coverageOf, type LevelOfDetail, type PieceContent } from './piece.ts';

/**
 * The state of a piece, with its reason: the budget, an anchor, or a limit of its own. Only a piece
 * whose whole source is in the prompt is `kept`. `tokens` are those in the prompt's format, the
 * full ones those in Markdown.
 */
export function ledgerLine(
  { piece, lod, rendered, partial, fullTokens, override }: Entry,
  tokens = rendered?.tokens ?? 0,
): LedgerLine {
  const { id, layer, source, stretches, weight } = piece;
  const common = { id, layer, source, stretches, tokens, fullTokens, weight };
  if (lod === 'cut' || rendered === null) {
    return { ...common, state: 'cut', lod: 'cut', why: whyOf('left out', override, 'cut') };
  }
  const coverage = coverageOf(rendered.content);
  const shown = lowest(lod, levelOf[coverage]);
  const lines = linesOfContent(rendered.content);
  if (shown === 'full' && coverage === 'whole')
    return { ...common, state: 'kept', lod: 'full', why: 'within the budget' };
  const what = lines === undefined ? whatOf[shown] : linesText(lines);
  const isOwnLimit = lod === 'full' && !partial;
  const why: Why = isOwnLimit ? `longer than its own limit: ${what}` : whyOf(what, override, lod);
  return { ...common, state: 'degraded', lod: shown, why, ...(lines === undefined ? {} : { lines }) };
}

const order: readonly LevelOfDetail[] = ['full', 'summary', 'gist'];
const levelOf = { whole: 'full', part: 'full', summary: 'summary', gist: 'gist' } as const;
const whatOf = { full: 'fewer lines', summary: 'shown as summary', gist: 'shown as gist' } as const;

function lowest(a: LevelOfDetail, b: LevelOfDetail): LevelOfDetail {
  return order[Math.max(order.indexOf(a), order.indexOf(b))] ?? 'gist';
}

/** The lines of the source that are shown; undefined when the content does not count them. */
function linesOfContent(content: PieceContent): LedgerLine['lines'] {
  if (content.kind !== 'document' || content.part.excerpt?.line_count === undefined) return undefined;
  const { first_line: first, last_line: last, line_count: of, first_column, last_column } = content.part.excerpt;
  if (first_column === undefined || last_column === undefined) return { first, last, of };
  return { first, last, of, columns: { first: first_column, last: last_column } };
}

function linesText({ first, last, of, columns }: NonNullable<LedgerLine['lines']>): string {
  if (columns !== undefined) return `columns ${columns.first} to ${columns.last} of line ${first} of ${of}`;
  return last === 0 ? `none of ${of} lines` : `lines ${first} to ${last} of ${of}`;
}

/** The reason when a window was made to show no more than this, else the budget. */
function whyOf(what: string, override: DetailOverride | null, lod: Entry['lod']): Why {
  if (override?.removed) return 'it was removed';
  if (override !== null && lod !== 'full' && override.ceiling === lod) return `it was shortened: ${what}`;
  return `over the budget: ${what}`;
}

/**
 * The windows that are removed or shortened (`Summary, 2 of 6 left out`), with their anchors. A
 * window that is shown whole has no line.
 */
export function withShortages(windows: readonly WindowPart[], entries: readonly Entry[]): readonly WindowPart[] {
  const said = new Map(windows.map((part) => [part.window, part]));
  const shortened = new Set(entries.filter(isShortened).map(({ piece }) => piece.window));
  return windowKinds.flatMap((window) => {
    const part = said.get(window);
    if (part?.removed !== undefined) return part.removed === '' ? [] : part;
    if (!shortened.has(window)) return [];
    const own = entries.filter(({ piece, override }) => piece.window === window && !override?.removed);
    return { ...part, window, shown: shortageOf(own) };
  });
}

/** Shown in part, though neither the piece nor its window was removed. */
function isShortened({ lod, partial, override }: Entry): boolean {
  return (lod !== 'full' || partial) && !override?.removed;
}

function shortageOf(entries: readonly Entry[]): string {
  const left = entries.filter(({ lod }) => lod === 'cut').length;
  if (left === entries.length) return 'left out';
  const rest = entries.filter(({ lod }) => lod !== 'cut');
  const level = rest.every(({ lod }) => lod === 'gist') ? 'Gist' : rest.some(isShortened) ? 'Summary' : 'Full';
  return left === 0 ? level : `${level}, ${left} of ${entries.length} left out`;
}
