import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refresher } from '../../../src/vscode/view/refresher.ts';

const pace = { quiet: 100, latest: 1000 };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A refresher whose rounds take a while, and when each of them began. */
function timed(roundTakes: number): { refresher: Refresher; began: number[]; most: () => number } {
  const began: number[] = [];
  let running = 0;
  let most = 0;
  const refresher = new Refresher(async () => {
    began.push(Date.now());
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, roundTakes));
    running -= 1;
  }, pace);
  return { refresher, began, most: () => most };
}

describe('Refresher', () => {
  it('never runs two rounds at once and never misses the last change', async () => {
    const change = fc.record({ after: fc.integer({ min: 0, max: 400 }), how: fc.constantFrom('soon', 'now') });
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 0, max: 700 }),
        async (changes, takes) => {
          const { refresher, began, most } = timed(takes);
          for (const { after, how } of changes) {
            await vi.advanceTimersByTimeAsync(after);
            refresher[how as 'soon' | 'now']();
          }
          const last = Date.now();
          await vi.advanceTimersByTimeAsync(takes + pace.latest + 1);
          expect(most()).toBe(1);
          expect(began.at(-1)).toBeGreaterThanOrEqual(last);
        },
      ),
    );
  });

  it('answers a burst with one round once it is over', async () => {
    const { refresher, began } = timed(10);
    for (let change = 0; change < 8; change += 1) {
      refresher.soon();
      await vi.advanceTimersByTimeAsync(50);
    }
    await vi.advanceTimersByTimeAsync(5000);
    expect(began).toHaveLength(1);
  });

  it('does not wait for ever while changes keep coming', async () => {
    const { refresher, began } = timed(10);
    const start = Date.now();
    for (let change = 0; change < 30; change += 1) {
      refresher.soon();
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(began[0]! - start).toBe(pace.latest);
  });

  it('makes one more round of all changes during a round', async () => {
    const { refresher, began } = timed(500);
    refresher.now();
    for (let change = 0; change < 20; change += 1) {
      await vi.advanceTimersByTimeAsync(20);
      refresher.soon();
    }
    await vi.advanceTimersByTimeAsync(5000);
    expect(began).toHaveLength(2);
  });

  it('begins at once when the user waits', async () => {
    const { refresher, began } = timed(10);
    refresher.soon();
    refresher.now();
    expect(began).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5000);
    expect(began).toHaveLength(1);
  });
});
