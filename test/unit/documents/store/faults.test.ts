import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FileSystemError } from '../../../../src/base/ports/fileSystem.ts';
import { Histories } from '../../../../src/documents/histories.ts';
import { HistoryStore } from '../../../../src/documents/store/historyStore.ts';
import { runOf } from '../../../../src/documents/versions/versionId.ts';
import type { ErrorCode } from '../../../../src/protocol/errorCodes.ts';
import { ChangeSet } from '../../../../src/text/changeSet.ts';
import { ManualClock } from '../../../support/manualClock.ts';
import { MemoryFileSystem } from '../../../support/memoryFileSystem.ts';
import { sha256 } from '../../../support/memoryWorkspace.ts';
import { runs } from '../../../support/runs.ts';

const names = ['file:///p/a.ts', 'file:///p/b.ts', 'file:///p/folder/c.ts'];

/** A disk that dies with the process at some write, which may leave a part of what was to be added. */
class KilledFiles extends MemoryFileSystem {
  killAt = Number.POSITIVE_INFINITY;
  torn = 0;

  override async append(name: string, bytes: Uint8Array): Promise<void> {
    if (this.writes + 1 === this.killAt && this.fail === null)
      await super.append(name, bytes.slice(0, Math.floor(bytes.length * this.torn)));
    this.#live();
    await super.append(name, bytes);
  }

  override async write(name: string, bytes: Uint8Array): Promise<void> {
    this.#live();
    await super.write(name, bytes);
  }

  override async remove(name: string): Promise<void> {
    this.#live();
    await super.remove(name);
  }

  override async rename(from: string, to: string): Promise<void> {
    this.#live();
    await super.rename(from, to);
  }

  #live(): void {
    if (this.writes + 1 >= this.killAt) throw new FileSystemError('other', 'killed');
  }
}

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('type' as const),
      of: fc.nat(2),
      text: fc.constantFrom('a', 'word ', '\n'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('mark' as const), of: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('look' as const), of: fc.nat(2) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(300, 2_000, 70_000) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('fault' as const), of: fc.constantFrom('full', 'denied', 'other', null) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reads' as const), fail: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const), of: fc.nat(2) }) },
);
const life = fc.record({
  /** Which files have changed while nobody followed them. */
  elsewhere: fc.array(fc.nat(2), { maxLength: 2 }),
  steps: fc.array(step, { maxLength: 25 }),
  clock: fc.constantFrom(0, 1_000, -3_600_000, 86_400_000),
  /** At which write it is killed. */
  killAt: fc.oneof(fc.nat(40), fc.constant(Number.POSITIVE_INFINITY)),
  torn: fc.double({ min: 0, max: 1, noNaN: true }),
  unreadable: fc.boolean(),
  /** Which byte of which file is flipped or lost afterwards. */
  damage: fc.option(fc.record({ file: fc.nat(), at: fc.nat(), by: fc.integer({ min: 0, max: 255 }) }), { freq: 3 }),
});

/** Lets what waits for promises run. */
async function settle(): Promise<void> {
  for (let round = 0; round < 300; round++) await Promise.resolve();
}

