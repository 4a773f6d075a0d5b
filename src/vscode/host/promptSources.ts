import * as vscode from 'vscode';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { FileSystem } from '../../base/fileSystem.ts';
import type { Workspace } from '../../base/workspace.ts';
import type { Histories } from '../../history/histories.ts';
import type { Redaction } from '../../redaction/redaction.ts';
import type { PieceSource } from '../../sources/gather.ts';
import { DiagnosticChunks } from '../../sources/retrieved/diagnosticChunks.ts';
import { LexicalSearch } from '../../sources/retrieved/lexicalSearch.ts';
import { pinFile } from '../../sources/retrieved/pinFile.ts';
import { Pins } from '../../sources/retrieved/pins.ts';
import { ProjectTexts } from '../../sources/retrieved/projectTexts.ts';
import { RecentEdits } from '../../sources/retrieved/recentEdits.ts';
import { SymbolSource } from '../../sources/retrieved/symbols.ts';
import { ConstraintsSource } from '../../sources/rules/constraints.ts';
import { InstructionsSource } from '../../sources/rules/instructions.ts';
import { RulesFile } from '../../sources/rules/rulesFile.ts';
import { LearnedPreferences } from '../../sources/settings/preferences.ts';
import { SettingsSource } from '../../sources/settings/settings.ts';
import { WatchedFiles } from '../../sources/watchedFiles.ts';
import type { DiskStates } from '../tracking/diskStates.ts';
import { editorSettings } from './editorSettings.ts';
import { editorLanguageFeatures } from './languageFeatures.ts';
import { EditorProjectFiles } from './projectFiles.ts';
import { EditorFiles } from './workspaceFiles.ts';

/** Where the pieces of a prompt come from, besides the Live Context. */
export interface PromptSources {
  readonly all: readonly PieceSource[];
  readonly rules: RulesFile;
  readonly learned: LearnedPreferences;
  readonly pins: Pins;
  /** What they stand on; to be disposed. */
  readonly parts: readonly Disposable[];
  /** Something that prompts are made of changed. */
  onDidChange(listener: () => void): Disposable;
}

export interface SourceNeeds {
  readonly clock: Clock;
  readonly files: FileSystem;
  readonly workspace: Workspace;
  readonly histories: Histories;
  readonly disk: DiskStates;
  readonly redaction: Redaction;
  readonly tracked: (documentId: string) => boolean;
  /** What is followed has changed. */
  readonly onDidChangeRules: vscode.Event<void>;
  readonly filesBelow: (root: vscode.Uri) => FileSystem;
  /** The message names files and lines, never their text. */
  readonly warn: (code: string, message: string) => void;
}

/** Builds the sources of the Rules, Settings and Retrieved layers, in the order of the prompt. */
export async function composeSources(needs: SourceNeeds): Promise<PromptSources> {
  const { clock, workspace, histories, tracked, warn, redaction } = needs;
  const projectFiles = new EditorProjectFiles(needs.filesBelow, needs.disk.onDidChangeFile);
  const watched = new WatchedFiles(projectFiles);
  const rules = new RulesFile(projectFiles, watched, warn);
  const learned = new LearnedPreferences();
  const files = new EditorFiles();
  const texts = new ProjectTexts(workspace, histories, files, tracked, redaction);
  const file = pinFile(needs.files, () => warn('STORE_FAILED', 'the pins'));
  const pins = await Pins.open({ workspace, texts, clock, file });
  const search = new LexicalSearch(workspace, { files, histories, clock, allowed: tracked, redaction });
  const all = [
    new ConstraintsSource(rules),
    new InstructionsSource(watched, warn),
    new SettingsSource(watched, rules, editorSettings, learned),
    pins,
    new SymbolSource(workspace, editorLanguageFeatures, texts, clock),
    new RecentEdits(workspace, histories, texts, tracked, clock),
    search,
    new DiagnosticChunks(editorLanguageFeatures, texts),
  ];
  const following = vscode.Disposable.from(
    histories.onDidEdit(({ documentId, changes }) => pins.follow(documentId, changes)),
    histories.onDidRename(({ from, to }) => pins.rename(from, to)),
    needs.onDidChangeRules(() => search.reset()),
    redaction.onDidChange(() => search.reset()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => search.reset()),
  );
  const onDidChange = (listener: () => void) =>
    vscode.Disposable.from(
      projectFiles.onDidChange(listener),
      pins.onDidChange(listener),
      search.onDidSettle(listener),
    );
  return { all, rules, learned, pins, parts: [projectFiles, watched, files, pins, search, following], onDidChange };
}
