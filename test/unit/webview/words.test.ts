import { expect, test } from 'vitest';
import { agoText } from '../../../webview-ui/components/parts.ts';

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
