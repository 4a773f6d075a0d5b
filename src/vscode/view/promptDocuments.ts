import * as vscode from 'vscode';
import type { Consumer } from '../../protocol/consumer.ts';
import type { PromptTrace } from '../../protocol/prompt/assembly.ts';
import type { Session } from '../../session/session.ts';
import { askOrShow, inform, textOrFailure } from '../commands/messages.ts';
import { conversationNames } from './consumerNames.ts';
import { type OwnDocuments, ownUri, type TextOf } from './ownDocuments.ts';
import type { Snapshots } from './snapshots.ts';

/** The prompt as a document of ours; each piece links to its source. */
export class PromptDocuments implements vscode.DocumentLinkProvider, vscode.Disposable {
  readonly #session: Session;
  readonly #snapshots: Snapshots;
  readonly #disposables: vscode.Disposable;
  /** The places from which the parts of the shown prompts come, by URI. */
  readonly #parts = new Map<string, PromptTrace['parts']>();

  constructor(session: Session, snapshots: Snapshots) {
    this.#session = session;
    this.#snapshots = snapshots;
    this.#disposables = vscode.Disposable.from(
      vscode.languages.registerDocumentLinkProvider({ scheme: ownUri('prompt', '', '').scheme }, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#parts.delete(uri.toString())),
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  readonly text: TextOf = async (query, uri) => {
    const [consumer = '', documentId = ''] = JSON.parse(query);
    const params = { documentId, preview: true, trace: true };
    return textOrFailure(await this.#session.request('live:get', params, consumer), ({ text, trace }) => {
      this.#parts.set(uri.toString(), trace?.parts ?? []);
      return text;
    });
  };

  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    const text = document.getText();
    return (this.#parts.get(document.uri.toString()) ?? []).flatMap(({ start, end, place }) => {
      if (place === null || end > text.length) return [];
      const line = document.lineAt(document.positionAt(start));
      const target = vscode.Uri.parse(place.documentId).with({ fragment: `L${place.line}` });
      const link = new vscode.DocumentLink(line.range, target);
      link.tooltip = vscode.l10n.t('Open the source');
      return line.range.isEmpty ? [] : [link];
    });
  }

  /** Shows the prompt that the view shows. */
  async open(documents: OwnDocuments): Promise<void> {
    const { consumer } = this.#snapshots;
    const status = await askOrShow(this.#session, 'live:status', {});
    const documentId = status?.document?.documentId;
    if (documentId === undefined) return inform(vscode.l10n.t('Open a file first: a prompt is about one.'));
    const names = await conversationNames(this.#session);
    await documents.show(promptUri(consumer, names(consumer), documentId));
  }
}

/** The prompt that a client, as people call it, would get of a document now. */
export function promptUri(consumer: Consumer, consumerName: string, documentId: string): vscode.Uri {
  const name = vscode.Uri.parse(documentId).path.split('/').at(-1) ?? '';
  const title = `${vscode.l10n.t('Prompt for {0}', consumerName)} – ${name}.md`;
  return ownUri('prompt', title, JSON.stringify([consumer, documentId]));
}
