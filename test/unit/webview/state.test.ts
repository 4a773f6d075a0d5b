import { describe, expect, it } from 'vitest';
import { failure } from '../../../src/protocol/result.ts';
import type { ViewSnapshot } from '../../../src/protocol/viewMessages.ts';
import { withSnapshot } from '../../../webview-ui/state.ts';
import { emptyScene, type Scene, trackedScene, untrackedScene } from '../../support/viewHarness/fakeData.ts';
import { FakeHost } from '../../support/viewHarness/fakeHost.ts';

const snapshotOf = (scene: Scene): ViewSnapshot => new FakeHost(scene).snapshot().snapshot;
const snapshot = snapshotOf(trackedScene);
const other = { tracked: true as const, documentId: 'file:///w/other.ts', file: 'other.ts', projectId: 'file:///w' };

describe('the state of the view', () => {
  it('shows nothing of the document before under the name of another, and all of its own until there is more', () => {
    const state = withSnapshot(null, snapshot);
    const head = { document: other, folder: null, isRestricted: false };
    const moved = withSnapshot(state, { ...snapshot, head, detail: null });
    expect(moved).toMatchObject({ head: { document: other }, details: null });
    expect(withSnapshot(state, { ...snapshot, detail: null })).toEqual(state);
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
