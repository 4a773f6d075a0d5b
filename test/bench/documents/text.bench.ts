import { Text } from '@codemirror/state';
import { EditLog } from '../../../src/documents/versions/editLog.ts';
import { ChangeSet } from '../../../src/text/changeSet.ts';
import { SourceText } from '../../../src/text/sourceText.ts';
import { loadTrace, type Trace, type TraceName, traceNames } from '../../support/texts/traces.ts';
import {
  type BenchRow,
  medianTimes,
  printRows,
  quantile,
  ratioRow,
  seededRandom,
  usedBytes,
  valueRow,
} from '../benchRow.ts';

const ringSize = 64;

/** Texts and their edits against the targets of "To reach". */
export async function run(): Promise<BenchRow[]> {
  return [
    ...traceNames.map((name) => replayRow(name, loadTrace(name))),
    ...everyVersionRows(loadTrace('automerge-paper')),
    fullTextRow(loadTrace('automerge-paper')),
    composeRow(loadTrace('automerge-paper')),
  ];
}

/** Replays the keystrokes, the last 64 versions staying usable. Both sides start from the recorded edits. */
function replayRow(name: TraceName, { startContent, edits }: Trace): BenchRow {
  const ours = () => {
    const ring: SourceText[] = [];
    let text = SourceText.from(startContent);
    for (let i = 0; i < edits.length; i++) {
      text = text.withChanges([edits[i]!]);
      ring[i % ringSize] = text;
    }
    return ring;
  };
  const peer = () => {
    const ring: Text[] = [];
    let text = Text.of(startContent.split('\n'));
    for (let i = 0; i < edits.length; i++) {
      const { start, end, newText } = edits[i]!;
      text = text.replace(start, end, Text.of(newText.split('\n')));
      ring[i % ringSize] = text;
    }
    return ring;
  };
  const [oursMs, peerMs] = medianTimes([ours, peer], edits.length > 100_000 ? 15 : 41) as [number, number];
  const perEdit = (ms: number) => ms / edits.length;
  const title = `replay ${name}, ring of ${ringSize}, an edit`;
  return ratioRow(title, perEdit(oursMs), { name: '@codemirror/state Text', ms: perEdit(peerMs) }, 3, 5);
}

/** Keeps every version in a log: its memory, and the time to read one at random. */
function everyVersionRows({ startContent, edits }: Trace): BenchRow[] {
  const before = usedBytes();
  const log = new EditLog(SourceText.from(startContent));
  for (const edit of edits) log.append(ChangeSet.of([edit], log.newest.length));
  const bytes = (usedBytes() - before) / edits.length;
  const random = seededRandom(1);
  const times: number[] = [];
  for (let i = 0; i < 22_000; i++) {
    const index = random(log.length + 1);
    const start = performance.now();
    log.at(index);
    if (i >= 2000) times.push((performance.now() - start) * 1000);
  }
  const median = quantile(times, 0.5).toPrecision(3);
  return [
    valueRow('every version of automerge-paper, an edit', bytes, 'B', 128, 64),
    valueRow(
      'a random old version of automerge-paper, p99',
      quantile(times, 0.99),
      'µs',
      300,
      50,
      `our median ${median} µs`,
    ),
  ];
}

/** The whole text as one string, after all edits. A unit of it is read, since a string may be glued only then. */
function fullTextRow({ startContent, endContent, edits }: Trace): BenchRow {
  const units = (text: string) => text.charCodeAt(text.length >> 1);
  const text = edits.reduce((all, edit) => all.withChanges([edit]), SourceText.from(startContent));
  const peer = edits.reduce(
    (all, { start, end, newText }) => all.replace(start, end, Text.of(newText.split('\n'))),
    Text.of(startContent.split('\n')),
  );
  if (text.toString() !== endContent || peer.toString() !== endContent)
    throw new RangeError('The replays end otherwise');
  const tasks = [() => units(text.toString()), () => units(peer.toString())];
  const [oursMs, peerMs] = medianTimes(tasks, 2000) as [number, number];
  return ratioRow('full text of 105 KB, after its edits', oursMs, { name: '@codemirror/state Text', ms: peerMs }, 5, 8);
}

/** Edits of up to three units, scattered over the text. */
function composeRow({ endContent }: Trace): BenchRow {
  const random = seededRandom(1);
  let length = endContent.length;
  const sets = Array.from({ length: 10_000 }, () => {
    const start = random(length - 2);
    const edit = { start, end: start + random(3), newText: 'abc'.slice(random(3)) };
    const set = ChangeSet.of([edit], length);
    length = set.lengthAfter;
    return set;
  });
  const all = () => ChangeSet.composeAll(sets, endContent.length);
  const fold = () => sets.reduce((left, right) => left.compose(right), ChangeSet.empty(endContent.length));
  const [allMs] = medianTimes([all], 15) as [number];
  const [foldMs] = medianTimes([fold], 3) as [number];
  return ratioRow('compose 10,000 scattered edits', allMs, { name: 'our compose, from the left', ms: foldMs }, 12, 40);
}

if (import.meta.main) printRows(await run());
