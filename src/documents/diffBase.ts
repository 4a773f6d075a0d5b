import type { DocumentHistory } from './versions/documentHistory.ts';
import type { Version } from './versions/versionId.ts';

const minuteMs = 60 * 1000;

/** How far back the choices of the setting `liveContext.anchor` reach that are times, ms. */
const ages: Readonly<Record<string, number>> = {
  auto: 60 * minuteMs,
  '5min': 5 * minuteMs,
  '15min': 15 * minuteMs,
  day: 24 * 60 * minuteMs,
};
/** The moment moves in steps of this share of the age, so that prompts that follow each other have the same base. */
const step = 1 / 20;

/**
 * The version that `anchor_diff` starts from, by the setting `liveContext.anchor`: the state of the document 60 minutes ago
 * (`auto`), 5 minutes, 15 minutes or a day ago, whatever was saved since; the text as it was `opened`, `saved` last or at git's `head`;
 * or a version id. Where the history does not reach back so far it is the oldest state; where many files changed at once, as at a branch
 * switch, the history starts anew, since older states would only show how the branches differ. Null when there is none.
 */
export function diffBase(history: DocumentHistory, setting: string, now: number): Version | null {
  const age = ages[setting];
  if (age !== undefined) return stateAt(history, Math.floor((now - age) / (age * step)) * (age * step));
  if (setting === 'opened' || setting === 'saved' || setting === 'head')
    return history.checkpoints.findLast((checkpoint) => checkpoint.kind === setting)?.version ?? null;
  return history.find(setting);
}

function stateAt(history: DocumentHistory, timestamp: number): Version {
  const start = history.checkpoints.findLast(({ kind }) => kind === 'switched')?.version ?? history.oldest;
  return history.lastAt(timestamp, start.number) ?? start;
}
