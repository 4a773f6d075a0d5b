import type { Format } from '../../protocol/receipt.ts';
import type { PromptData } from '../promptData.ts';
import type { MarkdownSegments } from './markdown.ts';
import { formatXml } from './xml.ts';

/** A prompt in one format, with what its tokens are the sum of: some texts, and what is counted already. */
export interface WrittenPrompt {
  readonly text: string;
  readonly uncounted: readonly string[];
  readonly countedTokens: number;
}

/** Writes a prompt. Every format holds the same data and can be read back to it. */
export function writePrompt(data: PromptData, markdown: MarkdownSegments, format: Format): WrittenPrompt {
  if (format === 'markdown') {
    const { system, prefix, rest } = markdown;
    const text = [...system, prefix.text, ...rest].join('');
    return { text, uncounted: [...system, ...rest], countedTokens: prefix.tokens };
  }
  const json = () => `${JSON.stringify(format === 'json' ? plain(data) : messages(markdown), null, 2)}\n`;
  const text = format === 'xml' ? formatXml(data) : json();
  return { text, uncounted: [text], countedTokens: 0 };
}

function plain({ systemText, payload, windows, additionalInput, ...layers }: PromptData): object {
  const request = additionalInput === undefined ? {} : { additional_input: additionalInput };
  return { system_text: systemText, ...layers, ...payload, ...(windows && { windows }), ...request };
}

/** A system message (system text, Rules, Settings) and a last user message (Retrieved, Immediate, the request). */
function messages({ system, prefix, rest }: MarkdownSegments): readonly Message[] {
  return [
    { role: 'system', content: `${system.join('')}${prefix.text}` },
    { role: 'user', content: rest.join('') },
  ];
}

interface Message {
  readonly role: 'system' | 'user';
  readonly content: string;
}
