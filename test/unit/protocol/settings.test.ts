import { expect, test } from 'vitest';
import { readSettings, type SettingKey, wrongSettings } from '../../../src/protocol/settings.ts';

const reading =
  (set: Partial<Record<SettingKey, unknown>>) =>
  (key: SettingKey): unknown =>
    set[key];

test.each([
  ['anchor', '1h', 'auto', '"auto", "5min", "15min", "day", "opened", "saved", "head"'],
  ['anchor', '30min', 'auto', expect.stringContaining('"15min"')],
  ['judgeEdits', 'ask', 'refuse', '"refuse", "warn"'],
  ['recentDiffs', 21, 3, '0–20'],
  ['redaction', 'no', true, 'boolean'],
  ['exclude', '**/dist', ['**/node_modules/**', '**/.git/**'], 'array'],
] as const)('%s %j is replaced by the default and named with the allowed values', (key, value, used, allowed) => {
  const get = reading({ [key]: value });
  expect(readSettings(get)[key]).toEqual(used);
  expect(wrongSettings(get)).toEqual([{ key, value: JSON.stringify(value), allowed, used: JSON.stringify(used) }]);
});

test('a setting that is not set, or set to an allowed value, is not wrong', () => {
  expect(wrongSettings(reading({}))).toEqual([]);
  expect(readSettings(reading({ anchor: 'day' })).anchor).toBe('day');
  expect(wrongSettings(reading({ anchor: 'day', recentDiffs: 20 }))).toEqual([]);
});
