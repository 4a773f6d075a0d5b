import { expect, test } from 'vitest';
import { PlanLog } from '../../../src/edits/planLog.ts';
import { ManualClock } from '../../support/manualClock.ts';

test('outcomes of agents’ edits are told for an hour', () => {
  const clock = new ManualClock();
  const plans = new PlanLog(clock);
  const outcome = { consumer: 'agent', base_version_id: 'v1', outcome: 'applied', projectId: 'p' } as const;
  plans.add({ ...outcome, summary: 'first' });
  clock.advance(30 * 60 * 1000);
  plans.add({ ...outcome, summary: 'second' });
  expect(plans.hints('p').map(({ summary }) => summary)).toEqual(['second', 'first']);
  clock.advance(31 * 60 * 1000);
  expect(plans.hints('p').map(({ summary }) => summary)).toEqual(['second']);
  clock.advance(30 * 60 * 1000);
  expect(plans.hints('p')).toEqual([]);
});
