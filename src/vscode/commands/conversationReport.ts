import * as vscode from 'vscode';
import { fenced } from '../../engine/format/fence.ts';
import type { ConversationState } from '../../protocol/windows.ts';
import type { Session } from '../../session/session.ts';
import { consumerName } from '../view/consumerNames.ts';
import { valueOrShow } from './answers.ts';

/** So many items of a conversation are shown, the newest. */
const shownItems = 200;

/** Shows a conversation, chosen by its name: its windows, what was done in each and by whom, and what was said. */
export async function showConversation(session: Session): Promise<void> {
  const value = valueOrShow(await session.request('conversations:list', { items: shownItems }, 'view'));
  if (value === null) return;
  const items = value.conversations.map((conversation) => ({
    conversation,
    label: conversationTitle(conversation),
    description: localTime(conversation.lastDelivery ?? conversation.started),
  }));
  const placeHolder = vscode.l10n.t('Whose conversation?');
  const picked = await vscode.window.showQuickPick(items, { placeHolder });
  if (picked === undefined) return;
  const content = conversationText(picked.conversation);
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
  await vscode.window.showTextDocument(document, { preview: true });
}

function conversationTitle({ consumer, name }: ConversationState): string {
  return consumerName(consumer, name);
}

/** What others wrote (names, traces, talk) stands in fences alone. */
function conversationText(conversation: ConversationState): string {
  const { t } = vscode.l10n;
  const { sessionId, started, lastDelivery, windows, items, stats } = conversation;
  const delivered =
    lastDelivery === null ? t('nothing was delivered yet') : t('last delivery {0}', localTime(lastDelivery));
  const said = items.filter(({ type }) => type !== 'Window');
  return [
    `# ${t('Conversation')}`,
    fenced(conversationTitle(conversation), 'text'),
    `${t('Session {0}', sessionId)}, ${t('since {0}', localTime(started))}, ${delivered}.`,
    `${t('{0} items, {1} of them obsolete; {2} windows.', stats.totalItems, stats.obsoleteItems, windows.length)}`,
    `## ${t('Windows')}`,
    fenced(windows.map(windowText).join('\n'), 'text'),
    `## ${t('What was said')}`,
    ...said.map(({ type, content, isObsolete }) => {
      return `${type}${isObsolete ? ` (${t('taken back')})` : ''}\n\n${fenced(content, 'text')}`;
    }),
    '',
  ].join('\n\n');
}

/** A window in a line, and a line for every action, old to new. */
function windowText({
  id,
  detail,
  pinned,
  closed,
  trace,
  pieces,
  history,
}: ConversationState['windows'][number]): string {
  const { t } = vscode.l10n;
  const set = [
    ...(detail === 'auto' ? [] : [detail]),
    ...(pinned ? [t('pinned')] : []),
    ...(closed ? [trace === '' ? t('closed') : t('closed: {0}', trace)] : []),
    ...(pieces === 0 ? [] : [t('{0} pieces set apart', pieces)]),
  ];
  const done = history.map(
    ({ action, result, timestamp, by }) => `  ${localTime(timestamp)}  ${by ?? ''}  ${action}: ${result}`,
  );
  return [`${id}${set.length === 0 ? '' : `  (${set.join(', ')})`}`, ...done].join('\n');
}

function localTime(iso: string): string {
  return new Date(iso).toLocaleString(vscode.env.language);
}
