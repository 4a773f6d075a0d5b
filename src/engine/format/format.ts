import type { Format } from '../../protocol/channels.ts';
import type { Assembly } from '../assembly.ts';
import { formatMarkdown, formatPayload } from './markdown.ts';
import { formatXml } from './xml.ts';

/** Writes an assembly. Every format holds the same payload and can be read back to it (design L). */
export function formatAssembly(assembly: Assembly, format: Format): string {
  switch (format) {
    case 'markdown':
      return formatMarkdown(assembly);
    case 'json':
      return `${JSON.stringify({ system_text: assembly.systemText, ...assembly.payload }, null, 2)}\n`;
    case 'messages':
      return `${JSON.stringify(messages(assembly), null, 2)}\n`;
    case 'xml':
      return formatXml(assembly);
  }
}

/** One system message and a last user message; each `content` is one string (design L). */
function messages(assembly: Assembly): readonly { readonly role: 'system' | 'user'; readonly content: string }[] {
  return [
    { role: 'system', content: assembly.systemText },
    { role: 'user', content: formatPayload(assembly.payload) },
  ];
}
