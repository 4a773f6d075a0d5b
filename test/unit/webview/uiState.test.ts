import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freshUiState, readUiState, withPick, withSection } from '../../../webview-ui/uiState.ts';

describe('the kept state of the view', () => {
  it('comes back as it was kept', () => {
    const closed = withSection(withSection(freshUiState, 'timeline', false), 'editor', true);
    const kept = {
      ...withPick(closed, 'file:///a.ts', { focus: 'v2', other: 'v1' }),
      format: 'xml' as const,
      notKeptOnly: true,
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
    expect(readUiState({ collapsed: ['timeline', 'gone'], format: 'toString', picks: [null, { focus: 1 }] })).toEqual({
      collapsed: ['timeline'],
      format: 'markdown',
      notKeptOnly: false,
      picks: [],
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
