import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  comparison,
  movePick,
  pickedStretch,
  pickVersion,
  validPick,
} from '../../../webview-ui/sections/timeline/timelinePick.ts';
import { trackedScene } from '../../support/viewHarness/fakeData.ts';

const timeline = trackedScene.timeline;
const ids = timeline.entries.map((entry) => entry.versionId);
const [newest, second, third, fourth] = ids as [string, string, string, string];
const anyPick = fc.record({
  focus: fc.constantFrom(...ids, 'gone'),
  other: fc.option(fc.constantFrom(...ids, 'gone')),
});

describe('a pick in the timeline', () => {
  it('is at the newest version at first, which compares with nothing', () => {
    const pick = validPick(timeline, null);
    expect(pick).toEqual({ focus: newest, other: null });
    expect(comparison(timeline, pick)).toBeNull();
  });

  it('compares two versions old to new, in whichever order they were picked', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ids), fc.constantFrom(...ids), (first, then) => {
        const compared = comparison(timeline, pickVersion(pickVersion(null, first, false), then, true));
        const older = Math.max(ids.indexOf(first), ids.indexOf(then));
        const newer = Math.min(ids.indexOf(first), ids.indexOf(then));
        if (older === 0) expect(compared).toBeNull();
        else if (older === newer || newer === 0) expect(compared).toEqual({ left: ids[older] });
        else expect(compared).toEqual({ left: ids[older], right: ids[newer] });
      }),
    );
  });

  it('grows and shrinks from where it began', () => {
    const grown = movePick(timeline, pickVersion(null, second, false), 2, true);
    expect(grown).toEqual({ focus: fourth, other: second });
    expect(pickedStretch(timeline, grown)).toEqual({ first: 1, last: 3 });
    expect(movePick(timeline, grown, -2, true)).toEqual({ focus: second, other: null });
    expect(movePick(timeline, grown, -1, false)).toEqual({ focus: third, other: null });
  });

  it('never names a version that has left the timeline', () => {
    fc.assert(
      fc.property(anyPick, (pick) => {
        const valid = validPick(timeline, pick);
        expect(ids).toContain(valid?.focus);
        expect([...ids, null]).toContain(valid?.other);
        expect(valid?.other).not.toBe(valid?.focus);
        const compared = comparison(timeline, valid);
        for (const id of [compared?.left, compared?.right]) expect([...ids, undefined]).toContain(id);
      }),
    );
  });
});
