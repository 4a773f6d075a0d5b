import { describe, expect, test } from 'vitest';
import { DocumentHistory } from '../../../src/history/versions/documentHistory.ts';
import { VersionSequence } from '../../../src/history/versions/versionId.ts';
import { diffBase } from '../../../src/live/diffBase.ts';
import { ChangeSet } from '../../../src/text/changeSet.ts';
import { SourceText } from '../../../src/text/sourceText.ts';

const minuteMs = 60_000;
const start = Date.UTC(2025, 9, 9, 8);

interface Worked {
  readonly history: DocumentHistory;
  readonly states: readonly { readonly at: number; readonly text: SourceText }[];
  readonly now: number;
}

/** Numbers from 0 to 1 that look random and are always the same. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Types words here and there for hours, with pauses between, and saves a moment after each. */
function worked(hours: number): Worked {
  const next = numbers(7);
  const sequence = new VersionSequence('test');
  const history = new DocumentHistory(sequence.next(start), SourceText.from('line\n'.repeat(200)), sequence);
  history.checkpoint('opened', start);
  const states = [{ at: start, text: history.text }];
  let now = start;
  while (now < start + hours * 60 * minuteMs) {
    now += next() < 0.02 ? 10 * minuteMs * next() : 1_000 + 12_000 * next();
    const at = Math.floor(next() * history.text.length);
    for (const char of 'word ') {
      now += 150;
      history.record(ChangeSet.of([{ start: at, end: at, newText: char }], history.text.length), 'typing', now);
    }
    states.push({ at: now, text: history.text });
    history.checkpoint('saved', now + 1_000);
  }
  return { history, states, now };
}

describe('where the anchor diff starts', () => {
  test('is within 10 % of its time, after more than a day of work that was saved every few seconds', () => {
    const { history, states, now } = worked(26);
    for (const [setting, minutes] of Object.entries({ '5min': 5, '15min': 15, auto: 60, day: 24 * 60 })) {
      const base = diffBase(history, setting, now);
      const text = base === null ? null : history.textOf(base.number);
      const age = minutes * minuteMs;
      const near = states.filter(({ at }, index) => {
        const until = states[index + 1]?.at ?? Number.POSITIVE_INFINITY;
        return at <= now - 0.9 * age && until >= now - 1.1 * age;
      });
      expect(
        near.some((state) => text?.equals(state.text)),
        setting,
      ).toBe(true);
    }
  }, 60_000);

  test('where the history is younger it is the oldest state, and after a branch switch that one', () => {
    const { history } = worked(0.2);
    const now = start + 30 * minuteMs;
    expect(diffBase(history, 'auto', now)).toEqual(history.oldest);
    const { version } = history.checkpoint('switched', now);
    expect(diffBase(history, 'auto', now + minuteMs)).toEqual(version);
  });
});
