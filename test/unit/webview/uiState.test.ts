import { expect, it } from 'vitest';
import { freshUiState, readUiState } from '../../../webview-ui/uiState.ts';

it('is as it was kept, and fresh in what was not', () => {
  expect(readUiState(undefined)).toEqual(freshUiState);
  expect(readUiState({ search: 'money' })).toEqual({ ...freshUiState, search: 'money' });
});
