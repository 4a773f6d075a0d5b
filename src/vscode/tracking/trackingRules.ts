import * as vscode from 'vscode';
import { TrackingPolicy } from '../../documents/trackingPolicy.ts';
import type { UntrackedReason } from '../../protocol/errorCodes.ts';
import { readSettings, type SettingValues } from '../../protocol/settings.ts';
import { openDocument } from '../host/openDocument.ts';
import { placeOf } from '../host/uris.ts';

/** The user's settings and what follows from them: which documents are followed. */
export class WindowTrackingRules implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #settings = currentSettings();
  #policy = policyOf(this.#settings);
  /** Asked for at every keystroke, so it is kept until the rules change or the document is closed. */
  readonly #reasons = new Map<string, UntrackedReason | null>();

  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#subscription = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.onDidCloseTextDocument((document) => this.#reasons.delete(document.uri.toString())),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.#renew()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('liveContext') || event.affectsConfiguration('files.exclude')) this.#renew();
      }),
    );
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #renew(): void {
    this.#settings = currentSettings();
    this.#policy = policyOf(this.#settings);
    this.#reasons.clear();
    this.#changed.fire();
  }

  readonly settings = (): SettingValues => this.#settings;

  /** Why a document is not followed; null when it is. */
  readonly reason = (documentId: string): UntrackedReason | null => {
    const known = this.#reasons.get(documentId);
    if (known !== undefined) return known;
    const uri = vscode.Uri.parse(documentId);
    const document = openDocument(documentId);
    const length = document === undefined ? 0 : lengthOf(document);
    const reason = this.#policy.reason({ scheme: uri.scheme, path: placeOf(uri).path, length });
    if (document !== undefined) this.#reasons.set(documentId, reason);
    return reason;
  };
}

function lengthOf(document: vscode.TextDocument): number {
  return document.offsetAt(new vscode.Position(document.lineCount, 0));
}

function currentSettings(): SettingValues {
  const configuration = vscode.workspace.getConfiguration('liveContext');
  return readSettings((key) => configuration.get(key));
}

function policyOf({ exclude, maxDocumentSize }: SettingValues): TrackingPolicy {
  const files = vscode.workspace.getConfiguration('files').get<Record<string, boolean>>('exclude') ?? {};
  const hidden = Object.keys(files).filter((glob) => files[glob] === true);
  return new TrackingPolicy({ exclude: [...exclude, ...hidden], maxDocumentSize });
}
