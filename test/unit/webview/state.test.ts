import { describe, expect, it } from 'vitest';
import { failure } from '../../../src/protocol/result.ts';
import type { ViewSnapshot } from '../../../src/protocol/viewMessages.ts';
import { withHead, withSnapshot } from '../../../webview-ui/state.ts';
import { emptyScene, type Scene, trackedScene, untrackedScene } from '../../support/viewHarness/fakeData.ts';
import { FakeHost } from '../../support/viewHarness/fakeHost.ts';

function snapshotOf(scene: Scene): ViewSnapshot {
  const message = new FakeHost(scene).snapshot();
  if (message.type !== 'snapshot') throw new RangeError(message.type);
  return message.snapshot;
}

const snapshot = snapshotOf(trackedScene);
const other = { tracked: true as const, documentId: 'file:///w/other.ts', file: 'other.ts', projectId: 'file:///w' };

describe('the state of the view', () => {
  it('follows another document at once, and shows nothing of the one before under its name', () => {
    const state = withSnapshot(null, snapshot);
    const moved = withHead(state, { document: other, folder: null, isRestricted: false });
    expect(moved).toMatchObject({ head: { document: other }, details: null });
    expect(withHead(state, snapshot.head)).toEqual(state);
  });

  it.each([untrackedScene('tooLarge'), emptyScene])(
    'has no details of a document that is not followed, or of none',
    (scene) => {
      const state = withSnapshot(withSnapshot(null, snapshot), snapshotOf(scene));
      expect(state).toMatchObject({ head: { document: scene.status.document }, details: null });
    },
  );

  it.each(['prompt', 'windows', 'timeline', 'budget', 'constraints', 'pins', 'preferences', 'redactions'] as const)(
    'lets a failing %s cost only itself, beside the last good data',
    (name) => {
      const failing = { ...snapshot, detail: { ...snapshot.detail!, [name]: failure('INTERNAL') } };
      const problem = expect.objectContaining({ code: 'INTERNAL' });
      expect(withSnapshot(null, failing).details?.[name]).toEqual({ value: null, problem });
      const good = withSnapshot(null, snapshot);
      const later = withSnapshot(good, failing);
      const details = { ...good.details, [name]: { value: good.details?.[name].value, problem } };
      expect(later).toEqual({ ...good, details });
    },
  );
});
