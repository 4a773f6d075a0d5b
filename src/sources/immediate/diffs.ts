import type { LiveContext } from '../../documents/liveContext.ts';
import type { OutlineEntry } from '../../documents/outline.ts';
import type { LevelOfDetail, Piece } from '../../engine/piece.ts';
import type { DiffSummary } from '../../protocol/prompt/liveContext.ts';

/** True if a patch is short enough; a longer one is shown by its hunk headers or by counts of lines. */
export type FitsPatch = (patch: string) => boolean;

/**
 * Maximum length of the document's own patches, and of all: a share of the document's, or this many
 * UTF-16 units if that is more.
 */
const ownShare = 0.14;
const ownUnits = 600;
const diffsShare = 0.25;
const diffsUnits = 2_000;

/**
 * The project's recent diffs and the document's anchor diff, each as patch, hunk headers or counts
 * of lines. A diff beyond the bounds is counts of lines.
 */
export function diffPieces(live: LiveContext, fitsPatch: FitsPatch): readonly Piece[] {
  const { recentDiffs, anchorDiff, editorState } = live;
  const own = editorState.document_id;
  const ownRoom = spendable(Math.max(ownUnits, live.text.length * ownShare));
  const room = spendable(Math.max(diffsUnits, live.text.length * diffsShare));
  const pieceOf = (
    kind: 'recentDiff' | 'anchorDiff',
    { documentId, diff }: (typeof recentDiffs)[number],
    weight: number,
    isDear: boolean,
    keep?: 'unlessRemoved',
  ): Piece => ({
    ...{ layer: 'immediate', window: 'diffs', projectId: editorState.project_id, weight, ...(keep && { keep }) },
    id: `diff:${kind === 'anchorDiff' ? 'anchor' : diff.version_id}`,
    source: diff.file ?? editorState.file,
    location: { documentId, line: diff.first_line ?? 1 },
    render: (lod) => ({
      kind,
      diff: degraded(diff, documentId === own ? live.outline : null, fitsPatch, isDear ? 'gist' : lod),
    }),
  });
  const newestOwn = recentDiffs.find(({ documentId }) => documentId === own);
  const recent = recentDiffs.map((one, index) => {
    const isOwn = one.documentId === own;
    const isTooLong = isOwn && !ownRoom(one.diff.patch.length);
    const weight = diffWeight(one.diff, index, isOwn ? (editorState.cursor?.line ?? 1) : null);
    const isDear = isTooLong || !room(one.diff.patch.length);
    return pieceOf('recentDiff', one, weight, isDear, one === newestOwn ? 'unlessRemoved' : undefined);
  });
  if (anchorDiff === null) return recent;
  const isDear = !ownRoom(anchorDiff.patch.length);
  return [...recent, pieceOf('anchorDiff', { documentId: own, diff: anchorDiff }, 0.1, isDear, 'unlessRemoved')];
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

/** Near the cursor lasts longer than far from it, newer longer than older; 0.2..0.7. */
function diffWeight({ first_line, last_line }: DiffSummary, index: number, line: number | null): number {
  const distance = line === null ? 50 : Math.max(0, (first_line ?? line) - line, line - (last_line ?? line));
  return 0.2 + 0.4 / (1 + distance / 50) + 0.1 / (1 + index);
}

/**
 * A diff at a level of detail: its patch / its hunk headers / counts of lines. `outline` is null for
 * another document, where the line numbers of headers say nothing.
 */
export function degraded(
  diff: DiffSummary,
  outline: readonly OutlineEntry[] | null,
  fitsPatch: FitsPatch,
  lod: LevelOfDetail,
): DiffSummary {
  if (diff.patch === '' || (lod === 'full' && fitsPatch(diff.patch))) return diff;
  const listed = outline === null ? '' : hunkHeaders(diff.patch, outline).join('\n');
  if (lod !== 'gist' && listed !== '' && fitsPatch(listed))
    return { ...diff, patch: `${listed}\n`, detail: 'hunk-headers' };
  const [added, removed] = [/^\+/gm, /^-/gm].map((sign) => (diff.patch.match(sign)?.length ?? 1) - 1);
  const patch = `${added} lines added, ${removed} removed in lines ${diff.first_line} to ${diff.last_line}\n`;
  return { ...diff, patch, detail: 'line-counts' };
}

/**
 * The header of each hunk with the innermost symbol around its last change. Content lines begin with
 * a blank, `+`, `-` or `\`, so every line that begins with `@@` is a header.
 */
function hunkHeaders(patch: string, outline: readonly OutlineEntry[]): readonly string[] {
  const hunks = patch.split(/^(?=@@ )/m).slice(1);
  return hunks.map((hunk) => {
    const [header = '', ...lines] = hunk.split('\n');
    const before = lines.slice(
      0,
      lines.findLastIndex((line) => /^[-+]/.test(line)),
    );
    const line = Number(/\+(\d+)/.exec(header)?.[1]) + before.filter((one) => !one.startsWith('-')).length;
    const symbol = outline.findLast((entry) => entry.first_line <= line && line <= entry.last_line);
    return symbol === undefined ? header : `${header} ${symbol.name}`;
  });
}
