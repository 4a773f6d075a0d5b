import * as vscode from 'vscode';
import { TrackingPolicy } from '../../documents/trackingPolicy.ts';
import type { UntrackedReason } from '../../protocol/errorCodes.ts';
import {
  readSettings,
  type SettingKey,
  type SettingValues,
  type WrongSetting,
  wrongSettings,
} from '../../protocol/settings.ts';
import { openDocument } from '../host/openDocument.ts';
import { decodedBase64, placeOf } from '../host/uris.ts';

/** The user's settings, and which documents are followed according to them. */
export class WindowTrackingRules implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  /** Wrong settings that the user was warned of. */
  readonly #warned = new Set<string>();
  #settings = readSettings(configured());
  #policy = policyOf(this.#settings);
  /** Read at every keystroke: kept until the rules change or the document is closed. */
  readonly #reasons = new Map<string, UntrackedReason | null>();

  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#warn();
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
    this.#settings = readSettings(configured());
    this.#warn();
    this.#policy = policyOf(this.#settings);
    this.#reasons.clear();
    this.#changed.fire();
  }

  /** Warns once of each wrong value. */
  #warn(): void {
    for (const wrong of wrongSettings(configured())) {
      const told = `${wrong.key}=${wrong.value}`;
      if (!this.#warned.has(told)) void warnOfSetting(wrong);
      this.#warned.add(told);
    }
  }

  readonly settings = (): SettingValues => this.#settings;

  /** The reason why a document is not followed; null if it is. */
  readonly reason = (documentId: string): UntrackedReason | null => {
    const known = this.#reasons.get(documentId);
    if (known !== undefined) return known;
    const uri = vscode.Uri.parse(documentId);
    const document = openDocument(documentId);
    const length = document === undefined ? 0 : lengthOf(document);
    const reason = this.#policy.reason({ scheme: schemeOf(uri), path: placeOf(uri).path, length });
    if (document !== undefined) this.#reasons.set(documentId, reason);
    return reason;
  };
}

/**
 * A cell's fragment ends in an `s` and the scheme of its notebook, which may be an old version from
 * git.
 */
function schemeOf({ scheme, fragment }: vscode.Uri): string {
  if (scheme !== 'vscode-notebook-cell') return scheme;
  return decodedBase64(fragment.slice(fragment.indexOf('s') + 1)) || scheme;
}

function lengthOf(document: vscode.TextDocument): number {
  return document.offsetAt(new vscode.Position(document.lineCount, 0));
}

function configured(): (key: SettingKey) => unknown {
  const configuration = vscode.workspace.getConfiguration('liveContext');
  return (key) => configuration.get(key);
}

async function warnOfSetting({ key, value, allowed, used }: WrongSetting): Promise<void> {
  const setting = `liveContext.${key}`;
  const open = vscode.l10n.t('Open Settings');
  const text = vscode.l10n.t('{0} cannot be {1}. Allowed: {2}. {3} is used.', setting, value, allowed, used);
  const chosen = await vscode.window.showWarningMessage(text, open);
  if (chosen === open) await vscode.commands.executeCommand('workbench.action.openSettings', setting);
}

function policyOf({ exclude, followSchemes, maxDocumentSize }: SettingValues): TrackingPolicy {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const files = vscode.workspace.getConfiguration('files').get<Record<string, boolean>>('exclude') ?? {};
  const hidden = Object.keys(files).filter((glob) => files[glob] === true);
  return new TrackingPolicy({
    exclude: [...exclude, ...hidden],
    followSchemes: [...followSchemes, ...folders.map(({ uri }) => uri.scheme)],
    maxDocumentSize,
  });
}
