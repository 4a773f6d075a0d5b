import type { Disposable } from '../../base/disposable.ts';
import type { Clock } from '../../base/ports/clock.ts';

/** When a round of requests may begin, in milliseconds. */
export interface Pace {
  /** Quiet time after the last change. */
  readonly quiet: number;
  /** Longest time after the first change. */
  readonly latest: number;
}

/** Pause after an incomplete round: the first, doubled each time, up to the maximum, ms. */
const retry = { first: 1_000, most: 60_000 };

/**
 * Runs rounds, at most one at a time and one pending. Laws: a new round begins after every `soon`
 * or `now`, so no change is missed; an incomplete round is repeated by itself.
 * @param round tells whether it found everything
 */
export function refresher(round: () => Promise<boolean>, pace: Pace, clock: Clock) {
  let timer: Disposable | undefined;
  let firstChange: number | null = null;
  let running = false;
  let stopped = false;
  let again: 'no' | 'soon' | 'now' = 'no';
  let retryMs = retry.first;

  const beginIn = (ms: number) => {
    timer?.dispose();
    if (!stopped) timer = clock.after(Math.max(0, ms), () => void begin());
  };

  const begin = async () => {
    timer?.dispose();
    if (stopped) return;
    firstChange = null;
    running = true;
    again = 'no';
    let isWhole = false;
    try {
      isWhole = await round();
    } finally {
      running = false;
      const pause = retryMs;
      retryMs = isWhole ? retry.first : Math.min(2 * retryMs, retry.most);
      const wanted = again as 'no' | 'soon' | 'now';
      if (wanted === 'now') now();
      else if (wanted === 'soon') soon();
      else if (!isWhole) beginIn(pause);
    }
  };

  /** Something changed: a round begins when changes pause. */
  const soon = () => {
    if (running) {
      if (again === 'no') again = 'soon';
      return;
    }
    const time = clock.now();
    firstChange ??= time;
    beginIn(Math.min(pace.quiet, firstChange + pace.latest - time));
  };

  /** The user waits: a round begins at once, or right after the one under way. */
  const now = () => {
    if (running) again = 'now';
    else void begin();
  };

  /** No round begins any more. */
  const stop = () => {
    stopped = true;
    timer?.dispose();
  };

  return { soon, now, stop };
}
