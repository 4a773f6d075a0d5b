import type { Clock } from '../../base/ports/clock.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return { dispose: () => clearTimeout(timer) };
  },
  pause: () => new Promise((resolve) => setTimeout(resolve)),
};
