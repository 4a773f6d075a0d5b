import { expect, test, vi } from 'vitest';
import { agoText } from '../../../webview-ui/components/parts.ts';
import { warningOf } from '../../../webview-ui/sections/header/attention.ts';

test.each([
  [-5, 'now'],
  [0, 'now'],
  [59, 'now'],
  [60, '1m ago'],
  [3_599, '59m ago'],
  [3_600, '1h ago'],
  [20 * 86_400, /^[A-Z][a-z]{2} \d/],
])('a time %i s ago is called %j', (seconds, words) => {
  const noon = new Date(2026, 2, 5, 12).getTime();
  expect(agoText(new Date(noon - seconds * 1000).toISOString(), noon)).toMatch(words);
});

test.each([
  ['en', 'INSTRUCTIONS_UNREADABLE: "a.md" and 3 more cannot be read'],
  ['zh-cn', 'INSTRUCTIONS_UNREADABLE: "a.md", +3'],
])('in %s the tooltip of a warning says: %s', (lang, tooltip) => {
  vi.stubGlobal('document', { documentElement: { lang } });
  expect(warningOf('INSTRUCTIONS_UNREADABLE: "a.md" and 3 more cannot be read').tooltip).toBe(tooltip);
  vi.unstubAllGlobals();
});
