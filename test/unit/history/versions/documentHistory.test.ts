import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DocumentHistory, type HistoryLimits } from '../../../../src/history/versions/documentHistory.ts';
import { VersionSequence, versionNumberOf } from '../../../../src/history/versions/versionId.ts';
import type { Origin } from '../../../../src/protocol/liveContext.ts';
import { ChangeSet } from '../../../../src/text/changeSet.ts';
import { SourceText } from '../../../../src/text/sourceText.ts';

const start = Date.UTC(2025, 9, 9, 12, 34, 56);
const small: HistoryLimits = { edits: 4, checkpoints: 3, consumers: 2 };

function historyOf(text: string, limits?: HistoryLimits): DocumentHistory {
  const sequence = new VersionSequence();
  return new DocumentHistory(sequence.next(start), SourceText.from(text), sequence, limits);
}

function insert(
  history: DocumentHistory,
  offset: number,
  text: string,
  timestamp: number,
  origin: Origin = 'typing',
): void {
  history.record(ChangeSet.of([{ start: offset, end: offset, newText: text }], history.text.length), origin, timestamp);
}

describe('version ids', () => {
  test('are the UTC time and a rising number', () => {
    expect(new VersionSequence(7).next(start).id).toBe('v20251009-123456-7');
    expect(versionNumberOf('v20251009-123456-7')).toBe(7);
  });

  test.each(['', 'v1', 'v20251009-123456', 'v20251009-123456-', 'v20251009-123456-7x', '7'])('%j is none', (id) => {
    expect(versionNumberOf(id)).toBeNull();
  });

  test('numbers are reserved before they come into use', () => {
    let limit = 1 + VersionSequence.block;
    const sequence = new VersionSequence(1, (next) => {
      limit = next;
      sequence.reserved(next);
    });
    for (let count = 1; count < 3_000; count++) {
      const { number } = sequence.next(start);
      expect(number).toBeLessThan(limit);
      expect(number).toBe(count);
    }
  });

  test('law: killed at any moment, with reservations that fail or come late, no number comes twice', () => {
    const life = fc.record({ versions: fc.nat(1_500), kept: fc.boolean(), late: fc.nat(600) });
    fc.assert(
      fc.property(fc.array(life, { maxLength: 8 }), (lives) => {
        const seen = new Set<number>();
        let stored = 1;
        let now = start;
        for (const { versions, kept, late } of lives) {
          // No process lives for a shorter time than this.
          now += VersionSequence.block;
          const first = stored;
          if (kept) stored = first + VersionSequence.block;
          const waiting: { readonly at: number; readonly limit: number }[] = [];
          let count = 0;
          const reserve = (limit: number) => void waiting.push({ at: count + late, limit });
          const sequence = new VersionSequence(first, reserve, stored);
          for (; count < versions; count++) {
            for (const { limit } of kept ? waiting.filter(({ at }) => at <= count) : []) {
              stored = Math.max(stored, limit);
              sequence.reserved(limit);
            }
            now += 3;
            const { number } = sequence.next(now);
            expect(seen.has(number)).toBe(false);
            seen.add(number);
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('joining keystrokes', () => {
  test('keystrokes within 8 lines and a second of each other are one edit', () => {
    const history = historyOf('one\ntwo\n');
    for (const [index, char] of [...'hello'].entries()) insert(history, index, char, start + index * 900);
    history.seal();
    expect(history.edits).toHaveLength(1);
    expect(history.text.toString()).toBe('helloone\ntwo\n');
  });

  test('a pause of more than a second begins another edit', () => {
    const history = historyOf('');
    insert(history, 0, 'a', start);
    insert(history, 1, 'b', start + 1001);
    history.seal();
    expect(history.edits).toHaveLength(2);
  });

  test('a place more than 8 lines away begins another edit', () => {
    const history = historyOf('\n'.repeat(20));
    insert(history, 0, 'a', start);
    insert(history, 8, 'b', start + 10);
    insert(history, 15, 'c', start + 20);
    history.seal();
    expect(history.edits).toHaveLength(2);
  });

  test('undo does not join typing, and an agent joins nothing', () => {
    const history = historyOf('');
    insert(history, 0, 'a', start);
    insert(history, 1, 'b', start, 'undo');
    insert(history, 2, 'c', start, 'agent');
    insert(history, 3, 'd', start, 'agent');
    history.seal();
    expect(history.edits.map((edit) => edit.origin)).toEqual(['typing', 'undo', 'agent', 'agent']);
  });

  test('handing out an id seals the open edit', () => {
    const history = historyOf('');
    insert(history, 0, 'a', start);
    const { number } = history.seal();
    insert(history, 1, 'b', start + 1);
    expect(history.textOf(number)?.toString()).toBe('a');
    expect(history.seal().number).toBeGreaterThan(number);
  });

  test('a change that turns out to be from disk leaves the typing before it alone', () => {
    const history = historyOf('');
    insert(history, 0, 'a', start);
    const { number } = history.seal();
    insert(history, 1, 'b', start + 1);
    history.relabel('disk', (edit) => edit.version.number > number);
    expect(history.edits.map((edit) => [edit.origin, history.textOf(edit.version.number)?.toString()])).toEqual([
      ['typing', 'a'],
      ['disk', 'ab'],
    ]);
  });
});

describe('what is kept', () => {
  test('the ring holds the last 64 edits; older ones fold into the base', () => {
    const history = historyOf('');
    const ids = Array.from({ length: 100 }, (_, index) => {
      insert(history, index, 'x', start + index * 5000);
      return history.seal();
    });
    expect(history.edits).toHaveLength(64);
    for (const [index, { number }] of ids.entries()) {
      expect(history.textOf(number)?.length ?? null).toBe(index < 35 ? null : index + 1);
    }
  });

  test('a checkpoint or watermark older than the ring still gives an exact diff', () => {
    const history = historyOf('base\n');
    const checkpoint = history.checkpoint('named', start, 'mine').version;
    insert(history, 0, 'first\n', start + 1);
    const mark = history.mark('clipboard');
    for (let index = 0; index < 200; index++) {
      insert(history, history.text.length, `${index}\n`, start + index * 5000);
      history.seal();
    }
    for (const version of [checkpoint, mark]) {
      const changes = history.between(version.number, history.newest.number);
      const older = history.textOf(version.number);
      expect(older && changes?.apply(older).toString()).toBe(history.text.toString());
    }
    expect(history.textOf(mark.number)?.toString()).toBe('first\nbase\n');
  });

  test('a version that was folded away is gone, also between two that are kept', () => {
    const history = historyOf('', small);
    history.checkpoint('named', start, 'oldest');
    const versions = Array.from({ length: 10 }, (_, index) => {
      insert(history, index, 'x', start + index * 5000);
      return history.seal();
    });
    expect(history.versionAt(versions[0]?.number ?? 0)).toBe('gone');
    expect(history.versionAt(versions[9]?.number ?? 0)).toEqual(versions[9]);
    expect(history.versionAt(0)).toBeNull();
  });

  test('past the caps the oldest checkpoint and the least recent consumer go', () => {
    const history = historyOf('', small);
    for (let index = 0; index < 5; index++) {
      insert(history, index, 'x', start + index * 5000);
      history.checkpoint('named', start, `number ${index}`);
      history.mark(`consumer ${index}`);
    }
    expect(history.checkpoints.map((checkpoint) => checkpoint.name)).toEqual(['number 2', 'number 3', 'number 4']);
    expect([...history.watermarks.keys()]).toEqual(['consumer 3', 'consumer 4']);
  });

  test('saving often does not cost the opened text, HEAD or what was named', () => {
    const history = historyOf('opened');
    history.checkpoint('opened', start);
    history.detachedCheckpoint(
      'head',
      SourceText.empty,
      ChangeSet.of([{ start: 0, end: 0, newText: 'opened' }], 0),
      start,
    );
    history.checkpoint('named', start, 'mine');
    for (let index = 0; index < 40; index++) {
      insert(history, 0, 'x', start + index * 5000);
      history.checkpoint('saved', start + index * 5000);
    }
    expect(history.checkpoints).toHaveLength(16);
    expect(history.checkpoints.slice(0, 3).map((one) => one.kind)).toEqual(['opened', 'head', 'named']);
  });

  test('HEAD is another text, and its diff to now is exact', () => {
    const history = historyOf('one\ntwo\n');
    const head = SourceText.from('one\n');
    const changes = ChangeSet.of([{ start: 4, end: 4, newText: 'two\n' }], head.length);
    const { version } = history.detachedCheckpoint('head', head, changes, start);
    insert(history, 8, 'three\n', start + 1);
    history.seal();
    expect(history.between(version.number, history.newest.number)?.apply(head).toString()).toBe('one\ntwo\nthree\n');
    expect(history.textOf(version.number)?.toString()).toBe('one\n');
  });

  test('changes for another text are refused', () => {
    const history = historyOf('abc');
    expect(() => history.record(ChangeSet.of([{ start: 0, end: 1, newText: '' }], 9), 'typing', start)).toThrow(
      RangeError,
    );
  });
});

type Step =
  | {
      readonly kind: 'edit';
      readonly at: number;
      readonly remove: number;
      readonly text: string;
      readonly pause: number;
      readonly origin: Origin;
    }
  | { readonly kind: 'seal' }
  | { readonly kind: 'checkpoint'; readonly name: string }
  | { readonly kind: 'mark'; readonly consumer: string }
  | { readonly kind: 'forget'; readonly consumer: string }
  | { readonly kind: 'relabel'; readonly origin: Origin }
  | { readonly kind: 'unpin' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      at: fc.nat(200),
      remove: fc.nat(5),
      text: fc.constantFrom('', 'a', '\n', 'xy', '\r\n', '\ud83d', '\n\n\n\n\n'),
      pause: fc.constantFrom(1, 500, 2000),
      origin: fc.constantFrom<Origin>('typing', 'undo', 'agent', 'unknown'),
    }),
  },
  fc.constant<Step>({ kind: 'seal' }),
  fc.record({ kind: fc.constant('checkpoint' as const), name: fc.constantFrom('a', 'b', 'c') }),
  fc.record({ kind: fc.constant('mark' as const), consumer: fc.constantFrom('p', 'q', 'r') }),
  fc.record({ kind: fc.constant('forget' as const), consumer: fc.constantFrom('p', 'q', 'r') }),
  fc.constant<Step>({ kind: 'unpin' }),
  fc.record({ kind: fc.constant('relabel' as const), origin: fc.constantFrom<Origin>('disk', 'format') }),
);

/** Does the steps; `ids` remembers what every id that was handed out named. */
function play(history: DocumentHistory, steps: readonly Step[], ids: Map<number, string>): void {
  let now = start;
  let model = history.text.toString();
  const handOut = (number: number) => {
    const before = ids.get(number);
    if (before !== undefined && before !== model) throw new Error(`${number} named ${before}, now ${model}`);
    ids.set(number, model);
  };
  for (const one of steps) {
    if (one.kind === 'edit') {
      now += one.pause;
      const at = Math.min(one.at, model.length);
      const end = Math.min(at + one.remove, model.length);
      history.record(ChangeSet.of([{ start: at, end, newText: one.text }], model.length), one.origin, now);
      model = model.slice(0, at) + one.text + model.slice(end);
    } else if (one.kind === 'seal') handOut(history.seal().number);
    else if (one.kind === 'checkpoint') handOut(history.checkpoint('named', now, one.name).version.number);
    else if (one.kind === 'mark') handOut(history.mark(one.consumer).number);
    else if (one.kind === 'forget') history.forget(one.consumer);
    else if (one.kind === 'unpin') history.unpin('named');
    else handOut(history.relabel(one.origin, (edit) => edit.origin === 'unknown').number);
    expect(history.text.toString()).toBe(model);
  }
}

function expectTruth(history: DocumentHistory, ids: ReadonlyMap<number, string>): void {
  for (const [number, text] of ids) expect(history.textOf(number)?.toString() ?? text).toBe(text);
  const { versions } = history;
  for (const from of versions) {
    for (const to of versions.filter((version) => version.number >= from.number)) {
      const older = history.textOf(from.number) as SourceText;
      expect(history.between(from.number, to.number)?.apply(older).toString()).toBe(
        history.textOf(to.number)?.toString(),
      );
    }
  }
  for (const held of [...history.watermarks.values(), ...history.checkpoints.map((one) => one.version.number)]) {
    expect(history.textOf(held)).not.toBeNull();
  }
}

test('law: an id names the same text for ever or is gone; changes between kept versions are exact; what is held stays', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), fc.array(step, { maxLength: 40 }), (text, steps) => {
      const history = historyOf(text, small);
      const ids = new Map<number, string>();
      play(history, steps, ids);
      history.seal();
      expectTruth(history, ids);
    }),
    { numRuns: 1500 },
  );
});

test('law: a history built again from its records is the same', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), fc.array(step, { maxLength: 40 }), (text, steps) => {
      const history = historyOf(text, small);
      play(history, steps, new Map());
      history.seal();
      const { oldest } = history;
      const again = new DocumentHistory(
        oldest,
        history.textOf(oldest.number) as SourceText,
        new VersionSequence(9999),
        small,
        history.folded,
      );
      for (const record of history.records()) again.replay(record);
      expect(again.text.toString()).toBe(history.text.toString());
      expect(again.edits).toEqual(history.edits);
      expect(again.checkpoints).toEqual(history.checkpoints);
      expect(again.watermarks).toEqual(history.watermarks);
      for (let number = 0; number <= history.newest.number; number++) {
        expect(again.textOf(number)?.toString()).toBe(history.textOf(number)?.toString());
        expect(again.versionAt(number)).toEqual(history.versionAt(number));
      }
    }),
    { numRuns: 1000 },
  );
});
