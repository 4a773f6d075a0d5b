import * as vscode from 'vscode';
import { trackingPolicy } from '../../documents/trackingPolicy.ts';
import type { UntrackedReason } from '../../protocol/errorCodes.ts';
import { readSettings, type SettingKey, type SettingValues, wrongSettings } from '../../protocol/settings.ts';
import { openDocument } from '../host/openDocument.ts';
import { decodedBase64, placeOf } from '../host/uris.ts';

export type TrackingRules = ReturnType<typeof trackingRules>;

/** The user's settings, and which documents are followed according to them. */
export function trackingRules() {
  const changed = new vscode.EventEmitter<void>();
  let settings = readSettings(configured());
  let policy = policyOf(settings);
  /** Read at every keystroke: kept until the rules change or the document is closed. */
  const reasons = new Map<string, UntrackedReason | null>();
  const warned = new Set<string>();
  warnOfSettings(warned);
  const renew = () => {
    settings = readSettings(configured());
    warnOfSettings(warned);
    policy = policyOf(settings);
    reasons.clear();
    changed.fire();
  };
  const disposables = vscode.Disposable.from(
    changed,
    vscode.workspace.onDidCloseTextDocument((document) => reasons.delete(document.uri.toString())),
    vscode.workspace.onDidChangeWorkspaceFolders(renew),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('liveContext') || event.affectsConfiguration('files.exclude')) renew();
    }),
  );
  return {
    onDidChange: changed.event,
    settings: () => settings,
    /** The reason why a document is not followed; null if it is. */
    reason(documentId: string): UntrackedReason | null {
      const known = reasons.get(documentId);
      if (known !== undefined) return known;
      const uri = vscode.Uri.parse(documentId);
      const document = openDocument(documentId);
      const length = document === undefined ? 0 : document.offsetAt(new vscode.Position(document.lineCount, 0));
      const reason = policy({ scheme: schemeOf(uri), path: placeOf(uri).path, length });
      if (document !== undefined) reasons.set(documentId, reason);
      return reason;
    },
    dispose: () => disposables.dispose(),
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

function configured(): (key: SettingKey) => unknown {
  const configuration = vscode.workspace.getConfiguration('liveContext');
  return (key) => configuration.get(key);
}

/** Warns once of each wrong value. */
function warnOfSettings(warned: Set<string>): void {
  for (const { key, value, allowed, used } of wrongSettings(configured())) {
    const setting = `liveContext.${key}`;
    const text = vscode.l10n.t('{0} cannot be {1}. Allowed: {2}. {3} is used.', setting, value, allowed, used);
    if (warned.has(text)) continue;
    warned.add(text);
    const open = vscode.l10n.t('Open Settings');
    void vscode.window.showWarningMessage(text, open).then((chosen) => {
      if (chosen === open) void vscode.commands.executeCommand('workbench.action.openSettings', setting);
    });
  }
}

function policyOf({ exclude, followSchemes, maxDocumentSize }: SettingValues) {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const files = vscode.workspace.getConfiguration('files').get<Record<string, boolean>>('exclude') ?? {};
  const hidden = Object.keys(files).filter((glob) => files[glob] === true);
  return trackingPolicy({
    exclude: [...exclude, ...hidden],
    followSchemes: [...followSchemes, ...folders.map(({ uri }) => uri.scheme)],
    maxDocumentSize,
  });
}
