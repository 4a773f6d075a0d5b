import { describe, expect, it } from 'vitest';
import { EditLog } from '../../../src/documents/versions/editLog.ts';
import { ChangeSet } from '../../../src/text/changeSet.ts';
import { SourceText } from '../../../src/text/sourceText.ts';
import { runs } from '../../support/runs.ts';
import { changedString } from '../../support/texts/arbitraryText.ts';
import { loadTrace, type Trace, traceNames } from '../../support/texts/traces.ts';

/** Replays a trace beside a plain string, and hands on what stands after every `step` edits. */
function replay(
  trace: Trace,
  step: number,
  visit: (source: SourceText, text: string, count: number) => void,
): SourceText {
  let source = SourceText.from(trace.startContent);
  let text = trace.startContent;
  for (const [i, edit] of trace.edits.entries()) {
    source = source.withChanges([edit]);
    text = changedString(text, [edit]);
    if ((i + 1) % step === 0) visit(source, text, i + 1);
  }
  return source;
}

describe.each(traceNames.slice(0, runs(1)))('the recorded session %s', (name) => {
  const trace = loadTrace(name);
  const step = Math.floor(trace.edits.length / 40);

  it('ends in the recorded text, and its texts and lines are right at every sampled moment, then and from a log', () => {
    const log = new EditLog(SourceText.from(trace.startContent));
    for (const edit of trace.edits) log.append(ChangeSet.of([edit], log.newest.length));
    const end = replay(trace, step, (source, text, count) => {
      expect(source.toString() === text).toBe(true);
      expect(log.at(count).toString() === text).toBe(true);
      const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
      expect(source.lineCount).toBe(starts.length);
      const found = starts.map((_, index) => source.lineAt(index).start);
      expect(found.every((start, index) => start === starts[index])).toBe(true);
      expect(starts.every((start, index) => source.lineIndexOf(start) === index)).toBe(true);
      expect(starts.slice(1).every((start, index) => source.lineIndexOf(start - 1) === index)).toBe(true);
    });
    expect(end.toString() === trace.endContent).toBe(true);
    expect(end.length).toBe(trace.endContent.length);
    expect(log.between(0, log.length).apply(log.at(0)).toString() === trace.endContent).toBe(true);
  });
});
