import type { LiveContext } from '../../documents/liveContext.ts';
import type { OutlineEntry } from '../../documents/outline.ts';
import type { LevelOfDetail, Piece } from '../../engine/piece.ts';
import type { DiffSummary } from '../../protocol/prompt/liveContext.ts';

export interface DiffsWindowOptions {
  /** True if a patch is short enough; a longer one is shown by its hunk headers. */
  readonly fitsPatch: (patch: string) => boolean;
}

/**
 * Maximum length of the document's own patches, and of all: a share of the document's, or this many
 * UTF-16 units if that is more.
 */
const ownShare = 0.14;
const ownUnits = 600;
const diffsShare = 0.25;
const diffsUnits = 2_000;

/**
 * The project's recent diffs and the document's anchor diff, each as patch, hunk headers or one
 * line. Beyond their bounds the document's own are left out, and other patches are one line.
 */
export function diffPieces(live: LiveContext, options: DiffsWindowOptions): readonly Piece[] {
  const { recentDiffs, anchorDiff, editorState } = live;
  const ownRoom = spendable(Math.max(ownUnits, live.text.length * ownShare));
  const room = spendable(Math.max(diffsUnits, live.text.length * diffsShare));
  const recent = recentDiffs.flatMap(({ documentId, diff }, index): Piece | [] => {
    const isOwn = documentId === editorState.document_id;
    if (isOwn && !ownRoom(diff.patch.length)) return [];
    const outline = isOwn ? live.outline : [];
    const isDear = !room(diff.patch.length);
    return {
      ...immediateOf(live),
      id: `diff:${diff.version_id}`,
      source: diff.file ?? editorState.file,
      location: { documentId, line: diff.first_line ?? 1 },
      weight: diffWeight(diff, index, isOwn ? (editorState.cursor?.line ?? 1) : null),
      render: (lod) => ({ kind: 'recentDiff', diff: degraded(diff, outline, options, isDear ? 'gist' : lod) }),
    };
  });
  if (anchorDiff === null || !ownRoom(anchorDiff.patch.length)) return recent;
  const anchor: Piece = {
    ...immediateOf(live),
    id: 'diff:anchor',
    source: editorState.file,
    location: { documentId: editorState.document_id, line: anchorDiff.first_line ?? 1 },
    weight: anchorWeight,
    render: (lod) => ({ kind: 'anchorDiff', diff: degraded(anchorDiff, live.outline, options, lod) }),
  };
  return [...recent, anchor];
}

function immediateOf({ editorState }: LiveContext) {
  return { layer: 'immediate', window: 'diffs', projectId: editorState.project_id } as const;
}

/** Spends of a number of units; returns whether there were enough. */
function spendable(units: number): (wanted: number) => boolean {
  let left = units;
  return (wanted) => {
    if (wanted > left) return false;
    left -= wanted;
    return true;
  };
}

const anchorWeight = 0.1;

/** Near the cursor lasts longer than far from it, newer longer than older; 0.2..0.7. */
function diffWeight({ first_line, last_line }: DiffSummary, index: number, line: number | null): number {
  const distance = line === null ? 50 : Math.max(0, (first_line ?? line) - line, line - (last_line ?? line));
  return 0.2 + 0.4 / (1 + distance / 50) + 0.1 / (1 + index);
}

/** A diff at a level of detail: its patch / its hunk headers / one line. */
export function degraded(
  diff: DiffSummary,
  outline: readonly OutlineEntry[],
  { fitsPatch }: DiffsWindowOptions,
  lod: LevelOfDetail,
): DiffSummary {
  if (diff.patch === '' || (lod === 'full' && fitsPatch(diff.patch))) return diff;
  const headers = hunkHeaders(diff.patch, outline);
  const listed = headers.join('\n');
  if (lod !== 'gist' && fitsPatch(listed)) return { ...diff, patch: `${listed}\n`, detail: 'hunks' };
  const patch = `${headers.length} hunks in lines ${diff.first_line} to ${diff.last_line}\n`;
  return { ...diff, patch, detail: 'line' };
}

/**
 * The header of each hunk with the innermost symbol around it. Content lines begin with a blank,
 * `+`, `-` or `\`, so every line that begins with `@@` is a header.
 */
function hunkHeaders(patch: string, outline: readonly OutlineEntry[]): readonly string[] {
  return [...patch.matchAll(/^@@ -\S+ \+(\d+)\S* @@/gm)].map(([header, first]) => {
    const line = Number(first);
    const symbol = outline.findLast((entry) => entry.first_line <= line && line <= entry.last_line);
    return symbol === undefined ? header : `${header} ${symbol.name}`;
  });
}
