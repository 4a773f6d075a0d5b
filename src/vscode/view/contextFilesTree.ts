import * as vscode from 'vscode';
import { clipboard } from '../../protocol/consumer.ts';
import type { ContextRef } from '../../protocol/contextFiles.ts';
import type { Session } from '../../session/session.ts';
import { openContextFile } from '../commands/fileCommands.ts';
import { askOrShow, confirmsDeletion, contextFileIcons, said, sizeText } from '../commands/messages.ts';
import type { Commands } from '../contributions.ts';
import { conversationNames } from './consumerNames.ts';

/** Maximum numbers of conversations, and of files of each, that are listed. */
const mostConversations = 50;
const mostFiles = 1_000;

interface FileNode {
  readonly kind: 'file';
  readonly conversationId: string;
  readonly file: ContextRef;
}
type Node = FileNode | { readonly kind: 'conversation'; readonly conversationId: string; readonly files: number };

/**
 * The context files as a native tree of VS Code, by conversation if there are several. It requests
 * nothing while hidden.
 */
export function contextFilesTree(session: Session) {
  const changed = new vscode.EventEmitter<undefined>();
  let isStale = true;
  let nameOf: (conversationId: string) => string = (id) => id;

  const filesOf = async (conversationId: string): Promise<Node[]> => {
    const list = await session.request('files:list', { conversationId, limit: mostFiles }, clipboard);
    return list.ok ? list.value.items.map((file) => ({ kind: 'file', conversationId, file })) : [];
  };
  const view: vscode.TreeView<Node> = vscode.window.createTreeView('liveContext.files', {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getTreeItem: (node: Node) =>
        node.kind === 'file' ? fileItem(node) : conversationItem(node, nameOf(node.conversationId)),
      async getChildren(node?: Node): Promise<Node[]> {
        if (node?.kind === 'file') return [];
        if (node !== undefined) return filesOf(node.conversationId);
        const usage = await session.request('files:usage', {}, clipboard);
        if (!usage.ok) return [];
        const { bytes, quotaBytes, conversations } = usage.value;
        view.description = bytes === 0 ? '' : vscode.l10n.t('{0} of {1}', sizeText(bytes), sizeText(quotaBytes));
        const filled = conversations.filter(({ files }) => files > 0).slice(0, mostConversations);
        const [only] = filled;
        if (only !== undefined && filled.length === 1) return filesOf(only.conversationId);
        nameOf = await conversationNames(session);
        return filled.map(({ conversationId, files }) => ({ kind: 'conversation', conversationId, files }));
      },
    },
  });
  const refresh = () => {
    if (!isStale || !view.visible) return;
    isStale = false;
    changed.fire(undefined);
  };
  const disposables = vscode.Disposable.from(changed, view, view.onDidChangeVisibility(refresh));
  const commands: Commands = {
    'liveContext.deleteContextFile': (node?: FileNode) => node && deleteFile(session, node),
    'liveContext.openListedFile': (node?: FileNode) => node && openContextFile(node.conversationId, node.file.id),
  };
  return {
    commands,
    /** There may be other files now. */
    changed(): void {
      isStale = true;
      refresh();
    },
    dispose: () => disposables.dispose(),
  };
}

async function deleteFile(session: Session, { conversationId, file }: FileNode): Promise<void> {
  if (!(await confirmsDeletion(vscode.l10n.t('Delete {0}? This cannot be undone.', file.hint)))) return;
  const value = await askOrShow(session, 'files:delete', { conversationId, id: file.id });
  if (value !== null) said(vscode.l10n.t('File deleted.'));
}

function conversationItem({ conversationId: id, files }: Exclude<Node, FileNode>, label: string): vscode.TreeItem {
  return { id, label, description: String(files), collapsibleState: vscode.TreeItemCollapsibleState.Expanded };
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
