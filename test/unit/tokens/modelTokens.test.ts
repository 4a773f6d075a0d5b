import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { estimateTokens, tokenizerOf } from '../../../src/tokens/modelTokens.ts';

const table = fileURLToPath(import.meta.resolve('tiktoken/model_to_encoding.json'));
const encodings: Record<string, string> = JSON.parse(readFileSync(table, 'utf8'));

describe('tokenizerOf', () => {
  it.each(Object.entries(encodings))('agrees with tiktoken on %s', (model, encoding) => {
    const tokenizer = tokenizerOf(model);
    const isCounted = encoding === 'o200k_base' || encoding === 'cl100k_base';
    // Two older ones of cl100k are left to the estimate.
    if (isCounted && !model.endsWith('-002')) expect(tokenizer).toEqual({ encoding, factor: 1, exact: true });
    if (!isCounted) expect(tokenizer.exact).toBe(false);
  });

  it.each([
    ['claude-sonnet-4.5', 'cl100k_base', 1.55],
    ['anthropic/Claude-3-Opus', 'cl100k_base', 1.55],
    ['gpt-5.1-codex', 'o200k_base', 1],
    ['gemini-2.5-pro', 'o200k_base', 1.3],
    ['', 'cl100k_base', 1.55],
  ])('marks the count for %j as an estimate', (model, encoding, factor) => {
    expect(tokenizerOf(model)).toEqual({ encoding, factor, exact: false });
  });

  it.each(['copilot/gpt-4o', 'openai/o3-mini', 'gpt-4.1-2025-04-14'])('knows %s', (model) => {
    expect(tokenizerOf(model)).toEqual({ encoding: 'o200k_base', factor: 1, exact: true });
  });
});

describe('estimateTokens', () => {
  it('keeps an exact count', () => {
    expect(estimateTokens(1001, tokenizerOf('gpt-4o'))).toBe(1001);
  });

  it('scales an estimate, rounded up', () => {
    expect(estimateTokens(1001, tokenizerOf('claude-opus-4'))).toBe(1552);
  });
});
