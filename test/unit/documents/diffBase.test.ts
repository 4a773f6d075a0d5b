import { describe, expect, test } from 'vitest';
import { diffBase } from '../../../src/documents/diffBase.ts';
import { DocumentHistory } from '../../../src/documents/versions/documentHistory.ts';
import { VersionSequence } from '../../../src/documents/versions/versionId.ts';
import { ChangeSet } from '../../../src/text/changeSet.ts';
import { SourceText } from '../../../src/text/sourceText.ts';
import { MemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { runs } from '../../support/runs.ts';
import { recordedDay } from '../../support/texts/recordedDay.ts';
import { loadTrace } from '../../support/texts/traces.ts';

const minuteMs = 60_000;
const start = Date.UTC(2025, 9, 9, 8);

/** A text that the document had from `at` (ms) on. */
interface State {
  readonly at: number;
  readonly text: SourceText;
}

/** The choices of the setting that are times, in minutes. */
const minutesOf = { '5min': 5, '15min': 15, auto: 60, day: 24 * 60 };

/** Whether the document had the text at a moment that lies within 10 % of so long ago, ms. */
function stoodThen(text: SourceText | null, age: number, states: readonly State[], now: number): boolean {
  return states.some(({ at, text: then }, index) => {
    const until = states[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    return at <= now - 0.9 * age && until >= now - 1.1 * age && text?.equals(then) === true;
  });
}

describe('where the anchor diff starts', () => {
  test.each((['sveltecomponent', 'friendsforever_flat'] as const).slice(0, runs(1)))(
    'over a recorded day of %s with auto-save it is within a tenth of its time at every hour, also after a reload',
    async (name) => {
      const document = 'file:///project/a.svelte';
      let workspace = await MemoryWorkspace.open();
      const { clock, files } = workspace;
      workspace.openDocument(document, loadTrace(name).startContent);
      const begun = clock.now();
      const states: State[] = [{ at: begun, text: SourceText.from(workspace.text(document) ?? '') }];
      let checked = 0;
      const check = () => {
        const now = clock.now();
        const history = workspace.histories.get(document);
        if (history === null) throw new Error('The document is followed');
        for (const setting of ['5min', '15min', 'auto', 'day'] as const) {
          const minutes = minutesOf[setting];
          if (now - begun < minutes * minuteMs) continue;
          const base = diffBase(history, setting, now);
          const text = base === null ? null : history.textOf(base.number);
          const hours = ((now - begun) / 60 / minuteMs).toFixed(1);
          expect(stoodThen(text, minutes * minuteMs, states, now), `${setting} after ${hours} h`).toBe(true);
          checked++;
        }
      };
      let hour = 1;
      for (const { afterMs, change } of recordedDay(name, 27 * 60 * minuteMs)) {
        clock.advance(afterMs);
        if (change !== null) {
          workspace.edit(document, [change]);
          states.push({ at: clock.now(), text: workspace.histories.get(document)?.text ?? SourceText.from('') });
          continue;
        }
        workspace.histories.checkpoint(document, 'saved');
        if (clock.now() - begun < hour * 60 * minuteMs) continue;
        check();
        hour++;
        if (hour % 9 !== 0) continue;
        await workspace.histories.flush();
        const text = workspace.text(document) ?? '';
        workspace = await MemoryWorkspace.open(files, clock);
        workspace.openDocument(document, text);
        await workspace.histories.ready();
        check();
      }
      expect(checked).toBeGreaterThan(80);
      workspace.settings.anchor = 'auto';
      const { text } = await workspace.ask('live:get', { format: 'json' }, 'clipboard');
      const history = workspace.histories.get(document);
      expect(text).toContain(history && (diffBase(history, 'auto', clock.now())?.id ?? ''));
    },
    60_000,
  );

  test('where the history is younger it is the oldest state, and after a branch switch that one', () => {
    const sequence = new VersionSequence('test');
    const history = new DocumentHistory(sequence.next(start), SourceText.from('line\n'), sequence);
    for (let at = 1; at < 12; at++)
      history.record(
        ChangeSet.of([{ start: 0, end: 0, newText: 'x' }], history.text.length),
        'typing',
        start + at * minuteMs,
      );
    const now = start + 30 * minuteMs;
    expect(diffBase(history, 'auto', now)).toEqual(history.oldest);
    const { version } = history.checkpoint('switched', now);
    expect(diffBase(history, 'auto', now + minuteMs)).toEqual(version);
  });
});
