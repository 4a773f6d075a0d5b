import * as vscode from 'vscode';
import { type Consumer, clipboard, editorTools } from '../../protocol/consumer.ts';
import { sharedConversation } from '../../protocol/contextFiles.ts';
import type { Session } from '../../session/session.ts';

/** The name of a client for people. `name` is its own name, or the beginning of its thread. */
export function consumerName(consumer: Consumer, name?: string): string {
  if (consumer === 'clipboard') return vscode.l10n.t('clipboard');
  if (consumer === editorTools) return 'Copilot';
  if (consumer === 'live') return '@live';
  if (consumer === 'extension') return vscode.l10n.t('another extension');
  // A thread is named by its beginning; one of an earlier window by its id.
  if (consumer.startsWith('live:')) return name === undefined ? `@live (${consumer.slice(5, 9)})` : `@live: ${name}`;
  if (!consumer.startsWith('mcp:')) return consumer;
  const session = consumer.slice('mcp:'.length);
  const isRandom = /^[0-9a-f-]{16,}$/i.test(session);
  const short = isRandom ? session.slice(0, 4) : session;
  if (name === undefined && isRandom) return vscode.l10n.t('MCP client {0}', short);
  // Clients of one name need a distinction.
  const own =
    name === undefined || name.replace(/[^\w.-]+/g, '-') === session ? (name ?? session) : `${name} (${short})`;
  return isReserved(own) ? vscode.l10n.t('MCP client {0}', own) : own;
}

/** Recognises names that are reserved for others. */
function isReserved(name: string): boolean {
  const names = ['copilot', vscode.l10n.t('clipboard'), vscode.l10n.t('the developer'), vscode.l10n.t('shared by all')];
  const plain = name.normalize('NFKC').trim().toLowerCase();
  return names.some((one) => plain.startsWith(one)) || plain.startsWith('@');
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
