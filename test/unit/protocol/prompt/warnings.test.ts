import { expect, it } from 'vitest';
import { missingTexts, readWarning } from '../../../../src/protocol/prompt/warnings.ts';

it.each([
  ['INSTRUCTIONS_UNREADABLE: ".claude/rules" cannot be read', 'Instruction files could not be read', '".claude/rules"'],
  [
    'CONSTRAINTS_INVALID: .vscode/live-context.json, line 7: constraints[0].text: "x"; and 2 more of its entries cannot be read',
    'Not all constraints could be read',
    '.vscode/live-context.json:7',
  ],
  ['NOTEBOOK_UNAVAILABLE: no answer within 100 ms', 'A source answers late', ''],
  ['PINS_FAILED: the source failed', 'A source failed', ''],
  ['OTHER: as it came', 'as it came', ''],
])('%s means: %s, and names: %s', (warning, meaning, names) => {
  expect(readWarning(warning)).toMatchObject({ meaning, names });
});

it('tells what is missing in the words of the reader, besides names and codes', () => {
  const missing = [
    'INSTRUCTIONS_UNREADABLE: ".claude/rules" cannot be read',
    'SETTINGS_UNAVAILABLE: no answer within 2000 ms; its last answer is shown',
    'RULES_UNTRUSTED: "AGENTS.md", "b.md" and 3 more: left out, since the developer has not trusted this folder',
  ];
  expect(missingTexts(missing, () => '译文')).toBe(
    '译文: ".claude/rules" (INSTRUCTIONS_UNREADABLE); 译文 (SETTINGS_UNAVAILABLE); 译文: "AGENTS.md", "b.md", +3 (RULES_UNTRUSTED)',
  );
});
