import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  DocumentHistory,
  defaultLimits,
  type HistoryLimits,
} from '../../../../src/documents/versions/documentHistory.ts';
import { parseVersionId, VersionSequence } from '../../../../src/documents/versions/versionId.ts';
import type { Origin } from '../../../../src/protocol/prompt/liveContext.ts';
import { ChangeSet } from '../../../../src/text/changeSet.ts';
import { SourceText } from '../../../../src/text/sourceText.ts';
import { runs } from '../../../support/runs.ts';

const start = Date.UTC(2025, 9, 9, 12, 34, 56);
const small: HistoryLimits = { edits: 4, bytes: 1_000_000, named: 3, consumers: 2 };
const ring64: HistoryLimits = { ...defaultLimits, edits: 64 };

function historyOf(text: string, limits?: HistoryLimits): DocumentHistory {
  const sequence = new VersionSequence('test');
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
  test('are a moment of the clock in UTC and the run of the process, and say both', () => {
    const version = new VersionSequence('k3f9').next(start + 7);
    expect(version.id).toBe('v20251009-123456007-k3f9');
    expect(parseVersionId(version.id)).toEqual({ number: start + 7, run: 'k3f9' });
  });

  test.each([
    ...['', 'v1', 'v20251009-123456', 'v20251009-123456-', 'v20251009-123456-7x', '7', 'v20251009-123456007-k3f'],
    ...['v20251009-12345607-k3f9', 'v20251309-123456007-k3f9', 'v20251009-123456007-K3F9'],
    'v20251009-123456007-k3fu',
  ])('%j is none', (id) => {
    expect(parseVersionId(id)).toBeNull();
  });

  test('law: numbers rise whatever the clock does, and follow it when it goes on', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -4_000_000, max: 4_000_000 })), (steps) => {
        const sequence = new VersionSequence('test');
        let last = 0;
        let now = start;
        for (const step of steps) {
          now += step;
          const { number, id, timestamp } = sequence.next(now);
          expect(number).toBe(Math.max(last + 1, now));
          expect(timestamp).toBe(now);
          expect(parseVersionId(id)).toEqual({ number, run: 'test' });
          last = number;
        }
      }),
      { seed: 1, numRuns: runs(75) },
    );
  });
});

describe('joining keystrokes', () => {
  test('keystrokes within 8 lines and a second of each other are one edit', () => {
    const history = historyOf('one\ntwo\n');
    for (const [index, char] of [...'hello'].entries()) insert(history, index, char, start + index * 900);
    history.seal();
    expect(history.editsAfter(0)).toHaveLength(1);
    expect(history.text.toString()).toBe('helloone\ntwo\n');
  });

  test('law: who looks at the document meanwhile changes nothing in how its edits are told', () => {
    const keystroke = fc.record({
      at: fc.nat(40),
      text: fc.constantFrom('a', 'word ', '\n', '\n\n\n'),
      pause: fc.constantFrom(1, 500, 2_000, 30_000, 200_000),
      origin: fc.constantFrom<Origin>('typing', 'undo', 'agent', 'disk'),
      looks: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(keystroke, { maxLength: 60 }), (keystrokes) => {
        const [watched, alone] = [historyOf('one\ntwo\n'.repeat(9)), historyOf('one\ntwo\n'.repeat(9))];
        let now = start;
        for (const { at, text, pause, origin, looks } of keystrokes) {
          now += pause;
          for (const history of [watched, alone]) insert(history, at, text, now, origin);
          if (looks) watched.seal();
          if (looks && pause > 1_000) watched.markAt('clipboard', watched.seal().number);
        }
        const told = (history: DocumentHistory) => {
          history.seal();
          return [...history.recentEdits()].map(({ base, version, origin }) => [
            origin,
            history.textOf(base.number)?.toString(),
            history.textOf(version.number)?.toString(),
          ]);
        };
        expect(told(watched)).toEqual(told(alone));
      }),
      { seed: 1, numRuns: runs(75) },
    );
  });

  test('five words typed with pauses in one line are one diff, what saving formats too; another place in between parts them', () => {
    const history = historyOf('\n'.repeat(40));
    const type = (offset: number, at: number) => {
      insert(history, offset, 'word ', start + at * 1000);
      history.seal();
    };
    for (let word = 0; word < 5; word++) type(word * 5, word * 20);
    expect([...history.recentEdits()]).toHaveLength(1);
    type(history.text.length, 110);
    type(25, 120);
    expect([...history.recentEdits()]).toHaveLength(3);
    type(30, 120 + 300);
    expect([...history.recentEdits()]).toHaveLength(4);
    for (const offset of [0, 35]) insert(history, offset, ' ', start + 430_000, 'format');
    history.seal();
    expect([...history.recentEdits()].map(({ origin }) => origin)).toEqual(Array(4).fill('typing'));
  });

  test('a change that turns out to be from disk leaves the typing before it alone', () => {
    const history = historyOf('');
    insert(history, 0, 'a', start);
    const { number } = history.seal();
    insert(history, 1, 'b', start + 1);
    history.relabel('disk', (edit) => edit.version.number > number);
    expect(history.editsAfter(0).map((edit) => [edit.origin, history.textOf(edit.version.number)?.toString()])).toEqual(
      [
        ['typing', 'a'],
        ['disk', 'ab'],
      ],
    );
  });
});

