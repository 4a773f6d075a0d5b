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

export type GitHeads = ReturnType<typeof gitHeads>;

/** Git's HEAD through the built-in extension. Absent in Restricted Mode and in the browser. */
export function gitHeads() {
  const changed = new vscode.EventEmitter<HeadChange>();
  let asked: Promise<GitApi | null> | null = null;
  let isPresent = false;

  const follow = (repository: Repository) => {
    isPresent = true;
    let { commit, name } = repository.state.HEAD ?? {};
    const fire = (from: string | undefined, seenBefore: boolean) => {
      const short = commit?.slice(0, 7) ?? 'HEAD';
      const to = name ?? short;
      changed.fire({ repository: repository.rootUri, from: from ?? to, to, commit: seenBefore ? short : null });
    };
    const subscription = repository.state.onDidChange(() => {
      const head = repository.state.HEAD;
      if (head?.commit === undefined || (head.commit === commit && head.name === name)) return;
      const from = name ?? commit?.slice(0, 7);
      ({ commit, name } = head);
      fire(from, from !== undefined);
    });
    subscriptions.push(subscription);
    fire(undefined, false);
  };

  const connect = async (): Promise<GitApi | null> => {
    const extension = vscode.extensions.getExtension<{ getAPI(version: 1): GitApi }>('vscode.git');
    if (extension === undefined) return null;
    try {
      const api = (await extension.activate()).getAPI(1);
      subscriptions.push(api.onDidOpenRepository(follow));
      api.repositories.forEach(follow);
      return api;
    } catch {
      return null;
    }
  };

  /** Returns git's API; without git, the next call tries again. */
  const connected = async (): Promise<GitApi | null> => {
    asked ??= connect();
    const api = await asked;
    if (api === null) asked = null;
    return api;
  };

  // Git comes later where the workspace is trusted or the extension enabled later.
  const subscriptions: vscode.Disposable[] = [changed, vscode.extensions.onDidChange(() => void connected())];
  return {
    onDidChangeHead: changed.event,
    /** True if a repository is present. */
    isPresent: () => isPresent,
    /** The git program that the editor runs; null without one, and in Restricted Mode. */
    program: async () => (vscode.workspace.isTrusted ? ((await connected())?.git.path ?? null) : null),
    /** The document's text at HEAD; null if HEAD has no such file, undefined without git. */
    async headText({ uri, encoding }: vscode.TextDocument): Promise<string | null | undefined> {
      if (uri.scheme !== 'file') return undefined;
      const repository = (await connected())?.getRepository(uri);
      if (!repository) return undefined;
      const bytes = await orNull(repository.buffer('HEAD', uri.fsPath));
      return bytes && orNull(vscode.workspace.decode(bytes, { encoding }));
    },
    dispose: () => vscode.Disposable.from(...subscriptions).dispose(),
  };
}
