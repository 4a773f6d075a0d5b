import { beforeEach, expect, test } from 'vitest';
import { decodeUtf8 } from '../../../src/base/utf8.ts';
import { PlanLog } from '../../../src/edits/planLog.ts';
import { ManualClock } from '../../support/manualClock.ts';
import { MemoryFileSystem } from '../../support/memoryFileSystem.ts';

let clock: ManualClock;
let files: MemoryFileSystem;
let plans: PlanLog;

const open = () => PlanLog.open(files, clock, (error) => Promise.reject(error));

beforeEach(async () => {
  clock = new ManualClock();
  files = new MemoryFileSystem();
  plans = await open();
});

const outcome = { consumer: 'agent', base_version_id: 'v1', outcome: 'applied', projectId: 'p', file: 'a.ts' } as const;
const refused = (first: number, last: number) => ({
  ...{ ...outcome, outcome: 'conflict' as const, summary: 'refused' },
  refused: { patch: '@@ -1 +1 @@\n-a\n+b\n', first_line: first, last_line: last },
});
const summaries = (consumer = 'agent') => plans.hints('p', consumer).map(({ summary }) => summary);

test('of a file the developer is told who was refused, until its maker has changed the file after all', () => {
  const told = () => plans.refusedOf('p', 'a.ts').map(({ consumer, summary }) => `${consumer}: ${summary}`);
  plans.add(refused(1, 2));
  plans.add({ ...refused(5, 6), consumer: 'other' });
  plans.add({ ...refused(1, 2), file: 'b.ts', summary: 'elsewhere' });
  plans.add({ ...outcome, consumer: 'other', file: 'b.ts', summary: 'done elsewhere' });
  expect(told()).toEqual(['other: refused', 'agent: refused']);
  plans.add({ ...outcome, summary: 'done' });
  expect(told()).toEqual(['other: refused']);
  clock.advance(60 * 60 * 1000 + 1);
  expect(told()).toEqual([]);
});

test('outcomes of edits are told for an hour, the newest first, at most five; no tool is told again what it made', () => {
  const thread = { ...outcome, consumer: 'live:1' };
  const told = () => summaries('live:1');
  plans.add({ ...thread, summary: 'first' });
  clock.advance(30 * 60 * 1000);
  plans.add({ ...thread, summary: 'second' });
  expect(told()).toEqual(['second', 'first']);
  clock.advance(31 * 60 * 1000);
  expect(told()).toEqual(['second']);
  clock.advance(30 * 60 * 1000);
  expect(told()).toEqual([]);
  for (const maker of [thread, outcome])
    for (let count = 1; count <= 7; count++) plans.add({ ...maker, summary: `${count}` });
  for (const reader of ['live:1', 'agent#2']) expect(summaries(reader)).toEqual(['7', '6', '5', '4', '3']);
  plans.add({ ...refused(1, 2), file: 'b.ts' });
  plans.add({ ...refused(1, 2), summary: 'refused, then made' });
  plans.add({ ...outcome, summary: 'newest' });
  expect(summaries()).toEqual(['newest', 'refused']);
});

test('they are there after a reload', async () => {
  plans.add(refused(1, 1));
  await plans.flush();
  plans = await open();
  expect(plans.hints('p', 'agent')).toMatchObject([{ summary: 'refused', diff: { is_error: true } }]);
});

test('what is older than an hour is not on the disk any more once the window is closed', async () => {
  plans.add(refused(1, 1));
  const stored = () => decodeUtf8(files.files.get('plans.json') ?? new Uint8Array());
  await plans.flush();
  expect(stored()).toContain('@@ -1 +1 @@');
  clock.advance(60 * 60 * 1000 + 1);
  await plans.flush();
  expect(stored()).not.toContain('@@ -1 +1 @@');
});

test('a refused edit is told with its diff until its maker has changed the file, then it is a line', () => {
  const told = () => plans.hints('p', 'live:1').map(({ diff }) => diff?.is_error);
  const thread = { consumer: 'live:1' };
  plans.add({ ...refused(1, 1), ...thread });
  expect(told()).toEqual([true]);
  plans.add({ ...outcome, ...thread, file: 'b.ts', summary: 'another file' });
  expect(told()).toEqual([undefined, true]);
  plans.add({ ...outcome, ...thread, summary: 'again' });
  expect(told()).toEqual([undefined, undefined, undefined]);
});

test('others are told of their own alone; the view tells all', () => {
  plans.add(refused(3, 5));
  plans.add({ ...refused(5, 6), consumer: 'other', summary: 'same place' });
  expect(summaries('other')).toEqual(['same place']);
  expect(summaries('clipboard')).toEqual([]);
  expect(summaries('view')).toEqual(['same place', 'refused']);
});
