import * as vscode from 'vscode';
import type { Channel, Params } from '../../protocol/channels.ts';
import { failure } from '../../protocol/result.ts';
import { type FromView, fromViewSchema, type ToView } from '../../protocol/viewMessages.ts';
import type { Session } from '../../session/session.ts';
import { clipboard } from '../commands/commands.ts';
import type { FileDocuments } from '../commands/fileDocuments.ts';
import { editorWindow } from '../host/editorWindow.ts';
import { ChangeNotice } from './changeNotice.ts';

/** The view is told of changes at most this often, ms: typing never waits for it. */
const pauseMs = 150;

/** The view `liveContext.view`: passes its requests to the session and tells it when something changed. */
export class LiveContextView implements vscode.WebviewViewProvider, vscode.Disposable {
  readonly #extensionUri: vscode.Uri;
  readonly #session: Session;
  readonly #files: FileDocuments;
  #view: vscode.WebviewView | undefined;
  readonly #notice = new ChangeNotice(pauseMs, () => this.#post({ type: 'changed' }));
  readonly #registration: vscode.Disposable;

  constructor(extensionUri: vscode.Uri, session: Session, files: FileDocuments) {
    this.#extensionUri = extensionUri;
    this.#session = session;
    this.#files = files;
    this.#registration = vscode.window.registerWebviewViewProvider('liveContext.view', this);
  }

  dispose(): void {
    this.#registration.dispose();
    this.#notice.seen();
  }

  /** Something that the view shows may have changed. */
  changed(): void {
    if (this.#view !== undefined) this.#notice.changed();
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.#view = view;
    const root = vscode.Uri.joinPath(this.#extensionUri, 'dist', 'webview');
    view.webview.options = { enableScripts: true, localResourceRoots: [root] };
    view.webview.onDidReceiveMessage((message: unknown) => this.#receive(message));
    view.onDidChangeVisibility(() => this.changed());
    view.onDidDispose(() => {
      this.#view = undefined;
    });
    view.webview.html = page(view.webview, root);
  }

  async #receive(message: unknown): Promise<void> {
    const parsed = fromViewSchema.safeParse(message);
    if (!parsed.success) return;
    this.#post({ type: 'reply', id: parsed.data.id, result: await this.#answer(parsed.data) });
  }

  async #answer(message: FromView): Promise<unknown> {
    try {
      switch (message.type) {
        case 'request':
          // The view looks at the status before it asks for everything else.
          if (message.channel === 'live:status') this.#notice.seen();
          // The session refuses an unknown channel and parameters that do not fit.
          return await this.#session.request(message.channel as Channel, message.params as Params<Channel>, clipboard);
        case 'command':
          return { ok: true, value: (await vscode.commands.executeCommand(message.command)) ?? null };
        case 'compare':
          return {
            ok: true,
            value: (await editorWindow.compare(message.documentId, message.left, message.right)) ?? null,
          };
        case 'openFile':
          await this.#files.open(message.conversationId, message.fileId, message.line);
          return { ok: true, value: null };
        case 'reveal':
          return { ok: true, value: (await editorWindow.show(message.documentId, message.line)) ?? null };
      }
    } catch {
      return failure('INTERNAL');
    }
  }

  #post(message: ToView): void {
    void this.#view?.webview.postMessage(message);
  }
}

/** The view's page: nothing but its own script and styles is allowed. */
function page(webview: vscode.Webview, root: vscode.Uri): string {
  const nonce = crypto.randomUUID();
  const uri = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(root, name)).toString();
  const csp = [
    "default-src 'none'",
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    `img-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${csp}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="l10n" content="${attribute(JSON.stringify(vscode.l10n.bundle ?? {}))}">
<title>Live Context</title>
<link rel="stylesheet" href="${uri('codicon.css')}" id="vscode-codicon-stylesheet">
<link rel="stylesheet" href="${uri('main.css')}">
</head>
<body>
<live-context-view></live-context-view>
<script type="module" nonce="${nonce}" src="${uri('main.js')}"></script>
</body>
</html>`;
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
