import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChangeNotice } from '../../../src/vscode/view/changeNotice.ts';

let told = 0;
let notice: ChangeNotice;

beforeEach(() => {
  vi.useFakeTimers();
  told = 0;
  notice = new ChangeNotice(150, () => {
    told++;
  });
});
afterEach(() => {
  vi.useRealTimers();
});

test('the view is told once of changes that come close together', () => {
  for (let change = 0; change < 10; change++) notice.changed();
  vi.advanceTimersByTime(149);
  expect(told).toBe(0);
  vi.advanceTimersByTime(1);
  expect(told).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(told).toBe(1);
});

test('a view that has asked since the change is not told of it', () => {
  notice.changed();
  notice.seen();
  vi.advanceTimersByTime(1_000);
  expect(told).toBe(0);
});

test('a change after the view asked is told', () => {
  notice.changed();
  notice.seen();
  notice.changed();
  vi.advanceTimersByTime(150);
  expect(told).toBe(1);
});
