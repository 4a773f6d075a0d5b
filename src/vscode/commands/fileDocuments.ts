import * as vscode from 'vscode';
import type { Session } from '../../session/session.ts';
import { localised } from '../view/localised.ts';

const fileScheme = 'live-context-file';
const pageBytes = 1024 * 1024;
/** Of a longer file the beginning, then its last lines. Bytes. */
const maxShownBytes = 16 * 1024 * 1024;
const tailLines = 2_000;

/** Shows context files as read-only documents. They are never followed themselves. */
export function registerFileDocuments(session: Session): vscode.Disposable {
  const provideTextDocumentContent = async (uri: vscode.Uri): Promise<string> => {
    const [conversationId = '', id = ''] = JSON.parse(uri.query);
    const pages: string[] = [];
    for (let offset = 0; offset < maxShownBytes; ) {
      const asked = { conversationId, id, offset, limit: pageBytes };
      const page = localised(await session.request('files:read', asked, 'view'));
      if (!page.ok) throw new Error(`${page.error.message} (${page.error.code})`);
      pages.push(page.value.content);
      if (page.value.done) return pages.join('');
      offset = page.value.nextOffset;
    }
    const tail = await session.request('files:tail', { conversationId, id, lines: tailLines }, 'view');
    const end = tail.ok ? tail.value.content : '';
    return `${pages.join('')}\n${vscode.l10n.t('… the middle of this long file is left out …')}\n${end}`;
  };
  return vscode.workspace.registerTextDocumentContentProvider(fileScheme, { provideTextDocumentContent });
}

export async function openContextFile(conversationId: string, id: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uriOfFile(conversationId, id));
  await vscode.window.showTextDocument(document, { preview: true });
}

function uriOfFile(conversationId: string, id: string): vscode.Uri {
  const ending = id.startsWith('diff-') ? 'diff' : id.startsWith('catalog-') ? 'md' : 'log';
  return vscode.Uri.from({ scheme: fileScheme, path: `/${id}.${ending}`, query: JSON.stringify([conversationId, id]) });
}
