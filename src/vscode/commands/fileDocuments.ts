import * as vscode from 'vscode';
import type { Session } from '../../session/session.ts';
import { ownUri, type TextOf } from '../view/ownDocuments.ts';
import { textOrFailure } from './messages.ts';

const pageBytes = 1024 * 1024;
/** Longer files are shown by their beginning and their last lines, bytes. */
const maxShownBytes = 16 * 1024 * 1024;
const tailLines = 2_000;

/** The text of a context file. */
export function contextFileText(session: Session): TextOf {
  return async (query) => {
    const [conversationId = '', id = ''] = JSON.parse(query);
    const pages: string[] = [];
    for (let offset = 0; offset < maxShownBytes; ) {
      const page = await session.request('files:read', { conversationId, id, offset, limit: pageBytes }, 'view');
      pages.push(textOrFailure(page, ({ content }) => content));
      if (!page.ok || page.value.done) return pages.join('');
      offset = page.value.nextOffset;
    }
    const tail = await session.request('files:tail', { conversationId, id, lines: tailLines }, 'view');
    const end = tail.ok ? tail.value.content : '';
    return `${pages.join('')}\n${vscode.l10n.t('… the middle of this long file is left out …')}\n${end}`;
  };
}

/** Shows a context file. */
export async function openContextFile(conversationId: string, id: string): Promise<void> {
  const ending = id.startsWith('diff-') ? 'diff' : id.startsWith('catalog-') ? 'md' : 'log';
  const uri = ownUri('file', `${id}.${ending}`, JSON.stringify([conversationId, id]));
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
}
