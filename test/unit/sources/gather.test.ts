import { expect, test } from 'vitest';
import type { Piece } from '../../../src/engine/piece.ts';
import { type PieceSource, Sources } from '../../../src/sources/gather.ts';
import { ManualClock } from '../../support/manualClock.ts';
import { constraint } from '../../support/prompts/samplePieces.ts';
import { requestFor } from './request.ts';

const request = requestFor({ file: 'a.ts' });
const rule = constraint('a', 'Never.');

/** A source that answers when it is told to. */
function controlled(name: string, essential: boolean) {
  const waiting: { resolve(pieces: readonly Piece[]): void; reject(error: Error): void }[] = [];
  const source: PieceSource = {
    name,
    essential,
    pieces: () => new Promise((resolve, reject) => waiting.push({ resolve, reject })),
  };
  return { source, waiting };
}

test.each([true, false])('a delivery (%s) or first look waits 2 s for rules, 100 ms for others', async (isDelivery) => {
  const clock = new ManualClock();
  const rules = controlled('RULES', true);
  const search = controlled('SEARCH', false);
  const sources = new Sources([rules.source, search.source], clock);
  const gathering = sources.gather(request, isDelivery);
  await Promise.resolve();
  clock.advance(1_900);
  rules.waiting[0]?.resolve([rule]);
  expect(await gathering).toEqual({
    pieces: [rule],
    missing: [],
    warnings: ['SEARCH_UNAVAILABLE: no answer within 100 ms'],
  });
});

test('rules that come too late or fail are named, and those of the last prompt stand in for them', async () => {
  const clock = new ManualClock();
  const { source, waiting } = controlled('RULES', true);
  const sources = new Sources([source], clock);
  const ask = async (answer: (round: number) => void) => {
    const gathering = sources.gather(request, true);
    await Promise.resolve();
    answer(waiting.length - 1);
    return gathering;
  };
  const never = await ask(() => clock.advance(2_000));
  expect(never.pieces).toEqual([]);
  expect(never.missing).toEqual(['RULES_UNAVAILABLE: no answer within 2000 ms']);
  await ask((round) => waiting[round]?.resolve([rule]));
  const late = await ask(() => clock.advance(2_000));
  const failed = await ask((round) => waiting[round]?.reject(new Error('disk')));
  expect([late.pieces, failed.pieces]).toEqual([[rule], [rule]]);
  expect(late.warnings).toEqual(['RULES_UNAVAILABLE: no answer within 2000 ms; its last answer is shown']);
  expect(failed.warnings).toEqual(['RULES_FAILED: the source failed; its last answer is shown']);
});

test('a first answer that comes late is news, though it be empty, and later ones are if they differ', async () => {
  const clock = new ManualClock();
  const { source, waiting } = controlled('RULES', true);
  const sources = new Sources([source], clock);
  let fired = 0;
  sources.onDidAnswerLate(() => fired++);
  const answerLate = async (pieces: readonly Piece[]) => {
    const gathering = sources.gather(request, true);
    await Promise.resolve();
    clock.advance(2_000);
    await gathering;
    waiting.at(-1)?.resolve(pieces);
    await new Promise(setImmediate);
    return fired;
  };
  expect(await answerLate([])).toBe(1);
  expect(await answerLate([])).toBe(1);
  expect(await answerLate([rule])).toBe(2);
});
