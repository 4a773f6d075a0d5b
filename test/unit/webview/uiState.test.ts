import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyDraft } from '../../../webview-ui/sections/tree/constraintDraft.ts';
import { freshUiState, readUiState, toggled, withPick, withSection } from '../../../webview-ui/uiState.ts';
import { fakeBudget } from '../../support/viewHarness/fakeAssembly.ts';

describe('the kept state of the view', () => {
  it('comes back as it was kept, a half-written form and the place of reading included', () => {
    const closed = withSection(withSection(freshUiState, 'timeline', false), 'housekeeping', true);
    const kept = {
      ...withPick(closed, 'file:///a.ts', { focus: 'v2', other: 'v1' }),
      folded: toggled([], 'layer:rules', true),
      opened: ['document'],
      filter: 'new' as const,
      search: 'money',
      consumer: 'lm-tools',
      work: { projectId: 'file:///p', id: null, draft: { ...emptyDraft, text: 'Half a' } },
      budget: {
        base: fakeBudget,
        modelLimit: '3200',
        outputReserve: '',
      },
      preference: { id: 'typescript:quotes', text: 'Half a' },
      scroll: 420,
    };
    expect(readUiState(structuredClone(kept))).toEqual(kept);
  });

  it('is fresh for whatever cannot be read', () => {
    fc.assert(
      fc.property(fc.anything(), (kept) => {
        const ui = readUiState(kept);
        expect(readUiState(ui)).toEqual(ui);
      }),
    );
    expect(readUiState(undefined)).toEqual(freshUiState);
    expect(
      readUiState({ collapsed: ['timeline', 'gone'], filter: 'toString', work: { id: 3 }, picks: [null] }),
    ).toEqual({
      ...freshUiState,
      collapsed: ['timeline'],
    });
  });

  it('remembers one pick a document, of the last twenty documents', () => {
    let ui = freshUiState;
    for (let index = 0; index < 30; index += 1)
      ui = withPick(ui, `file:///${index % 25}.ts`, { focus: `v${index}`, other: null });
    expect(ui.picks).toHaveLength(20);
    expect(ui.picks.at(-1)).toEqual({ documentId: 'file:///4.ts', focus: 'v29', other: null });
    expect(new Set(ui.picks.map(({ documentId }) => documentId)).size).toBe(20);
  });
});
