import type { Encoding } from './packedRanks.ts';

/** Token count of a model: tokens of `encoding` times `factor`, exactly or approximately. */
export interface ModelTokenizer {
  readonly encoding: Encoding;
  readonly factor: number;
  readonly exact: boolean;
}

/**
 * Families of models by the start of their name; the first match counts. The encodings are those of
 * tiktoken's own table.
 */
const FAMILIES: readonly (readonly [RegExp, ModelTokenizer])[] = [
  [/^(chatgpt-4o|gpt-4o|gpt-4\.[15]|gpt-5|gpt-oss|o[134])(-|$)/, { encoding: 'o200k_base', factor: 1, exact: true }],
  [
    /^(gpt-4|gpt-3\.5-turbo|gpt-35-turbo|text-embedding-(ada-002|3))(-|$)/,
    { encoding: 'cl100k_base', factor: 1, exact: true },
  ],
  [/^(gpt-[4-9]|o[1-9])/, { encoding: 'o200k_base', factor: 1, exact: false }],
  // Gemini takes 1.22 tokens for one of cl100k in code and 0.6 in Chinese, where o200k takes about 0.65.
  [/^gemini/, { encoding: 'o200k_base', factor: 1.3, exact: false }],
];

/**
 * Other vendors' tokenizers are not public, except that of the first Claude models (the package
 * `@anthropic-ai/tokenizer`). It takes 0.75 to 1.13 tokens for one of cl100k in code, prose,
 * Chinese, Japanese, Arabic and base64, 1.19 in Korean, 1.52 in Russian; of o200k up to 2.5. Later
 * models are said to take 15 to 35 % more for code. The factor is above all of these, because a
 * budget that is too small does less harm than a prompt that is cut off.
 */
const UNKNOWN: ModelTokenizer = { encoding: 'cl100k_base', factor: 1.55, exact: false };

/**
 * The tokenizer of a model by its id or family, such as `gpt-4o-mini` or
 * `anthropic/claude-sonnet-4`.
 */
export function tokenizerOf(model: string): ModelTokenizer {
  return FAMILIES.find(([pattern]) => pattern.test(shortModelName(model)))?.[1] ?? UNKNOWN;
}

/**
 * Input windows of models by the start of their name, tokens, as their vendors publish them; the
 * first match counts. OpenAI's newer models take less input than their whole window.
 */
const WINDOWS: readonly (readonly [RegExp, number])[] = [
  [/^gpt-5/, 272_000],
  [/^(gpt-4\.1|gemini-)/, 1_047_576],
  [/^(o[134]|claude-)/, 200_000],
  [/^gpt-4(-\d{4}|$)/, 8_192],
  [/^gpt-(3\.5|35)/, 16_385],
];
const usualWindow = 128_000;

/** The number of tokens that a model takes as its input. */
export function inputWindowOf(model: string): number {
  return WINDOWS.find(([pattern]) => pattern.test(shortModelName(model)))?.[1] ?? usualWindow;
}

function shortModelName(model: string): string {
  return model.slice(model.lastIndexOf('/') + 1).toLowerCase();
}

/** Converts a count in the tokenizer's encoding to the model's tokens, rounded up. */
export function estimateTokens(count: number, { factor }: ModelTokenizer): number {
  return Math.ceil(count * factor);
}