describe('what is kept', () => {
  test('the ring holds at most as many edits as its limit; older ones fold into the base', () => {
    const history = historyOf('', ring64);
    const ids = Array.from({ length: 100 }, (_, index) => {
      insert(history, index, 'x', start + index * 5000);
      return history.seal();
    });
    const kept = history.editsAfter(0).length;
    expect(kept).toBeLessThanOrEqual(64);
    expect(kept).toBeGreaterThanOrEqual(56);
    for (const [index, { number }] of ids.entries()) {
      expect(history.textOf(number)?.length ?? null).toBe(index < 99 - kept ? null : index + 1);
    }
  });

  test('the bytes of the ring are bounded', () => {
    const history = historyOf('', { ...defaultLimits, bytes: 100_000 });
    for (let index = 0; index < 2_000; index++)
      insert(history, 0, 'some words that were typed\n', start + index * 5000);
    history.seal();
    expect(history.byteSize).toBeLessThan(100_000 + 2 * history.text.length);
    expect(history.editsAfter(0).length).toBeGreaterThan(100);
    expect(history.startAfter(start)).toBe('gone');
  });

  test('a save is a mark that goes with its version, save the last one', () => {
    const history = historyOf('', small);
    for (let index = 0; index < 20; index++) {
      insert(history, index, 'x', start + index * 5000);
      history.checkpoint('saved', start + index * 5000);
    }
    expect(history.checkpoints.length).toBeLessThanOrEqual(5);
    const last = history.checkpoints.at(-1)?.version.number ?? 0;
    for (let index = 0; index < 20; index++) insert(history, 0, 'y', start + 200_000 + index * 5000);
    history.seal();
    expect(history.checkpoints.map(({ version }) => version.number)).toEqual([last]);
    expect(history.textOf(last)?.length).toBe(20);
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
    else if (one.kind === 'mark') {
      handOut(history.seal().number);
      history.markAt(one.consumer, history.newest.number);
    } else if (one.kind === 'forget') history.forget(one.consumer);
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
    { numRuns: runs(375) },
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
        new VersionSequence('more', start * 2),
        small,
        history.folded,
      );
      for (const record of history.records()) again.replay(record);
      expect(again.text.toString()).toBe(history.text.toString());
      expect(again.editsAfter(0).slice(again.editsAfter(0).length - history.editsAfter(0).length)).toEqual(
        history.editsAfter(0),
      );
      expect(again.checkpoints).toEqual(history.checkpoints);
      expect(again.watermarks).toEqual(history.watermarks);
      for (let number = start - 1; number <= history.newest.number; number += 250) {
        expect(again.textOf(number)?.toString()).toBe(history.textOf(number)?.toString());
        expect(again.startAfter(number)).toEqual(history.startAfter(number));
      }
    }),
    { numRuns: runs(250) },
  );
});
