import { Text } from '@codemirror/state';
import { SourceText } from '../../../src/text/sourceText.ts';
import { loadTrace, type Trace, type TraceName, traceNames } from '../../support/texts/traces.ts';
import { type BenchRow, medianTimes, printRows, ratioRow } from '../benchRow.ts';

const ringSize = 64;

export async function run(): Promise<BenchRow[]> {
  return traceNames.map((name) => replayRow(name, loadTrace(name)));
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

if (import.meta.main) printRows(await run());
