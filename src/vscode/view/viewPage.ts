import * as vscode from 'vscode';

/** The view's page: nothing but its own script and styles is allowed. */
export function viewPage(webview: vscode.Webview, root: vscode.Uri): string {
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
<body data-vscode-context='{"preventDefaultContextMenuItems":true}'>
<live-context-view></live-context-view>
<script type="module" nonce="${nonce}" src="${uri('main.js')}"></script>
</body>
</html>`;
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
