import * as vscode from 'vscode';
import { clipboard } from '../../protocol/consumer.ts';
import { sharedConversation } from '../../protocol/contextFiles.ts';
import type { Session } from '../../session/session.ts';
import { consumerName } from '../view/consumerNames.ts';

/** A conversation in the tree of context files. */
export interface ConversationNode {
  readonly kind: 'conversation';
  readonly conversationId: string;
  readonly files: number;
}

/** What people call conversations, by their ids. */
export async function conversationNames(session: Session): Promise<(conversationId: string) => string> {
  const list = await session.request('conversations:list', { items: 0 }, clipboard);
  const conversations = list.ok ? list.value.conversations : [];
  const names = new Map(conversations.map(({ conversationId, name }) => [conversationId, name]));
  return (conversationId) =>
    conversationId === sharedConversation
      ? vscode.l10n.t('shared by all')
      : consumerName(conversationId, names.get(conversationId));
}
