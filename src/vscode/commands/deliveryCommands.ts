import * as vscode from 'vscode';
import { clipboard } from '../../protocol/consumer.ts';
import { askedTexts, type Delivery, type MissingReason, withoutCellMark } from '../../protocol/prompt/deliveries.ts';
import type { Session } from '../../session/session.ts';
import type { Commands } from '../contributions.ts';
import { cellOf } from '../host/notebookOutputs.ts';
import { withoutIcons } from '../view/consumerNames.ts';
import { localised, localNumber } from '../view/localised.ts';
import { promptUri } from '../view/promptDocuments.ts';
import { conversationNames } from './conversationNames.ts';
import { askOrShow } from './messages.ts';

const deliveryScheme = 'live-context-delivery';
const listed = 200;

/** The commands that show a delivered text again, as a read-only document. */
export function deliveryCommands(session: Session): Commands {
  return {
    'liveContext.showWhatWasDelivered': (id) =>
      typeof id === 'string' ? openDelivery(session, id) : pickDelivery(session),
    'liveContext.compareWithDelivery': (id) => (typeof id === 'string' ? compareWithDelivery(session, id) : undefined),
    'liveContext.compareWithLastCopy': () => compareWithLastCopy(session),
  };
}

/** Shows what was delivered under the URIs of `live-context-delivery:`. */
export function provideDeliveries(session: Session): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(deliveryScheme, {
    provideTextDocumentContent: ({ query }) => askDeliveredText(session, query),
  });
}

async function pickDelivery(session: Session): Promise<void> {
  const value = await askOrShow(session, 'deliveries:list', { limit: listed });
  if (value === null) return;
  if (value.deliveries.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Nothing has been delivered yet.'));
    return;
  }
  const names = await conversationNames(session);
  const placeHolder = vscode.l10n.t('Show which delivery?');
  const options = { placeHolder, matchOnDescription: true, matchOnDetail: true };
  const picked = await vscode.window.showQuickPick(
    value.deliveries.map((one) => deliveryItem(one, names(one.consumer))),
    options,
  );
  if (picked !== undefined) await openDelivery(session, picked.id);
}

function deliveryItem(delivery: Delivery, name: string): vscode.QuickPickItem & { readonly id: string } {
  const { id, at, channel, tokens, documents, rebuildable } = delivery;
  const size = tokens === null ? [] : [vscode.l10n.t('{0} tokens', localNumber(tokens))];
  const gone = rebuildable ? [] : [vscode.l10n.t('its text is not kept')];
  return {
    id,
    label: `$(eye) ${withoutIcons(name)}`,
    description: [new Date(at).toLocaleString(vscode.env.language), ...size, ...gone].join(' · '),
    detail: [askedText(channel), ...new Set(documents.map(deliveredName))].join(' · '),
  };
}

function askedText(channel: string): string {
  const text = askedTexts[channel];
  return text === undefined ? channel : vscode.l10n.t(text);
}

/** A file's path; a cell by its number while its notebook is open, then by the notebook alone. */
function deliveredName({ documentId, file }: Delivery['documents'][number]): string {
  const cell = cellOf(documentId);
  const path = withoutCellMark(file);
  return cell === undefined ? path : vscode.l10n.t('cell {0} of {1}', localNumber(cell.index + 1), path);
}

const fileEndings: Readonly<Partial<Record<Delivery['format'], string>>> = {
  markdown: 'md',
  json: 'json',
  messages: 'json',
  xml: 'xml',
  patch: 'diff',
};

async function openDelivery(session: Session, id: string): Promise<void> {
  const kept = await keptDelivery(session, id);
  if (kept === null) return;
  const document = await vscode.workspace.openTextDocument(kept.uri);
  await vscode.window.showTextDocument(document, { preview: true });
}

/** A delivery and its document, unless its text is gone. Only the text that was delivered is shown without a word of what is missing. */
async function keptDelivery(
  session: Session,
  id: string,
): Promise<{ readonly delivery: Delivery; readonly uri: vscode.Uri } | null> {
  const value = await askOrShow(session, 'deliveries:get', { id });
  if (value === null) return null;
  const { delivery, text, missing } = value;
  if (missing !== null) void vscode.window.showWarningMessage(missingText(missing));
  if (text === null) return null;
  const consumer = (await conversationNames(session))(delivery.consumer);
  const at = new Date(delivery.at).toLocaleString(vscode.env.language, { dateStyle: 'short', timeStyle: 'medium' });
  const path = `/${`${consumer} – ${at}`.replaceAll('/', '∕')}.${fileEndings[delivery.format] ?? 'txt'}`;
  return { delivery, uri: vscode.Uri.from({ scheme: deliveryScheme, path, query: id }) };
}

/** Opens the editor's diff of the last whole prompt that was copied and the one that would be copied now. */
async function compareWithLastCopy(session: Session): Promise<void> {
  const value = await askOrShow(session, 'deliveries:list', { consumer: clipboard, limit: listed });
  if (value === null) return;
  const last = value.deliveries.find(({ channel }) => channel === 'live:get' || channel === 'context:assemble');
  if (last === undefined) void vscode.window.showInformationMessage(vscode.l10n.t('Nothing has been copied yet.'));
  else await compareWithDelivery(session, last.id);
}

/** Opens the editor's diff of a delivery and the prompt that its consumer would get now. */
async function compareWithDelivery(session: Session, id: string): Promise<void> {
  const kept = await keptDelivery(session, id);
  const [document] = kept?.delivery.documents ?? [];
  if (kept === null || document === undefined) return;
  const { delivery, uri } = kept;
  const consumer = (await conversationNames(session))(delivery.consumer);
  const right = promptUri(delivery.consumer, consumer, document.documentId);
  const time = new Date(delivery.at).toLocaleTimeString(vscode.env.language);
  const title = vscode.l10n.t('{0}: {1} ↔ now', consumer, time);
  await vscode.commands.executeCommand('vscode.diff', uri, right, title, { preview: true });
}

async function askDeliveredText(session: Session, id: string): Promise<string> {
  const result = localised(await session.request('deliveries:get', { id }, clipboard));
  if (!result.ok) throw new Error(`${result.error.message} (${result.error.code})`);
  const { text, missing } = result.value;
  return text ?? (missing === null ? '' : missingText(missing));
}

function missingText(missing: MissingReason): string {
  switch (missing) {
    case 'notKept':
      return vscode.l10n.t('The text of this delivery was not kept: the setting liveContext.keepDeliveries was off.');
    case 'expired':
      return vscode.l10n.t('The text of this delivery is no longer kept.');
    case 'damaged':
      return vscode.l10n.t('The kept text of this delivery is damaged: it is not what was delivered.');
    case 'hidden':
      return vscode.l10n.t(
        'What is shown is not all that was delivered: secrets in it that are known only now are hidden.',
      );
  }
}
