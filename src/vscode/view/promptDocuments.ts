import * as vscode from 'vscode';
import type { Consumer } from '../../protocol/consumer.ts';
import type { PromptTrace } from '../../protocol/prompt/assembly.ts';
import type { Session } from '../../session/session.ts';
import { conversationNames } from '../commands/conversationNames.ts';
import { askOrShow } from '../commands/messages.ts';
import type { Commands } from '../contributions.ts';
import { localised } from './localised.ts';
import type { Snapshots } from './snapshots.ts';

/** Prompts as documents: they are never followed themselves. */
const promptScheme = 'live-context-prompt';

/**
 * The prompt as a read-only editor tab: the editor's own find, folding and marks for invisible characters; each piece links to its
 * source. It follows the snapshots while it is open.
 */
export class PromptDocuments
  implements vscode.TextDocumentContentProvider, vscode.DocumentLinkProvider, vscode.Disposable
{
  readonly #session: Session;
  readonly #snapshots: Snapshots;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #disposables: vscode.Disposable;
  /** Where the parts of the shown prompts come from, by URI. */
  readonly #parts = new Map<string, PromptTrace['parts']>();

  readonly commands: Commands = { 'liveContext.openPrompt': () => this.#open() };
  readonly onDidChange = this.#changed.event;

  constructor(session: Session, snapshots: Snapshots) {
    this.#session = session;
    this.#snapshots = snapshots;
    this.#disposables = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(promptScheme, this),
      vscode.languages.registerDocumentLinkProvider({ scheme: promptScheme }, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#parts.delete(uri.toString())),
      snapshots.onDidAssemble(() => this.#refresh()),
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const [consumer = '', documentId = ''] = JSON.parse(uri.query);
    const params = { documentId, preview: true, trace: true };
    const result = localised(await this.#session.request('live:get', params, consumer));
    if (!result.ok) return `${result.error.message} (${result.error.code})\n`;
    this.#parts.set(uri.toString(), result.value.trace?.parts ?? []);
    return result.value.text;
  }

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

  async #open(): Promise<void> {
    const { consumer } = this.#snapshots;
    const status = await askOrShow(this.#session, 'live:status', {});
    const documentId = status?.document?.documentId;
    if (documentId === undefined) {
      void vscode.window.showInformationMessage(vscode.l10n.t('Open a file first: a prompt is about one.'));
      return;
    }
    const names = await conversationNames(this.#session);
    const uri = promptUri(consumer, names(consumer), documentId);
    // VS Code keeps the document of a closed tab for a while, and would show its text of then.
    const isKept = vscode.workspace.textDocuments.some((one) => one.uri.toString() === uri.toString());
    if (isKept) this.#changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true });
  }

  #refresh(): void {
    for (const { document } of vscode.window.visibleTextEditors)
      if (document.uri.scheme === promptScheme) this.#changed.fire(document.uri);
  }
}

/** The prompt that a consumer, as people call it, would get of a document now. */
export function promptUri(consumer: Consumer, consumerName: string, documentId: string): vscode.Uri {
  const name = vscode.Uri.parse(documentId).path.split('/').at(-1) ?? '';
  const title = vscode.l10n.t('Prompt for {0}', consumerName).replaceAll('/', '∕');
  const path = `/${title} – ${name}.md`;
  return vscode.Uri.from({ scheme: promptScheme, path, query: JSON.stringify([consumer, documentId]) });
}
