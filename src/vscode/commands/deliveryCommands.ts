import * as vscode from 'vscode';
import { clipboard } from '../../protocol/consumer.ts';
import type { MissingReason } from '../../protocol/prompt/deliveries.ts';
import type { Session } from '../../session/session.ts';
import type { Commands } from '../contributions.ts';
import { conversationNames } from '../view/consumerNames.ts';
import { type OwnDocuments, ownUri, type TextOf } from '../view/ownDocuments.ts';
import { promptUri } from '../view/promptDocuments.ts';
import { askOrShow, inform, textOrFailure } from './messages.ts';

/** Number of deliveries among which the last copy is looked for. */
const listed = 200;

/** The commands that show a delivered text again; the view names the delivery. */
export function deliveryCommands(session: Session, documents: OwnDocuments): Commands {
  return {
    'liveContext.showWhatWasDelivered': async (id) => {
      const kept = await keptDelivery(session, String(id));
      if (kept !== null) await documents.show(kept.uri);
    },
    'liveContext.compareWithDelivery': (id) => compareWithDelivery(session, String(id)),
    'liveContext.compareWithLastCopy': () => compareWithLastCopy(session),
  };
}

/** The text of a delivery, or the reason why it is missing. */
export function deliveryText(session: Session): TextOf {
  return async (id) =>
    textOrFailure(await session.request('deliveries:get', { id }, clipboard), ({ text, missing }) => {
      return text ?? (missing === null ? '' : goneTexts[missing]);
    });
}

/** The endings of formats that are not called by their own. */
const fileEndings: Readonly<Record<string, string>> = { markdown: 'md', messages: 'json', patch: 'diff', text: 'txt' };

/**
 * A delivery, its document and whom it was given to, unless its text is gone. What is missing in it
 * is said.
 */
async function keptDelivery(session: Session, id: string) {
  const value = await askOrShow(session, 'deliveries:get', { id });
  if (value === null) return null;
  const { delivery, text, missing } = value;
  if (missing !== null) void vscode.window.showWarningMessage(goneTexts[missing]);
  if (text === null) return null;
  const name = (await conversationNames(session))(delivery.consumer);
  const at = new Date(delivery.at).toLocaleString(vscode.env.language, { dateStyle: 'short', timeStyle: 'medium' });
  const uri = ownUri('delivery', `${name} – ${at}.${fileEndings[delivery.format] ?? delivery.format}`, id);
  return { delivery, name, uri };
}

/** Opens the diff of the last whole prompt that was copied and the one that would be copied now. */
async function compareWithLastCopy(session: Session): Promise<void> {
  const value = await askOrShow(session, 'deliveries:list', { consumer: clipboard, limit: listed });
  if (value === null) return;
  const last = value.deliveries.find(({ channel }) => channel === 'live:get' || channel === 'context:assemble');
  if (last === undefined) inform(vscode.l10n.t('Nothing has been copied yet.'));
  else await compareWithDelivery(session, last.id);
}

/** Opens the diff of a delivery and the prompt that its client would get now. */
async function compareWithDelivery(session: Session, id: string): Promise<void> {
  const kept = await keptDelivery(session, id);
  const [document] = kept?.delivery.documents ?? [];
  if (kept === null || document === undefined) return;
  const { delivery, name, uri } = kept;
  const right = promptUri(delivery.consumer, name, document.documentId);
  const time = new Date(delivery.at).toLocaleTimeString(vscode.env.language);
  const title = vscode.l10n.t('{0}: {1} ↔ now', name, time);
  await vscode.commands.executeCommand('vscode.diff', uri, right, title, { preview: true });
}

const goneTexts: Readonly<Record<MissingReason, string>> = {
  notKept: vscode.l10n.t('The text of this delivery was not stored: the setting liveContext.keepDeliveries was off.'),
  expired: vscode.l10n.t('The text of this delivery is no longer stored.'),
  damaged: vscode.l10n.t('The stored text of this delivery is damaged: it is not what was delivered.'),
  hidden: vscode.l10n.t(
    'What is shown is not all that was delivered: secrets in it that are known only now are hidden.',
  ),
};
