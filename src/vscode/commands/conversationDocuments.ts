import * as vscode from 'vscode';
import { fenced } from '../../engine/format/fence.ts';
import { trustedConsumers } from '../../protocol/consumer.ts';
import type { Interaction } from '../../protocol/prompt/contextModel.ts';
import { windowTitles } from '../../protocol/windowKinds.ts';
import type { ConversationState } from '../../protocol/windows.ts';
import type { Session } from '../../session/session.ts';
import { consumerName, withoutIcons } from '../view/consumerNames.ts';
import { type OwnDocuments, ownUri, type TextOf } from '../view/ownDocuments.ts';
import { askOrShow, textOrFailure } from './messages.ts';

/** Maximum number of items of a conversation that are shown, the newest. */
const shownItems = 200;

/** A conversation: its windows, what was done in each and by whom, and what was said. */
export function conversationText(session: Session): TextOf {
  return async (conversationId) =>
    textOrFailure(await session.request('conversations:list', { items: shownItems }, 'view'), ({ conversations }) => {
      const shown = conversations.find((one) => one.conversationId === conversationId);
      const gone = vscode.l10n.t('This conversation has not continued since the window was reloaded.');
      return shown === undefined ? `${gone}\n` : historyOf(shown, nameOf(conversations));
    });
}

/** Shows the conversation that the developer chooses by its name. */
export async function showConversation(session: Session, documents: OwnDocuments): Promise<void> {
  const value = await askOrShow(session, 'conversations:list', { items: 0 }, 'view');
  if (value === null) return;
  const seenAt = ({ lastDelivery, started }: ConversationState) => lastDelivery ?? started;
  const lastFirst = value.conversations.toSorted((a, b) => (seenAt(a) < seenAt(b) ? 1 : -1));
  const items = lastFirst.map((conversation) => ({
    conversation,
    label: withoutIcons(consumerName(conversation.consumer, conversation.name)),
    description: lastDeliveryText(conversation) ?? vscode.l10n.t('since {0}', localTime(conversation.started)),
  }));
  const placeHolder = vscode.l10n.t('Whose conversation?');
  const picked = await vscode.window.showQuickPick(items, { placeHolder });
  if (picked === undefined) return;
  const { conversationId, consumer, name } = picked.conversation;
  const title = vscode.l10n.t('Conversation of {0}', consumerName(consumer, name));
  await documents.show(ownUri('conversation', `${title}.md`, conversationId));
}

/** Returns the name of an actor; the developer acts by the view, in any conversation. */
function nameOf(conversations: readonly ConversationState[]): (actor: string) => string {
  const names = new Map(conversations.map(({ consumer, name }) => [consumer, name]));
  return (actor) =>
    trustedConsumers.has(actor) ? vscode.l10n.t('the developer') : consumerName(actor, names.get(actor));
}

/** The text of a conversation. Foreign text (names, notes, talk) is always fenced. */
function historyOf(conversation: ConversationState, actorName: (actor: string) => string): string {
  const { t } = vscode.l10n;
  const { consumer, name, sessionId, started, windows, items } = conversation;
  const delivered = lastDeliveryText(conversation) ?? t('no prompt was delivered yet');
  const said = items.filter(({ type }) => type !== 'Window');
  const changed = windows.filter((window) => window.history.length > 0 || settingText(window) !== '');
  const unchanged = windows.filter((window) => !changed.includes(window)).map(windowName);
  const windowText = (window: ConversationWindow) =>
    [
      windowName(window) + settingText(window),
      ...window.history.map((one) => `    ${actionText(one, actorName)}`),
    ].join('\n');
  const listed = [...changed.map(windowText), t('Unchanged: {0}', unchanged.join(t(', ')))];
  return [
    `# ${t('Conversation')}`,
    fenced(consumerName(consumer, name), 'text'),
    `${t('Session {0}', sessionId)}, ${t('since {0}', localTime(started))}, ${delivered}.`,
    `## ${t('Windows')}`,
    fenced(listed.join('\n'), 'text'),
    `## ${t('What was said')}`,
    ...(said.some(({ type }) => type === 'User') ? [] : [t('Live Context does not see what is said there.')]),
    ...said.map(({ type, content, isObsolete }) => {
      return `### ${roleNames[type]}${isObsolete ? ` (${t('taken back')})` : ''}\n\n${fenced(content, 'text')}`;
    }),
    '',
  ].join('\n\n');
}

type ConversationWindow = ConversationState['windows'][number];

function windowName({ kind, documentId }: ConversationWindow): string {
  const file = documentId === null ? '' : ` ${vscode.workspace.asRelativePath(vscode.Uri.parse(documentId))}`;
  return inOneLine(`${vscode.l10n.t(windowTitles[kind])}${file}`);
}

/** What is set in a window: that outlives a reload, the history does not. */
function settingText({ level, kept, pieces }: ConversationWindow): string {
  const verbs = [
    ...(level === null ? [] : [verbTexts[levelVerbs[level]]]),
    ...(kept ? [verbTexts['keep']] : []),
    ...(pieces === 0 ? [] : [vscode.l10n.t('pieces with their own settings: {0}', pieces)]),
  ];
  return verbs.length === 0 ? '' : `  (${verbs.join(', ')})`;
}

function actionText(done: Interaction, actorName: (actor: string) => string): string {
  const actor = done.by === undefined ? '' : `  ${actorName(done.by)}`;
  return `${localTime(done.timestamp)}${inOneLine(actor)}  ${inOneLine(interactionText(done))}`;
}

const roleNames: Readonly<Record<ConversationState['items'][number]['type'], string>> = {
  System: vscode.l10n.t('System'),
  User: vscode.l10n.t('User'),
  Assistant: vscode.l10n.t('Assistant'),
  Tool: vscode.l10n.t('Tool'),
  Window: vscode.l10n.t('Window'),
};

function lastDeliveryText({ lastDelivery }: ConversationState): string | null {
  return lastDelivery === null ? null : vscode.l10n.t('last delivery {0}', localTime(lastDelivery));
}

function localTime(iso: string): string {
  return new Date(iso).toLocaleString(vscode.env.language);
}

/** Joins the lines of foreign text, so that none passes for an action. */
function inOneLine(text: string): string {
  return text.replace(/[\r\n\u2028\u2029]+\s*/g, ' ');
}

/** Verbs as in the view's menus. */
const verbTexts: Readonly<Partial<Record<Interaction['action'], string>>> = {
  expand: vscode.l10n.t('shown in full'),
  shorten: vscode.l10n.t('shortened'),
  keep: vscode.l10n.t('kept in the prompt'),
  remove: vscode.l10n.t('removed from the prompt'),
  putBack: vscode.l10n.t('put back into the prompt'),
  add: vscode.l10n.t('added'),
  tick: vscode.l10n.t('ticked'),
  close: vscode.l10n.t('closed'),
  read: vscode.l10n.t('read'),
};

const levelVerbs = { Full: 'expand', Summary: 'shorten', Gist: 'shorten', Gone: 'remove' } as const;

/** An action with its piece, its summary or the code of its failure. */
function interactionText({ action, result }: Pick<Interaction, 'action' | 'result'>): string {
  const [, code] = /^failed: (.+)$/.exec(result) ?? [];
  if (code !== undefined) return vscode.l10n.t('failed: {0}', `${action}, ${code}`);
  const text = verbTexts[action] ?? action;
  return result === 'done' ? text : `${text}: ${result}`;
}
