import * as vscode from 'vscode';

/** Documents as an answer would make them, and its parts that are open. */
const answerScheme = 'live-context-answer';

/** Read-only documents that stand for what an answer would do. Only those of the last answer are kept. */
export class AnswerDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #registration: vscode.Disposable;
  #made = 0;

  constructor() {
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(answerScheme, this);
  }

  dispose(): void {
    this.#registration.dispose();
  }

  /** A document with the path of another one, so that it has its language. */
  add(path: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: answerScheme, path, query: `${++this.#made}` });
    this.#texts.set(uri.toString(), text);
    return uri;
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  /** Closes the tabs that show them and forgets their texts. What VS Code tells of a diff of several files differs by release: its title is known. */
  async close(title: string): Promise<void> {
    const tabs = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input, label }) => isAnswer(input) || label.startsWith(title));
    await vscode.window.tabGroups.close(tabs, true);
    this.#texts.clear();
  }
}

function isAnswer(input: unknown): boolean {
  if (input instanceof vscode.TabInputText) return input.uri.scheme === answerScheme;
  return input instanceof vscode.TabInputTextDiff && input.modified.scheme === answerScheme;
}
