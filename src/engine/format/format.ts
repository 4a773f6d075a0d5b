import type { Format } from '../../protocol/receipt.ts';
import type { PromptData } from '../promptData.ts';
import { markdownSegments } from './markdown.ts';
import { formatXml } from './xml.ts';

/** A prompt in one format. Markdown knows its segments, whose tokens add up to those of the whole. */
export interface WrittenPrompt {
  readonly text: string;
  readonly segments: readonly string[];
}

/** Writes a prompt. Every format holds the same data and can be read back to it (design L). */
export function writePrompt(data: PromptData, format: Format): WrittenPrompt {
  if (format === 'markdown') {
    const { system, prefix, rest } = markdownSegments(data);
    const segments = [...system, ...prefix, ...rest];
    return { text: segments.join(''), segments };
  }
  const text = format === 'xml' ? formatXml(data) : `${JSON.stringify(format === 'json' ? plain(data) : messages(data), null, 2)}\n`;
  return { text, segments: [text] };
}

/** The stable prefix: what Rules and Settings render to. No time, epoch or version stands before its end (design E). */
export function stablePrefix(data: PromptData): string {
  return markdownSegments(data).prefix.join('');
}

function plain({ systemText, payload, additionalInput, ...layers }: PromptData): object {
  const request = additionalInput === undefined ? {} : { additional_input: additionalInput };
  return { system_text: systemText, ...layers, ...payload, ...request };
}

/** A system message (system text, Rules, Settings) and a last user message (Retrieved, Immediate, the request); see design L. */
function messages(data: PromptData): readonly { readonly role: 'system' | 'user'; readonly content: string }[] {
  const { system, prefix, rest } = markdownSegments(data);
  return [
    { role: 'system', content: [...system, ...prefix].join('') },
    { role: 'user', content: rest.join('') },
  ];
}
