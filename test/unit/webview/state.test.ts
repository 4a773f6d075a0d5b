import { describe, expect, it } from 'vitest';
import { failure, success } from '../../../src/protocol/result.ts';
import { isElsewhere, type Ready, type Round, reduce, type ViewState } from '../../../webview-ui/state.ts';
import { emptyScene, previewOf, type Scene, trackedScene, untrackedScene } from '../../support/viewHarness/fakeData.ts';
import { FakeWindows } from '../../support/viewHarness/fakeWindows.ts';

const loading: ViewState = { kind: 'loading' };

function round(scene: Scene): Round {
  const detail = {
    context: success(previewOf(scene, 'markdown')),
    timeline: success(scene.timeline),
    budget: success(scene.budget),
    constraints: success(scene.constraints),
    pins: success(scene.pins),
    preferences: success(scene.preferences),
    windows: success(new FakeWindows().list(scene)),
    redactions: success(scene.redactions),
  };
  return { status: success(scene.status), detail };
}

function ready(): Ready {
  const state = reduce(loading, round(trackedScene));
  if (state.kind !== 'ready') throw new RangeError(`The state is ${state.kind}`);
  return state;
}

/** The tracked scene, for another document. */
function elsewhere(): Scene {
  const documentId = 'file:///home/dana/shop/other.ts';
  return {
    ...trackedScene,
    status: {
      ...trackedScene.status,
      document: { tracked: true, documentId, file: 'other.ts', projectId: 'file:///home/dana/shop' },
    },
    payload: {
      ...trackedScene.payload,
      editor_state: { ...trackedScene.payload.editor_state, document_id: documentId },
    },
  };
}

describe('reduce', () => {
  it('shows a tracked document with its timeline', () => {
    const state = ready();
    expect(state.context.payload).toEqual(trackedScene.payload);
    expect(state.timeline).toEqual({ value: trackedScene.timeline, problem: null });
    expect(state.budget.value).toEqual(trackedScene.budget);
    expect(state.constraints.value).toEqual(trackedScene.constraints);
    expect(state.problem).toBeNull();
  });

  it('says that no document is open, or why one is not followed', () => {
    expect(reduce(loading, { status: success(emptyScene.status) }).kind).toBe('empty');
    const state = reduce(ready(), { status: success(untrackedScene('tooLarge').status) });
    expect(state).toMatchObject({ kind: 'untracked', document: { reason: 'tooLarge' } });
  });

  it('keeps the last good data beside a problem, until a good round', () => {
    const good = ready();
    const failed = reduce(good, { ...round(trackedScene), status: failure('INTERNAL') });
    expect(failed).toEqual({ ...good, problem: expect.objectContaining({ code: 'INTERNAL' }) });
    expect(reduce(failed, round(trackedScene))).toEqual(good);
  });

  it('never shows the data of one document under the problem of another', () => {
    const other = round(elsewhere());
    const failed = reduce(ready(), { ...other, detail: { ...other.detail!, context: failure('DOCUMENT_UNKNOWN') } });
    expect(failed).toMatchObject({ kind: 'error', problem: { code: 'DOCUMENT_UNKNOWN' } });
  });

  it.each(['timeline', 'budget', 'constraints', 'pins', 'preferences', 'redactions'] as const)(
    'lets a failing %s cost only itself',
    (name) => {
      const good = round(trackedScene);
      const failing: Round = { ...good, detail: { ...good.detail!, [name]: failure('INTERNAL') } };
      const problem = expect.objectContaining({ code: 'INTERNAL' });
      const first = reduce(loading, failing);
      expect(first).toMatchObject({ kind: 'ready', problem: null, [name]: { value: null, problem } });
      const later = reduce(ready(), failing);
      expect(later).toEqual({ ...ready(), [name]: { value: trackedScene[name], problem } });
    },
  );

  it('keeps budget and constraints at hand when no prompt can be had', () => {
    const good = round(trackedScene);
    const failing: Round = { ...good, detail: { ...good.detail!, context: failure('CONTEXT_BUDGET_TOO_SMALL') } };
    expect(reduce(loading, failing)).toMatchObject({
      kind: 'error',
      adjustable: { budget: { value: trackedScene.budget }, constraints: { value: trackedScene.constraints } },
    });
  });

  it('is an error when nothing has ever been received', () => {
    expect(reduce(loading, { status: failure('INTERNAL') })).toMatchObject({ kind: 'error', status: null });
  });

  it('stays the very same state when a round brings nothing new', () => {
    const state = ready();
    expect(reduce(state, structuredClone(round(trackedScene)))).toBe(state);
  });
});

describe('isElsewhere', () => {
  const scenes = [trackedScene, elsewhere(), untrackedScene('excluded'), emptyScene];

  it('follows to another document at once, and stays calm at the same one', () => {
    for (const shown of scenes) {
      const state = reduce(loading, round(shown));
      for (const seen of scenes) expect(isElsewhere(state, seen.status)).toBe(seen !== shown);
    }
  });

  it('follows whatever comes while there is nothing to show', () => {
    const failed = reduce(loading, { status: failure('INTERNAL') });
    for (const { status } of scenes)
      expect([isElsewhere(loading, status), isElsewhere(failed, status)]).toEqual([true, true]);
  });
});
