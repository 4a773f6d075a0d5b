import { expect, test, vi } from 'vitest';
import { warningOf } from '../../../webview-ui/sections/header/attention.ts';

test.each([
  ['INSTRUCTIONS_UNREADABLE: ".claude/rules" cannot be read', 'Instruction files could not be read'],
  ['SEARCH_LEFT_OUT: 12 files found no room in the index of 20000', 'The search leaves files out'],
  ['NOTEBOOK_UNAVAILABLE: no answer within 100 ms', 'A source answers late'],
  ['OTHER: as it came', 'as it came'],
])('%s is read as: %s', (warning, text) => {
  expect(warningOf(warning).text).toBe(text);
});

test.each([
  ['en', 'INSTRUCTIONS_UNREADABLE: "a.md" and 3 more cannot be read'],
  ['zh-cn', 'INSTRUCTIONS_UNREADABLE: "a.md", +3'],
])('in %s the tooltip of a warning says: %s', (lang, tooltip) => {
  vi.stubGlobal('document', { documentElement: { lang } });
  expect(warningOf('INSTRUCTIONS_UNREADABLE: "a.md" and 3 more cannot be read').tooltip).toBe(tooltip);
  vi.unstubAllGlobals();
});
