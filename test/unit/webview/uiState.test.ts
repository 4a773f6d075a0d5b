import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyDraft } from '../../../webview-ui/sections/tree/constraintForm.ts';
import { freshUiState, readUiState, toggled, withSection } from '../../../webview-ui/uiState.ts';

describe('the kept state of the view', () => {
  it('comes back as it was kept, a half-written form and the place of reading included', () => {
    const closed = withSection(withSection(freshUiState, 'timeline', false), 'housekeeping', true);
    const kept = {
      ...closed,
      folded: toggled([], 'layer:rules', true),
      opened: ['document'],
      filter: 'new' as const,
      search: 'money',
      consumer: 'lm-tools',
      work: { projectId: 'file:///p', id: null, draft: { ...emptyDraft, text: 'Half a' } },
      scroll: 420,
    };
    expect(readUiState(structuredClone(kept))).toEqual(kept);
  });

  it('is fresh for what another form of the view has kept', () => {
    const isFresh = fc.property(fc.anything(), (kept) => {
      expect(readUiState(kept)).toEqual(freshUiState);
    });
    fc.assert(isFresh);
    expect(readUiState({ ...freshUiState, form: 0 })).toEqual(freshUiState);
  });
});
