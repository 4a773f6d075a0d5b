import * as vscode from 'vscode';

/** Makes the text of a document from the query of its URI. */
export type TextOf = (query: string, uri: vscode.Uri) => string | Promise<string>;

const kinds = ['version', 'prompt', 'delivery', 'file', 'conversation', 'proof', 'held'] as const;
type Kind = (typeof kinds)[number];

/** Each kind has a scheme; none of them is followed. */
const ownScheme = (kind: Kind): string => `live-context-${kind}`;

/** Everything that Live Context shows as a read-only document, by its kind. */
export class OwnDocuments implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registrations: vscode.Disposable;
  readonly #held = new Map<string, string>();
  #made = 0;

  constructor(texts: Readonly<Record<Exclude<Kind, 'held'>, TextOf>>) {
    const table: Readonly<Record<Kind, TextOf>> = { ...texts, held: (query) => this.#held.get(query) ?? '' };
    const onDidChange = this.#changed.event;
    const registrations = kinds.map((kind) => {
      const provideTextDocumentContent = (uri: vscode.Uri) => table[kind](uri.query, uri);
      const provider = { onDidChange, provideTextDocumentContent };
      return vscode.workspace.registerTextDocumentContentProvider(ownScheme(kind), provider);
    });
    this.#registrations = vscode.Disposable.from(this.#changed, ...registrations);
  }

  dispose(): void {
    this.#registrations.dispose();
  }

  /** Updates a document: VS Code keeps the text of a closed tab for a while. */
  renew(uri: vscode.Uri): void {
    this.#changed.fire(uri);
  }

  /** Updates the visible documents of a kind. */
  renewSeen(kind: Kind): void {
    for (const { document } of vscode.window.visibleTextEditors)
      if (document.uri.scheme === ownScheme(kind)) this.renew(document.uri);
  }

  /** Shows a document as it is now, in a preview tab. */
  async show(uri: vscode.Uri, options: vscode.TextDocumentShowOptions = {}): Promise<void> {
    if (vscode.workspace.textDocuments.some((one) => one.uri.toString() === uri.toString())) this.renew(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true, ...options });
  }

  /**
   * Holds a text until {@link drop}. The path is another document's, so that it has its language.
   */
  hold(path: string, text: string): vscode.Uri {
    const query = String(++this.#made);
    this.#held.set(query, text);
    return vscode.Uri.from({ scheme: ownScheme('held'), path, query });
  }

  /**
   * Forgets the held texts and closes their tabs, also those of a diff of several files, known by
   * its title.
   */
  async drop(title?: string): Promise<void> {
    const tabs = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input, label }) => isHeld(input) || (title !== undefined && label.startsWith(title)));
    await vscode.window.tabGroups.close(tabs, true);
    this.#held.clear();
  }
}

/** A title of others may hold slashes, which would make folders. */
export function ownUri(kind: Kind, title: string, query: string): vscode.Uri {
  return vscode.Uri.from({ scheme: ownScheme(kind), path: `/${title.replaceAll('/', '∕')}`, query });
}

function isHeld(input: unknown): boolean {
  if (input instanceof vscode.TabInputText) return input.uri.scheme === ownScheme('held');
  return input instanceof vscode.TabInputTextDiff && input.modified.scheme === ownScheme('held');
}
