import * as vscode from 'vscode';
import { clipboard } from '../../protocol/consumer.ts';
import type { ContextRef } from '../../protocol/contextFiles.ts';
import type { Session } from '../../session/session.ts';
import { openContextFile } from '../commands/fileDocuments.ts';
import { askOrShow, confirmsDeletion, contextFileIcons, said, sizeText } from '../commands/messages.ts';
import type { Commands } from '../contributions.ts';
import { type ConversationNode, conversationNames } from './consumerNames.ts';

/** Maximum numbers of conversations, and of files of each, that are listed. */
const mostConversations = 50;
const mostFiles = 1_000;

interface FileNode {
  readonly kind: 'file';
  readonly conversationId: string;
  readonly file: ContextRef;
}
type Node = ConversationNode | FileNode;

/**
 * The context files as a native tree of VS Code, by conversation if there are several. It requests
 * nothing while hidden.
 */
export class ContextFilesTree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #session: Session;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #view: vscode.TreeView<Node>;
  readonly #disposables: vscode.Disposable;
  #isStale = true;
  #nameOf: (conversationId: string) => string = (id) => id;

  readonly commands: Commands;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(session: Session) {
    this.#session = session;
    this.#view = vscode.window.createTreeView('liveContext.files', { treeDataProvider: this });
    this.#disposables = vscode.Disposable.from(
      this.#changed,
      this.#view,
      this.#view.onDidChangeVisibility(() => this.#refresh()),
    );
    this.commands = {
      'liveContext.deleteContextFile': (node?: FileNode) => this.#delete(node),
      'liveContext.openListedFile': (node?: FileNode) => node && openContextFile(node.conversationId, node.file.id),
    };
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** There may be other files now. */
  changed(): void {
    this.#isStale = true;
    this.#refresh();
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return node.kind === 'file' ? fileItem(node) : conversationItem(node, this.#nameOf(node.conversationId));
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node?.kind === 'file') return [];
    if (node !== undefined) return this.#files(node.conversationId);
    const usage = await this.#session.request('files:usage', {}, clipboard);
    if (!usage.ok) return [];
    const { bytes, quotaBytes, conversations } = usage.value;
    this.#view.description = bytes === 0 ? '' : vscode.l10n.t('{0} of {1}', sizeText(bytes), sizeText(quotaBytes));
    const filled = conversations.filter(({ files }) => files > 0).slice(0, mostConversations);
    const [only] = filled;
    if (only !== undefined && filled.length === 1) return this.#files(only.conversationId);
    this.#nameOf = await conversationNames(this.#session);
    return filled.map(({ conversationId, files }) => ({ kind: 'conversation', conversationId, files }));
  }

  async #files(conversationId: string): Promise<Node[]> {
    const list = await this.#session.request('files:list', { conversationId, limit: mostFiles }, clipboard);
    return list.ok ? list.value.items.map((file) => ({ kind: 'file', conversationId, file })) : [];
  }

  #refresh(): void {
    if (!this.#isStale || !this.#view.visible) return;
    this.#isStale = false;
    this.#changed.fire(undefined);
  }

  async #delete(node: FileNode | undefined): Promise<void> {
    if (node === undefined) return;
    const { conversationId, file } = node;
    const question = vscode.l10n.t('Delete {0}? This cannot be undone.', file.hint);
    if (!(await confirmsDeletion(question))) return;
    const value = await askOrShow(this.#session, 'files:delete', { conversationId, id: file.id });
    if (value !== null) said(vscode.l10n.t('File deleted.'));
  }
}

function conversationItem({ conversationId, files }: ConversationNode, name: string): vscode.TreeItem {
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Expanded);
  item.id = conversationId;
  item.contextValue = 'conversation';
  item.description = String(files);
  return item;
}

function fileItem(node: FileNode): vscode.TreeItem {
  const { conversationId, file } = node;
  const { id, kind, hint, byteSize, createdAt } = file;
  const item = new vscode.TreeItem(hint);
  item.id = `${conversationId}/${id}`;
  item.description = byteSize === undefined ? vscode.l10n.t('made when it is read') : sizeText(byteSize);
  item.tooltip = `${hint}\n${new Date(createdAt).toLocaleString(vscode.env.language)}\n${id}`;
  item.iconPath = new vscode.ThemeIcon(contextFileIcons[kind]);
  item.contextValue = 'contextFile';
  item.command = { command: 'liveContext.openListedFile', title: vscode.l10n.t('Open'), arguments: [node] };
  return item;
}
