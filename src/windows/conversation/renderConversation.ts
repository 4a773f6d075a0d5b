import {
  type ContextItem,
  type LlmMessage,
  type RenderOptions,
  renderOptionsSchema,
} from '../../protocol/contextModel.ts';
import { trimConversation } from './trimConversation.ts';

const roles = { System: 'system', User: 'user', Assistant: 'assistant', Window: 'user' } as const;

/**
 * A conversation as messages. A window is rendered now, wherever it is referred to, so that two references always agree; it speaks as
 * `user`, and one that is not there any more is skipped. A message's role comes from its item's type and from nothing in its text.
 */
export function renderConversation(
  items: readonly ContextItem[],
  windowText: (windowId: string) => string | null,
  options: RenderOptions,
  count: (text: string) => number,
): readonly LlmMessage[] {
  const { maxTokens, includeSystemPrompt, includeObsolete } = renderOptionsSchema.parse(options);
  const texts = new Map<string, string | null>();
  const textOf = ({ type, content }: ContextItem): string | null => {
    if (type !== 'Window') return content;
    const known = texts.get(content);
    if (known !== undefined) return known;
    const text = windowText(content);
    texts.set(content, text);
    return text;
  };
  const wanted = items
    .toSorted((a, b) => a.seq - b.seq)
    .filter(({ type, isObsolete }) => (includeSystemPrompt || type !== 'System') && (includeObsolete || !isObsolete))
    .filter((item) => textOf(item) !== null);
  const tokensOf = (item: ContextItem) => count(textOf(item) ?? '');
  const kept = maxTokens === undefined ? wanted : trimConversation(wanted, maxTokens, tokensOf);
  return kept.map((item) => ({ role: roles[item.type], content: textOf(item) ?? '' }));
}
