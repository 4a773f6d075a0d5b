import * as vscode from 'vscode';
import type { Event } from '../../base/event.ts';
import type { Host } from '../../host.ts';
import { Tokenizers } from '../../prompt/tokenizer.ts';
import { type DiskStates, diskStates } from '../tracking/diskStates.ts';
import { type GitHeads, gitHeads } from '../tracking/gitHeads.ts';
import { type TrackingRules, trackingRules } from '../tracking/trackingRules.ts';
import { systemClock } from './clock.ts';
import { editorSettings } from './editorSettings.ts';
import { EditorWorkspace } from './editorWorkspace.ts';
import { findJudgeModel } from './judgeModel.ts';
import { editorLanguageFeatures } from './languageFeatures.ts';
import { type Log, openLog } from './log.ts';
import type { Platform } from './platform/platform.ts';
import { editorProjectFiles } from './projectFiles.ts';

/** VS Code as the host of Live Context, with what only its own side asks for. */
export interface VscodeHost extends Host {
  readonly log: Log;
  readonly rules: TrackingRules;
  readonly disk: DiskStates;
  readonly heads: GitHeads;
}

export async function openVscodeHost(context: vscode.ExtensionContext, platform: Platform): Promise<VscodeHost> {
  const storage = await platform.storage(context);
  const log = openLog();
  const rules = trackingRules();
  const disk = diskStates();
  const heads = gitHeads();
  const workspace = new EditorWorkspace(disk, rules.reason, platform.realPath);
  const projectFiles = editorProjectFiles(platform, disk.onDidChangeFile);
  const search = platform.search(storage.uri);
  const disposables = [storage, log, rules, disk, heads, workspace, projectFiles];
  return {
    clock: systemClock,
    sha256: platform.sha256,
    hasher: platform.hasher,
    newId: () => crypto.randomUUID(),
    files: platform.files(storage.uri),
    tree: platform.tree(storage.uri),
    sharedTree: platform.tree(context.globalStorageUri),
    languages: editorLanguageFeatures,
    judgeModel: () => findJudgeModel(rules.settings().judgeModel),
    tokenizers: shippedTokenizers(context.extensionUri),
    settings: rules.settings,
    tracking: rules.reason,
    onDidChangeTracking: rules.onDidChange,
    onDidChangeScreen,
    commits: {
      newest: async (projectId, most) => {
        const program = await heads.program();
        return program === null ? [] : platform.commits(program, vscode.Uri.parse(projectId), most);
      },
    },
    git: heads.isPresent,
    ...{ search, workspace, projectFiles, editorSettings, log, rules, disk, heads },
    dispose: () => vscode.Disposable.from(...(search === null ? [] : [search]), ...disposables.reverse()).dispose(),
  };
}

const onDidChangeScreen: Event<void> = (listener) => {
  const { window, languages } = vscode;
  const notify = () => listener();
  return vscode.Disposable.from(
    window.onDidChangeActiveTextEditor(notify),
    window.onDidChangeTextEditorSelection(notify),
    window.onDidChangeTextEditorVisibleRanges(notify),
    window.tabGroups.onDidChangeTabs(notify),
    languages.onDidChangeDiagnostics(notify),
  );
};

/** The tokenizers of the rank files that come with the extension. */
function shippedTokenizers(extensionUri: vscode.Uri): Tokenizers {
  const ranks = vscode.Uri.joinPath(extensionUri, 'dist', 'ranks');
  return new Tokenizers((encoding) =>
    Promise.resolve(vscode.workspace.fs.readFile(vscode.Uri.joinPath(ranks, `${encoding}.bin`))),
  );
}
