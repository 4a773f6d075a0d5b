import * as vscode from 'vscode';
import type { Consumer } from '../../protocol/consumer.ts';
import type { PromptTrace } from '../../protocol/prompt/assembly.ts';
import type { Session } from '../../session/session.ts';
import { askOrShow, inform, textOrFailure } from '../commands/messages.ts';
import { conversationNames } from './consumerNames.ts';
import { type OwnDocuments, ownUri, type TextOf } from './ownDocuments.ts';

/** The prompt as a document of ours; each piece links to its source. */
export function promptDocuments(session: Session) {
  /** The places from which the parts of the shown prompts come, by URI. */
  const partsOf = new Map<string, PromptTrace['parts']>();
  const text: TextOf = async (query, uri) => {
    const [consumer = '', documentId = ''] = JSON.parse(query);
    const params = { documentId, preview: true, trace: true };
    return textOrFailure(await session.request('live:get', params, consumer), (value) => {
      partsOf.set(uri.toString(), value.trace?.parts ?? []);
      return value.text;
    });
  };
  const provideDocumentLinks = (document: vscode.TextDocument): vscode.DocumentLink[] => {
    const { length } = document.getText();
    return (partsOf.get(document.uri.toString()) ?? []).flatMap(({ start, end, place }) => {
      if (place === null || end > length) return [];
      const { range } = document.lineAt(document.positionAt(start));
      const target = vscode.Uri.parse(place.documentId).with({ fragment: `L${place.line}` });
      const link = new vscode.DocumentLink(range, target);
      link.tooltip = vscode.l10n.t('Open the source');
      return range.isEmpty ? [] : [link];
    });
  };
  const disposables = vscode.Disposable.from(
    vscode.languages.registerDocumentLinkProvider(
      { scheme: ownUri('prompt', '', '').scheme },
      { provideDocumentLinks },
    ),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => partsOf.delete(uri.toString())),
  );
  return { text, dispose: () => disposables.dispose() };
}

/** Shows the prompt that a client would get of the document in front. */
export async function openPrompt(session: Session, documents: OwnDocuments, consumer: Consumer): Promise<void> {
  const status = await askOrShow(session, 'live:status', {});
  const documentId = status?.document?.documentId;
  if (documentId === undefined) return inform(vscode.l10n.t('Open a file first: a prompt is about one.'));
  const names = await conversationNames(session);
  await documents.show(promptUri(consumer, names(consumer), documentId));
}

/** The prompt that a client, as people call it, would get of a document now. */
export function promptUri(consumer: Consumer, consumerName: string, documentId: string): vscode.Uri {
  const name = vscode.Uri.parse(documentId).path.split('/').at(-1) ?? '';
  const title = `${vscode.l10n.t('Prompt for {0}', consumerName)} – ${name}.md`;
  return ownUri('prompt', title, JSON.stringify([consumer, documentId]));
}
