import * as vscode from 'vscode';
import { type Consumer, clientName, clipboard } from '../../protocol/consumer.ts';
import { sharedConversation } from '../../protocol/contextFiles.ts';
import type { Session } from '../../session/session.ts';

/** The name of a client for people. `name` is its own name, or the beginning of its thread. */
export function consumerName(consumer: Consumer, name?: string): string {
  return clientName(consumer, vscode.l10n.t, name);
}

/** A text from outside in a label of a list, where VS Code would take `$(name)` for an icon. */
export function withoutIcons(text: string): string {
  return text.replace(/\$\((?=[\w~-]+\))/g, '\\$(');
}

/** Returns a function from conversations' ids to their names for people. */
export async function conversationNames(session: Session): Promise<(conversationId: string) => string> {
  const list = await session.request('conversations:list', { items: 0 }, clipboard);
  const conversations = list.ok ? list.value.conversations : [];
  const names = new Map(conversations.map(({ conversationId, name }) => [conversationId, name]));
  return (conversationId) =>
    conversationId === sharedConversation
      ? vscode.l10n.t('shared by all')
      : consumerName(conversationId, names.get(conversationId));
}
