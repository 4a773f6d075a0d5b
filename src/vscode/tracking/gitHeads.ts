import * as vscode from 'vscode';
import { orNull } from '../host/openDocument.ts';

/** The part of the built-in git extension's API (version 1) that we use. */
interface GitApi {
  readonly git: { readonly path: string };
  readonly repositories: readonly Repository[];
  readonly onDidOpenRepository: vscode.Event<Repository>;
  getRepository(uri: vscode.Uri): Repository | null;
}

interface Repository {
  readonly rootUri: vscode.Uri;
  readonly state: {
    readonly HEAD: { readonly name?: string; readonly commit?: string } | undefined;
    readonly onDidChange: vscode.Event<void>;
  };
  /** The file's bytes; rejects when there is no such file or ref. */
  buffer(ref: string, path: string): Promise<Uint8Array>;
}

export interface HeadChange {
  readonly repository: vscode.Uri;
  /**
   * Branch names, or short commits when detached; equal when only the branch's commit is another
   * one.
   */
  readonly from: string;
  readonly to: string;
  /** The new short commit; null when the repository is seen for the first time. */
  readonly commit: string | null;
}

/**
 * Git's HEAD through the built-in extension. Absent in Restricted Mode and in the browser.
 */
export class GitHeads implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<HeadChange>();
  readonly #subscriptions: vscode.Disposable[] = [this.#changed];
  #api: Promise<GitApi | null> | null = null;
  #present = false;

  readonly onDidChangeHead = this.#changed.event;

  constructor() {
    // Git comes later where the workspace is trusted or the extension enabled later.
    this.#subscriptions.push(vscode.extensions.onDidChange(() => void this.#connected()));
  }

  /** True if a repository is present. */
  get present(): boolean {
    return this.#present;
  }

  /** The git program that the editor runs; null without one, and in Restricted Mode. */
  async program(): Promise<string | null> {
    return vscode.workspace.isTrusted ? ((await this.#connected())?.git.path ?? null) : null;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /**
   * The document's text at HEAD; null when HEAD has no such file, undefined when there is no git to
   * ask.
   */
  async headText(document: vscode.TextDocument): Promise<string | null | undefined> {
    const { uri, encoding } = document;
    if (uri.scheme !== 'file') return undefined;
    const repository = (await this.#connected())?.getRepository(uri);
    if (!repository) return undefined;
    const bytes = await orNull(repository.buffer('HEAD', uri.fsPath));
    return bytes && orNull(vscode.workspace.decode(bytes, { encoding }));
  }

  /** Returns git's API; without git, the next call tries again. */
  async #connected(): Promise<GitApi | null> {
    this.#api ??= this.#connect();
    const api = await this.#api;
    if (api === null) this.#api = null;
    return api;
  }

  async #connect(): Promise<GitApi | null> {
    const extension = vscode.extensions.getExtension<{ getAPI(version: 1): GitApi }>('vscode.git');
    if (extension === undefined) return null;
    try {
      const api = (await extension.activate()).getAPI(1);
      this.#subscriptions.push(api.onDidOpenRepository((repository) => this.#follow(repository)));
      for (const repository of api.repositories) this.#follow(repository);
      return api;
    } catch {
      return null;
    }
  }

  #follow(repository: Repository): void {
    this.#present = true;
    let { commit, name } = repository.state.HEAD ?? {};
    const fire = (from: string | undefined, seenBefore: boolean) => {
      const short = commit?.slice(0, 7) ?? 'HEAD';
      const to = name ?? short;
      this.#changed.fire({ repository: repository.rootUri, from: from ?? to, to, commit: seenBefore ? short : null });
    };
    const subscription = repository.state.onDidChange(() => {
      const head = repository.state.HEAD;
      if (head?.commit === undefined || (head.commit === commit && head.name === name)) return;
      const from = name ?? commit?.slice(0, 7);
      ({ commit, name } = head);
      fire(from, from !== undefined);
    });
    this.#subscriptions.push(subscription);
    fire(undefined, false);
  }
}
