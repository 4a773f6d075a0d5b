import * as vscode from 'vscode';
import type { Histories } from '../../documents/histories.ts';
import type { Channel, Params } from '../../protocol/channels.ts';
import { clipboard } from '../../protocol/consumer.ts';
import { failure, type Result, success } from '../../protocol/result.ts';
import { type FromView, fromViewSchema, type ToView } from '../../protocol/viewMessages.ts';
import type { Session } from '../../session/session.ts';
import { holdsAnswer } from '../commands/answerCommands.ts';
import { compareVersions, restoreVersion } from '../commands/commands.ts';
import { localised, localisedSnapshot } from './localised.ts';
import type { Front, Snapshots } from './snapshots.ts';

type ViewRequest = Extract<FromView, { id: number }>;

export type LiveContextView = ReturnType<typeof liveContextView>;

/** The view `liveContext.view`: hands it the snapshots, and its questions to the session. */
export function liveContextView(extension: vscode.Uri, session: Session, histories: Histories, snapshots: Snapshots) {
  const root = vscode.Uri.joinPath(extension, 'dist', 'webview');
  let shown: vscode.WebviewView | undefined;
  const post = (message: ToView) => void shown?.webview.postMessage(message);

  const answer = async (question: ViewRequest): Promise<Result<unknown>> => {
    switch (question.type) {
      case 'request': {
        // The session refuses an unknown channel and parameters that do not fit.
        const { channel, params } = question;
        const result = await session.request(channel as Channel, params as Params<Channel>, clipboard);
        snapshots.changed();
        if (result.ok && channel === 'constraints:create') tellWalkthrough('liveContext.addConstraint');
        return result;
      }
      case 'act':
        return snapshots.act(question.anchor, question.params);
      case 'text':
        return snapshots.textOf(question.piece);
      case 'command': {
        const result = await run(question.command, question.row);
        if (result.ok && result.value !== null) tellWalkthrough(question.command);
        return result;
      }
      case 'clipboard':
        return success(await holdsAnswer(session));
      case 'input':
        return success((await vscode.window.showInputBox({ ...question, ignoreFocusOut: true })) ?? null);
      case 'compare':
        return success((await compareVersions(question.documentId, question.left, question.right)) ?? null);
      case 'restore':
        return restoreVersion(session, histories, question);
      case 'compareWithDisk':
        return run('workbench.files.action.compareWithSaved', vscode.Uri.parse(question.documentId));
      case 'delivery':
        return run(
          question.compare ? 'liveContext.compareWithDelivery' : 'liveContext.showWhatWasDelivered',
          question.delivery,
        );
      case 'reveal': {
        const uri = vscode.Uri.parse(question.documentId);
        const line = question.line - 1;
        // A cursor that is in the line stays where it is.
        const now = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
        const [first, last] = question.columns ?? [0, 0];
        const isThere = question.columns === undefined && now?.selection.active.line === line;
        const selection = isThere ? now.selection : new vscode.Range(line, first, line, last);
        await vscode.window.showTextDocument(uri, { selection });
        return success(true);
      }
    }
  };

  const receive = async (message: unknown) => {
    const { data } = fromViewSchema.safeParse(message);
    if (data?.type === 'ready') {
      snapshots.seen(shown?.visible === true);
      snapshots.sendAll();
    } else if (data?.type === 'consumer') {
      snapshots.showFor(data.consumer);
    } else if (data !== undefined) {
      const result = await answer(data).catch(() => failure('INTERNAL'));
      post({ type: 'reply', id: data.id, result: localised(result) });
    }
  };

  const resolveWebviewView = (view: vscode.WebviewView) => {
    shown = view;
    view.webview.options = { enableScripts: true, localResourceRoots: [root] };
    view.webview.onDidReceiveMessage(receive);
    view.onDidChangeVisibility(() => snapshots.seen(view.visible));
    view.onDidDispose(() => {
      shown = undefined;
      snapshots.seen(false);
    });
    view.webview.html = viewPage(view.webview, root);
  };

  const subscriptions = vscode.Disposable.from(
    vscode.window.registerWebviewViewProvider('liveContext.view', { resolveWebviewView }),
    vscode.window.onDidChangeWindowState(({ focused }) => focused && shown?.visible && post({ type: 'focus' })),
    snapshots.onDidTake((snapshot) => post({ type: 'snapshot', snapshot: localisedSnapshot(snapshot) })),
  );
  return {
    /** Shows the view and opens the form of a constraint. */
    async edit(constraint: string): Promise<void> {
      await vscode.commands.executeCommand('liveContext.view.focus');
      post({ type: 'edit', constraint });
    },
    dispose: () => subscriptions.dispose(),
  };
}

async function run(command: string, argument: unknown): Promise<Result<unknown>> {
  return success((await vscode.commands.executeCommand(command, argument)) ?? null);
}

/** Ticks off a walkthrough step: VS Code does not see commands that the view runs. */
function tellWalkthrough(command: string): void {
  void vscode.commands.executeCommand('setContext', `${command}.done`, true);
}

/** The view's page: nothing but its own script and styles is allowed. */
function viewPage(webview: vscode.Webview, root: vscode.Uri): string {
  const nonce = crypto.randomUUID();
  const bundle = JSON.stringify(vscode.l10n.bundle ?? {});
  const texts = bundle.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
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
<meta name="l10n" content="${texts}">
<title>Live Context</title>
<link rel="stylesheet" href="${uri('codicon.css')}" id="vscode-codicon-stylesheet">
<link rel="stylesheet" href="${uri('main.css')}">
</head>
<body data-vscode-context='{"preventDefaultContextMenuItems":true}'>
<live-context-view></live-context-view>
<script type="module" nonce="${nonce}" src="${uri('main.js')}"></script>
</body>
</html>`;
}

/** Events that may change the editor in front. */
export const editorFront: Front = {
  onDidChange: (listener) => {
    const { window, workspace } = vscode;
    const notify = () => listener(undefined);
    return vscode.Disposable.from(
      window.onDidChangeActiveTextEditor(notify),
      window.onDidChangeActiveNotebookEditor(notify),
      window.onDidChangeNotebookEditorSelection(notify),
      window.tabGroups.onDidChangeTabs(notify),
      window.tabGroups.onDidChangeTabGroups(notify),
      workspace.onDidGrantWorkspaceTrust(notify),
    );
  },
  isRestricted: () => !vscode.workspace.isTrusted,
  folderOf: (documentId) => {
    const { workspaceFolders = [] } = vscode.workspace;
    if (workspaceFolders.length < 2) return null;
    return vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(documentId))?.name ?? null;
  },
};
