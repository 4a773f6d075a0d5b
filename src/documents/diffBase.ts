import type { CheckpointKind } from '../protocol/prompt/liveContext.ts';
import type { AnchorStart } from '../protocol/settings.ts';
import type { Checkpoint } from './versions/checkpoint.ts';
import type { DocumentHistory } from './versions/documentHistory.ts';
import type { Version } from './versions/versionId.ts';

const minuteMs = 60 * 1000;

/** Age of the start, ms, or the checkpoint at which the diff starts. */
const starts: Readonly<Record<AnchorStart, number | CheckpointKind>> = {
  auto: 60 * minuteMs,
  '5min': 5 * minuteMs,
  '15min': 15 * minuteMs,
  day: 24 * 60 * minuteMs,
  opened: 'opened',
  saved: 'saved',
  head: 'head',
};
/** The base moves in steps of this share of the age, so that consecutive prompts share it. */
const step = 1 / 20;

/**
 * The version that `anchor_diff` starts from, by the setting `liveContext.anchor`. A younger
 * history starts from its oldest state. After a branch switch older states do not count, since they
 * only show how the branches differ. Null if the document has no such checkpoint.
 */
export function diffBase(history: DocumentHistory, setting: AnchorStart, now: number): Version | null {
  const start = starts[setting];
  if (typeof start === 'number') return stateAt(history, Math.floor((now - start) / (start * step)) * (start * step));
  return history.checkpoints.findLast(({ kind }) => kind === start)?.version ?? null;
}

function stateAt(history: DocumentHistory, timestamp: number): Version {
  const start = history.checkpoints.findLast(({ kind }) => kind === 'switched')?.version ?? history.oldest;
  return history.lastAt(timestamp, start.number) ?? start;
}

/**
 * The newest version that was the file's own text: opened, saved, or read from the disk. The oldest
 * where none is known.
 */
export function versionOnDisk(history: DocumentHistory): Version {
  const edits = history.editsAfter(0);
  const read = edits.filter(({ origin }) => origin === 'disk');
  // Unsaved text that the editor restores when it starts is an edit of unknown origin.
  const restored = new Set(edits.flatMap(({ origin, version }) => (origin === 'unknown' ? [version.number] : [])));
  const isFile = ({ kind, version }: Checkpoint) => kind === 'opened' && !restored.has(version.number);
  const marked = history.checkpoints.filter((one) => one.kind === 'saved' || isFile(one));
  return [...marked, ...read].reduce(
    (newest, { version }) => (version.number > newest.number ? version : newest),
    history.oldest,
  );
}
