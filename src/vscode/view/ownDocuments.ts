import * as vscode from 'vscode';
import { openDocument } from '../host/openDocument.ts';

/** Makes the text of a document from the query of its URI. */
export type TextOf = (query: string, uri: vscode.Uri) => string | Promise<string>;

const kinds = ['version', 'prompt', 'delivery', 'file', 'conversation', 'proof', 'held'] as const;
type Kind = (typeof kinds)[number];

/** Each kind has a scheme; none of them is followed. */
const ownScheme = (kind: Kind): string => `live-context-${kind}`;

export type OwnDocuments = ReturnType<typeof ownDocuments>;

/** Everything that Live Context shows as a read-only document, by its kind. */
export function ownDocuments(texts: Readonly<Record<Exclude<Kind, 'held'>, TextOf>>) {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const held = new Map<string, string>();
  let made = 0;
  let settle = (_isYes: boolean): void => {};
  /** Forgets the held texts and closes their tabs. */
  const drop = async (title?: string): Promise<void> => {
    await vscode.window.tabGroups.close(heldTabs(title), true);
    held.clear();
  };
  const table: Readonly<Record<Kind, TextOf>> = { ...texts, held: (query) => held.get(query) ?? '' };
  const registrations = kinds.map((kind) =>
    vscode.workspace.registerTextDocumentContentProvider(ownScheme(kind), {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => table[kind](uri.query, uri),
    }),
  );
  return {
    dispose: () => vscode.Disposable.from(changed, ...registrations).dispose(),
    /** Updates a document: VS Code keeps the text of a closed tab for a while. */
    renew: (uri: vscode.Uri) => changed.fire(uri),
    /** Updates the visible documents of a kind. */
    renewSeen(kind: Kind): void {
      for (const { document } of vscode.window.visibleTextEditors)
        if (document.uri.scheme === ownScheme(kind)) changed.fire(document.uri);
    },
    /** Shows a document as it is now, in a preview tab. */
    async show(uri: vscode.Uri, options: vscode.TextDocumentShowOptions = {}): Promise<void> {
      if (openDocument(uri.toString()) !== undefined) changed.fire(uri);
      const document = await vscode.workspace.openTextDocument(uri);
      await vscode.window.showTextDocument(document, { preview: true, ...options });
    },
    /**
     * Holds a text until it is dropped. The path is another document's, so that it has its
     * language.
     */
    hold(path: string, text: string): vscode.Uri {
      const query = String(++made);
      held.set(query, text);
      return vscode.Uri.from({ scheme: ownScheme('held'), path, query });
    },
    /** Asks in the title bar of the tabs that hold texts, and closes them; closing them is a no. */
    async ask(title?: string): Promise<boolean> {
      settle(false);
      const answered = new Promise<boolean>((resolve) => {
        settle = resolve;
      });
      const look = () => {
        const tabs = heldTabs(title);
        if (tabs.length === 0) settle(false);
        // The keys belong to the tab in front, not to every diff of several files.
        const isFront = tabs.some(({ isActive, group }) => isActive && group.isActive);
        return vscode.commands.executeCommand('setContext', 'liveContext.answer', isFront);
      };
      const { onDidChangeTabs, onDidChangeTabGroups } = vscode.window.tabGroups;
      const looking = vscode.Disposable.from(onDidChangeTabs(look), onDidChangeTabGroups(look));
      await look();
      const isYes = await answered;
      looking.dispose();
      await vscode.commands.executeCommand('setContext', 'liveContext.answer', false);
      await drop(title);
      return isYes;
    },
    answer: (isYes: boolean) => settle(isYes),
    drop,
  };
}

/** A title of others may hold slashes, which would make folders. */
export function ownUri(kind: Kind, title: string, query: string): vscode.Uri {
  return vscode.Uri.from({ scheme: ownScheme(kind), path: `/${title.replaceAll('/', '∕')}`, query });
}

/** The tabs of held texts, also those of a diff of several files, known by its title. */
function heldTabs(title?: string): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input, label }) => isHeld(input) || (title !== undefined && label.startsWith(title)));
}

function isHeld(input: unknown): boolean {
  if (input instanceof vscode.TabInputText) return input.uri.scheme === ownScheme('held');
  return input instanceof vscode.TabInputTextDiff && input.modified.scheme === ownScheme('held');
}