test('law: whatever the disk, the clock and a kill do, no id names two texts, no change goes unsaid, and nothing undamaged is set aside', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(life, { minLength: 2, maxLength: 5 }), async (lives) => {
      const files = new KilledFiles();
      const texts = new Map(names.map((name) => [name, 'start\n']));
      /** What every id that a consumer received named, and of which document. */
      const named = new Map<string, { readonly document: string; readonly text: string }>();
      let now = Date.UTC(2025, 9, 9);
      for (const [index, { elsewhere, steps, clock: jump, killAt, torn, unreadable, damage }] of lives.entries()) {
        now += jump;
        for (const of of elsewhere) texts.set(names[of] as string, `elsewhere ${index}\n`);
        const clock = new ManualClock(now);
        files.writes = 0;
        files.killAt = Number.POSITIVE_INFINITY;
        files.fail = null;
        // A store that could not be opened at one start and, with the clock set back, not at a later one either cannot be put in order.
        const isUnreadable = unreadable && lives.slice(0, index).every((earlier) => !earlier.unreadable);
        files.failReads = () => isUnreadable;
        const codes: ErrorCode[] = [];
        const store = await HistoryStore.open(
          files,
          clock,
          sha256,
          runOf((index * 65_537 + 4_099).toString(16).padStart(8, '0')),
        );
        store.onDidFail((code) => codes.push(code));
        const histories = new Histories(clock, store);
        files.killAt = killAt;
        files.torn = torn;
        for (const name of names) histories.open(name, texts.get(name) ?? '');
        await histories.ready();
        expectTruth(histories, named);
        for (const one of steps) {
          const document = 'of' in one && typeof one.of === 'number' ? (names[one.of] as string) : '';
          const text = texts.get(document) ?? '';
          if (one.kind === 'type') {
            const changes = ChangeSet.of([{ start: text.length, end: text.length, newText: one.text }], text.length);
            histories.record(document, { changes, origin: 'typing', timestamp: clock.now() });
            texts.set(document, text + one.text);
          } else if (one.kind === 'mark') {
            const { id = '', number = 0 } = histories.get(document)?.seal() ?? {};
            histories.mark('agent', new Map([[document, number]]));
            expect(named.get(id) ?? { document, text }).toEqual({ document, text });
            named.set(id, { document, text });
          } else if (one.kind === 'look') {
            const { id } = histories.get(document)?.seal() ?? {};
            if (id !== undefined) named.set(id, { document, text });
          } else if (one.kind === 'wait') {
            clock.advance(one.ms);
            await settle();
          } else if (one.kind === 'fault') files.fail = one.of;
          else if (one.kind === 'reads') files.failReads = () => one.fail;
          else {
            histories.close(document);
            histories.open(document, text);
          }
        }
        expectTruth(histories, named);
        // It ends well, or is killed.
        if (killAt === Number.POSITIVE_INFINITY) await histories.flush();
        await settle();
        histories.dispose();
        store.dispose();
        now = clock.now();
        const aside = [...files.files.keys()].filter((name) => name.includes('/damaged/'));
        if (lives.slice(0, index).every((earlier) => earlier.damage === null)) {
          expect(aside).toEqual([]);
          expect(codes).not.toContain('STORE_DAMAGED');
        }
        if (damage !== null) harm(files, damage);
      }
    }),
    { seed: 20_251_122, numRuns: runs(40) },
  );
}, 1_800_000);

/** Every retained version that has a name that was given names that text, and what is told since such a name starts from it. */
function expectTruth(
  histories: Histories,
  named: ReadonlyMap<string, { readonly document: string; readonly text: string }>,
): void {
  for (const [id, { document, text }] of named) {
    const history = histories.get(document);
    if (history === null) continue;
    const version = history.find(id);
    if (version !== null) expect(history.textOf(version.number)?.toString()).toBe(text);
    const number = histories.numberOf(id);
    if (number === null) continue;
    const from = history.startAfter(number);
    if (from !== 'gone') expect(history.textOf(from.number)?.toString()).toBe(text);
  }
}

function harm(
  files: MemoryFileSystem,
  { file, at, by }: { readonly file: number; readonly at: number; readonly by: number },
): void {
  const all = [...files.files.keys()].sort();
  const name = all[file % all.length];
  const bytes = name === undefined ? undefined : files.files.get(name);
  if (name === undefined || bytes === undefined || bytes.length === 0) return;
  const place = at % bytes.length;
  if (by === 0) files.files.set(name, Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + 1)]));
  else
    files.files.set(
      name,
      bytes.map((byte, index) => (index === place ? byte ^ by : byte)),
    );
}

test('what was received is stored at once: a window that is closed right after a look tells nothing twice', async () => {
  const files = new MemoryFileSystem();
  const [document = ''] = names;
  const clock = new ManualClock();
  const first = new Histories(clock, await HistoryStore.open(files, clock, sha256, runOf('10000000')));
  first.open(document, 'start\n');
  const changes = ChangeSet.of([{ start: 0, end: 0, newText: 'typed ' }], 6);
  first.record(document, { changes, origin: 'typing', timestamp: clock.now() });
  const { number = 0 } = first.get(document)?.seal() ?? {};
  first.mark('agent', new Map([[document, number]]));
  await settle();
  const second = new Histories(clock, await HistoryStore.open(files, clock, sha256, runOf('20000000')));
  second.open(document, 'typed start\n');
  await second.ready();
  expect(second.get(document)?.watermarks.get('agent')).toBe(number);
});
