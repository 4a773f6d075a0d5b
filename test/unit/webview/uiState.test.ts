import fc from 'fast-check';
import { expect, it } from 'vitest';
import { freshUiState, readUiState } from '../../../webview-ui/uiState.ts';

it('is fresh for what another form of the view has kept, and else as it was kept', () => {
  const isFresh = fc.property(fc.anything(), (kept) => {
    expect(readUiState(kept)).toEqual(freshUiState);
  });
  fc.assert(isFresh);
  expect(readUiState({ ...freshUiState, form: 0 })).toEqual(freshUiState);
  expect(readUiState({ ...freshUiState, search: 'money' })).toEqual({ ...freshUiState, search: 'money' });
});
