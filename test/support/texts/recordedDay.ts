import type { TextChange } from '../../../src/text/sourceText.ts';
import { loadTrace, type TraceName } from './traces.ts';

/** So many changes are typed in one go, this long after one another, ms; an editor with auto-save saves a second later. */
const burstChanges = 25;
const changeMs = 150;
const saveMs = 1_000;
/** The pauses between them, each a share of the day: many are short, a few long, as people make them. */
const pauseShares = [1, 1, 2, 1, 5, 1, 3, 1, 1, 14];

/** What happens so many ms after what was before. */
export interface DayStep {
  readonly afterMs: number;
  /** Null for a save. */
  readonly change: TextChange | null;
}

/** The changes of a recorded session over a clock of `dayMs`, in bursts with pauses between, each followed by a save: the recordings tell no times. */
export function* recordedDay(name: TraceName, dayMs: number): Generator<DayStep, void> {
  const { edits } = loadTrace(name);
  const pauses = Array.from({ length: Math.ceil(edits.length / burstChanges) }, (_, burst) => shareOf(burst));
  const workedMs = edits.length * changeMs + pauses.length * saveMs;
  const unitMs = (dayMs - workedMs) / pauses.reduce((sum, share) => sum + share, 0);
  for (const [index, change] of edits.entries()) {
    const isFirst = index % burstChanges === 0;
    const pauseMs = isFirst ? Math.floor(unitMs * shareOf(index / burstChanges)) : 0;
    yield { afterMs: pauseMs + changeMs, change };
    const isLast = (index + 1) % burstChanges === 0 || index + 1 === edits.length;
    if (isLast) yield { afterMs: saveMs, change: null };
  }
}

function shareOf(burst: number): number {
  return pauseShares[burst % pauseShares.length] as number;
}
