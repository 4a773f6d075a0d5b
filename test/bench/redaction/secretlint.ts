import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';

/** How many secrets secretlint finds in a text. */
export async function secretlintFinds(content: string, filePath: string): Promise<number> {
  const { messages } = await lintSource({
    source: { content, filePath, contentType: 'text', ext: '.ts' },
    options: { config: { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] } },
  });
  return messages.length;
}
