import type { LiveContext } from '../../documents/liveContext.ts';
import type { LevelOfDetail, Piece } from '../../engine/piece.ts';
import type { DiffSummary, OutlineEntry } from '../../protocol/prompt/liveContext.ts';

export interface DiffsWindowOptions {
  /** Whether a patch is short enough; a longer one is shown by its hunk headers. */
  readonly fitsPatch: (patch: string) => boolean;
  /** The id of the context file that holds the whole of a diff, for what is too long to be shown; null when none does. */
  readonly fileOf?: (diff: DiffSummary) => string | null;
}

/** The recent diffs and the anchor diff: patch / hunk headers / one line. A patch is whole or not there, never thinned. */
export function diffPieces(live: LiveContext, options: DiffsWindowOptions): readonly Piece[] {
  const { file: source, project_id: projectId, document_id: documentId } = live.editorState;
  const common = { layer: 'immediate', window: 'diffs', source, projectId } as const;
  const recent = live.recentDiffs.map(
    (diff, index): Piece => ({
      ...common,
      id: `diff:${diff.version_id}`,
      location: { documentId, line: diff.first_line ?? 1 },
      weight: diffWeight(diff, index, live),
      render: (lod) => ({ kind: 'recentDiff', diff: degraded(diff, live.outline, options, lod) }),
    }),
  );
  const { anchorDiff } = live;
  if (anchorDiff === null) return recent;
  const render: Piece['render'] = (lod) => ({
    kind: 'anchorDiff',
    diff: degraded(anchorDiff, live.outline, options, lod),
  });
  const location = { documentId, line: anchorDiff.first_line ?? 1 };
  return [...recent, { ...common, id: 'diff:anchor', location, weight: anchorWeight, render }];
}

const anchorWeight = 0.1;

/** Near the cursor lasts longer than far from it, newer longer than older; 0.2..0.7. */
function diffWeight({ first_line, last_line }: DiffSummary, index: number, { editorState }: LiveContext): number {
  const line = editorState.cursor?.line ?? 1;
  const distance = Math.max(0, (first_line ?? line) - line, line - (last_line ?? line));
  return 0.2 + 0.4 / (1 + distance / 50) + 0.1 / (1 + index);
}

/** A diff at a level of detail: its patch / its hunk headers / one line. */
export function degraded(
  diff: DiffSummary,
  outline: readonly OutlineEntry[],
  { fitsPatch, fileOf }: DiffsWindowOptions,
  lod: LevelOfDetail,
): DiffSummary {
  const fits = fitsPatch(diff.patch);
  if (lod === 'full' && fits) return diff;
  const headers = hunkHeaders(diff.patch, outline);
  const listed = headers.join('\n');
  const file = fits ? null : (fileOf?.(diff) ?? null);
  const whole = file === null ? '' : `whole diff: context file ${file}\n`;
  if (lod !== 'gist' && fitsPatch(listed)) return { ...diff, patch: `${listed}\n${whole}`, detail: 'hunks' };
  return {
    ...diff,
    patch: `${headers.length} hunks in lines ${diff.first_line} to ${diff.last_line}\n${whole}`,
    detail: 'line',
  };
}

/**
 * The header of each hunk with the innermost symbol around it. Content lines begin with a blank, `+`, `-` or `\`, so a line
 * that begins with `@@` is a header.
 */
function hunkHeaders(patch: string, outline: readonly OutlineEntry[]): readonly string[] {
  return [...patch.matchAll(/^@@ -\S+ \+(\d+)\S* @@/gm)].map(([header, first]) => {
    const line = Number(first);
    const symbol = outline.findLast((entry) => entry.first_line <= line && line <= entry.last_line);
    return symbol === undefined ? header : `${header} ${symbol.name}`;
  });
}
