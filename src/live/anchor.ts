import type { Checkpoint } from '../history/versions/checkpoint.ts';
import type { DocumentHistory } from '../history/versions/documentHistory.ts';
import { type Version, versionNumberOf } from '../history/versions/versionId.ts';

const hourMs = 60 * 60 * 1000;

/**
 * The version that `anchor_diff` starts from, by the setting `liveContext.anchor` (design H): `auto` (the oldest checkpoint
 * within 60 minutes, else the newest older one), `opened`, `saved`, `head`, or a version id. Null when there is none.
 */
export function anchorVersion(history: DocumentHistory, setting: string, now: number): Version | null {
  if (versionNumberOf(setting) !== null) {
    const known = [...history.versions, ...history.checkpoints.map((checkpoint) => checkpoint.version)];
    return known.find((version) => version.id === setting) ?? null;
  }
  if (setting === 'opened' || setting === 'saved' || setting === 'head') {
    return history.checkpoints.findLast((checkpoint) => checkpoint.kind === setting)?.version ?? null;
  }
  const candidates = sinceLastSwitch(history.checkpoints).filter((checkpoint) => checkpoint.kind !== 'head');
  const recent = candidates.find((checkpoint) => now - checkpoint.timestamp <= hourMs);
  return (recent ?? candidates.at(-1))?.version ?? null;
}

/** A branch switch starts the story anew: older checkpoints would only show the difference of the branches. */
function sinceLastSwitch(checkpoints: readonly Checkpoint[]): readonly Checkpoint[] {
  const start = checkpoints.findLastIndex((checkpoint) => checkpoint.kind === 'switched');
  return start < 0 ? checkpoints : checkpoints.slice(start);
}
