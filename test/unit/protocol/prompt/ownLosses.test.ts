import { describe, expect, it } from 'vitest';
import type { LedgerLine } from '../../../../src/protocol/prompt/assembly.ts';
import { losesOwn, mayComeLater } from '../../../../src/protocol/prompt/ownLosses.ts';

function line(id: string, source: string, state: LedgerLine['state']): LedgerLine {
  return { id, layer: 'retrieved', source, tokens: 0, fullTokens: 10, weight: 1, state, lod: 'cut', why: '' };
}

describe('the developer loses something of their own', () => {
  it.each([
    ['a pin was cut', [line('chunk:pin:file:///a.ts:1-2', 'a.ts', 'cut')], []],
    ['a constraint of theirs was cut', [line('constraint:1', 'constraint (user)', 'cut')], []],
    ['the constraints could not be read', [], ['CONSTRAINTS_INVALID: line 7']],
    ['rules are left out for want of trust', [], ['RULES_UNTRUSTED: 2 files']],
    ['the file of constraints could not be had', [], ['CONSTRAINTS_FAILED: the source failed']],
    ['a file of instructions could not be read', [], ['INSTRUCTIONS_UNREADABLE: "AGENTS.md" cannot be read']],
  ])('when %s', (_, ledger, warnings) => {
    expect(losesOwn({ ledger, warnings })).toBe(true);
  });

  it.each([
    ['nothing was', [], []],
    ['what a search found was cut', [line('chunk:search:file:///a.ts:1-2', 'a.ts', 'cut')], []],
    ['a constraint that an agent proposed was cut', [line('constraint:2', 'constraint (agent)', 'cut')], []],
    ['a pin was shortened', [line('chunk:pin:file:///a.ts:1-2', 'a.ts', 'degraded')], []],
    ['something else is warned of', [], ['SEARCH_INDEXING: 12 files', 'INSTRUCTIONS_UNAVAILABLE: late']],
  ])('not when %s', (_, ledger, warnings) => {
    expect(losesOwn({ ledger, warnings })).toBe(false);
  });
});

it.each([
  ['INSTRUCTIONS_UNAVAILABLE: no answer within 100 ms', true],
  ['CONSTRAINTS_FAILED: the source failed', true],
  ['SETTINGS_UNREADABLE: ".editorconfig" cannot be read', true],
  ['CONSTRAINTS_INVALID: .vscode/live-context.json, line 7: no', false],
  ['RULES_UNTRUSTED: "AGENTS.md": left out, since the developer has not trusted this folder', false],
])('whether what is missing may be there the next time: %s', (missing, expected) => {
  expect(mayComeLater({ missing: [missing] })).toBe(expected);
});
