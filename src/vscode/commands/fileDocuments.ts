import * as vscode from 'vscode';
import type { Session } from '../../session/session.ts';

const fileScheme = 'live-context-file';
const pageBytes = 1024 * 1024;
/** Of a longer file the beginning, then its last lines. Bytes. */
const maxShownBytes = 16 * 1024 * 1024;
const tailLines = 2_000;

/** Context files as read-only documents. They are never followed themselves. */
export class FileDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #session: Session;
  readonly #registration: vscode.Disposable;

  constructor(session: Session) {
    this.#session = session;
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(fileScheme, this);
  }

  dispose(): void {
    this.#registration.dispose();
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const [conversationId = '', id = ''] = JSON.parse(uri.query);
    const pages: string[] = [];
    for (let offset = 0; offset < maxShownBytes; ) {
      const page = await this.#session.request('files:read', { conversationId, id, offset, limit: pageBytes }, 'view');
      if (!page.ok) throw new Error(`${page.error.code}: ${page.error.message}`);
      pages.push(page.value.content);
      if (page.value.done) return pages.join('');
      offset = page.value.nextOffset;
    }
    const tail = await this.#session.request('files:tail', { conversationId, id, lines: tailLines }, 'view');
    const end = tail.ok ? tail.value.content : '';
    return `${pages.join('')}\n${vscode.l10n.t('… the middle of this long file is left out …')}\n${end}`;
  }

  /** Shows a file, at a line (from one) if one is given. */
  async open(conversationId: string, id: string, line?: number): Promise<void> {
    const selection = line === undefined ? undefined : new vscode.Range(line - 1, 0, line - 1, 0);
    const document = await vscode.workspace.openTextDocument(uriOfFile(conversationId, id));
    await vscode.window.showTextDocument(document, {
      preview: true,
      ...(selection === undefined ? {} : { selection }),
    });
  }
}

function uriOfFile(conversationId: string, id: string): vscode.Uri {
  const ending = id.startsWith('diff-') ? 'diff' : id.startsWith('catalog-') ? 'md' : 'log';
  return vscode.Uri.from({ scheme: fileScheme, path: `/${id}.${ending}`, query: JSON.stringify([conversationId, id]) });
}
