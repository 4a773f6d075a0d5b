import { describe, expect, test } from 'vitest';
import { diffBase } from '../../../src/documents/diffBase.ts';
import { DocumentHistory } from '../../../src/documents/versions/documentHistory.ts';
import { VersionSequence } from '../../../src/documents/versions/versionId.ts';
import { ChangeSet } from '../../../src/text/changeSet.ts';
import { SourceText } from '../../../src/text/sourceText.ts';

const minuteMs = 60_000;
const start = Date.UTC(2025, 9, 9, 8);

const minutesOf = { '5min': 5, '15min': 15, auto: 60, day: 24 * 60 } as const;

function editedEachMinute(minutes: number): DocumentHistory {
  const sequence = new VersionSequence('test');
  const history = new DocumentHistory(sequence.next(start), SourceText.from('line\n'), sequence);
  for (let at = 1; at < minutes; at++) {
    const changes = ChangeSet.of([{ start: 0, end: 0, newText: 'x' }], history.text.length);
    history.record(changes, 'typing', start + at * minuteMs);
  }
  history.seal();
  return history;
}

describe('where the anchor diff starts', () => {
  test.each(Object.entries(minutesOf))('with %s it is within a tenth of its time at every hour', (setting, minutes) => {
    const history = editedEachMinute(27 * 60);
    for (let hour = Math.ceil(minutes / 60); hour < 27; hour++) {
      const base = diffBase(history, setting as keyof typeof minutesOf, start + hour * 60 * minuteMs);
      const age = hour * 60 - ((base?.timestamp ?? 0) - start) / minuteMs;
      expect(Math.abs(age - minutes)).toBeLessThanOrEqual(minutes / 10 + 1);
    }
  });

  test('where the history is younger it is the oldest state, and after a branch switch that one', () => {
    const history = editedEachMinute(12);
    const now = start + 30 * minuteMs;
    expect(diffBase(history, 'auto', now)).toEqual(history.oldest);
    const { version } = history.checkpoint('switched', now);
    expect(diffBase(history, 'auto', now + minuteMs)).toEqual(version);
  });
});
