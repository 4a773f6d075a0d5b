const assert = require('node:assert/strict');
const vscode = require('vscode');

/** What VS Code calls: the extension activates, follows an edit and tells it. */
exports.run = async () => {
  const api = await vscode.extensions.getExtension('live-context.live-context')?.activate();
  const document = await vscode.workspace.openTextDocument({ content: 'first line\n', language: 'plaintext' });
  const editor = await vscode.window.showTextDocument(document);
  await editor.edit((edit) => edit.insert(new vscode.Position(1, 0), 'typed in the desktop\n'));
  const result = await api.request('live:get', { format: 'json', preview: true }, 'smoke.test');
  assert.ok(result.ok, JSON.stringify(result));
  assert.equal(result.value.payload.current_document, 'first line\ntyped in the desktop\n');
};
