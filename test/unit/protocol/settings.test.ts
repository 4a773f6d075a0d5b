import { expect, test } from 'vitest';
import { readSettings, type SettingKey } from '../../../src/protocol/settings.ts';

const reading =
  (set: Partial<Record<SettingKey, unknown>>) =>
  (key: SettingKey): unknown =>
    set[key];

test.each([
  ['anchor', '1h', 'auto'],
  ['judgeEdits', 'ask', 'refuse'],
  ['recentDiffs', 21, 3],
  ['redaction', 'no', true],
  ['exclude', '**/dist', ['**/node_modules/**', '**/.git/**']],
  ['anchor', 'day', 'day'],
] as const)('%s %j is read as %j', (key, value, used) => {
  expect(readSettings(reading({ [key]: value }))[key]).toEqual(used);
});
