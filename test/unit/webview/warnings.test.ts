import { expect, test, vi } from 'vitest';
import { warningOf } from '../../../webview-ui/sections/header/attention.ts';

test.each([
  ['en', 'INSTRUCTIONS_UNREADABLE: "a.md" and 3 more cannot be read'],
  ['zh-cn', 'INSTRUCTIONS_UNREADABLE: "a.md", +3'],
])('in %s the tooltip of a warning says: %s', (lang, tooltip) => {
  vi.stubGlobal('document', { documentElement: { lang } });
  expect(warningOf('INSTRUCTIONS_UNREADABLE: "a.md" and 3 more cannot be read').tooltip).toBe(tooltip);
  vi.unstubAllGlobals();
});
