import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../src/vscode/host/clock.ts';
import { refresher } from '../../../src/vscode/view/refresher.ts';

const pace = { quiet: 100, latest: 1000 };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A refresher whose rounds take a while, and when each of them began. */
function timed(
  roundTakes: number,
  isWhole: (round: number) => boolean = () => true,
): { rounds: ReturnType<typeof refresher>; began: number[]; most: () => number } {
  const began: number[] = [];
  let running = 0;
  let most = 0;
  const round = async () => {
    began.push(Date.now());
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, roundTakes));
    running -= 1;
    return isWhole(began.length);
  };
  return { rounds: refresher(round, pace, systemClock), began, most: () => most };
}

describe('refresher', () => {
  it('never runs two rounds at once and never misses the last change', async () => {
    const change = fc.record({ after: fc.integer({ min: 0, max: 400 }), how: fc.constantFrom('soon', 'now') });
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 0, max: 700 }),
        async (changes, takes) => {
          const { rounds, began, most } = timed(takes);
          for (const { after, how } of changes) {
            await vi.advanceTimersByTimeAsync(after);
            rounds[how as 'soon' | 'now']();
          }
          const last = Date.now();
          await vi.advanceTimersByTimeAsync(takes + pace.latest + 1);
          expect(most()).toBe(1);
          expect(began.at(-1)).toBeGreaterThanOrEqual(last);
        },
      ),
    );
  });

  it('does not wait for ever while changes keep coming', async () => {
    const { rounds, began } = timed(10);
    const start = Date.now();
    for (let change = 0; change < 30; change += 1) {
      rounds.soon();
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(began[0]! - start).toBe(pace.latest);
  });

  it('begins again by itself after a round that found something missing, each time later, until one finds everything', async () => {
    const { rounds, began } = timed(0, (round) => round === 8);
    const start = Date.now();
    rounds.now();
    await vi.advanceTimersByTimeAsync(1_000_000);
    const seconds = [0, 1, 3, 7, 15, 31, 63, 123];
    expect(began.map((at) => Math.round((at - start) / 1_000))).toEqual(seconds);
  });
});
