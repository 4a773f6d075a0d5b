import type { Disposable } from './base/disposable.ts';
import type { Event } from './base/event.ts';
import type { Clock } from './base/ports/clock.ts';
import type { Commits } from './base/ports/commits.ts';
import type { EditorSettings } from './base/ports/editorSettings.ts';
import type { FileSystem, FileTree } from './base/ports/fileSystem.ts';
import type { Hasher, Sha256 } from './base/ports/hash.ts';
import type { LanguageFeatures } from './base/ports/language.ts';
import type { ProjectFiles } from './base/ports/projectFiles.ts';
import type { Search } from './base/ports/search.ts';
import type { Workspace } from './base/ports/workspace.ts';
import type { LanguageModel } from './edits/judge/languageModel.ts';
import type { Tokenizers } from './prompt/tokenizer.ts';
import type { UntrackedReason } from './protocol/errorCodes.ts';
import type { SettingValues } from './protocol/settings.ts';

/**
 * The editor and the machine, as ports: VS Code's are in `src/vscode/host`, the tests have some in
 * memory.
 */
export interface Host extends Disposable {
  readonly clock: Clock;
  readonly sha256: Sha256;
  readonly hasher: () => Hasher;
  /** Draws a UUID. */
  readonly newId: () => string;
  /** The folder in which this window stores what it keeps. */
  readonly files: FileSystem;
  /** The same folder, for large files and hostile trees. */
  readonly tree: FileTree;
  /** The folder that all windows share, whatever their workspace. */
  readonly sharedTree: FileTree;
  /** Searches in files of that folder; null where no program can be run. */
  readonly search: Search | null;
  readonly workspace: Workspace;
  readonly projectFiles: ProjectFiles;
  readonly commits: Commits;
  readonly languages: LanguageFeatures;
  /** The model that the setting `judgeModel` names; null where it names none that can be had. */
  readonly judgeModel: () => Promise<LanguageModel | null>;
  readonly editorSettings: EditorSettings;
  readonly tokenizers: Tokenizers;
  /** The user's settings as they are now. */
  readonly settings: () => SettingValues;
  /** Why a document is not tracked; null when it is. */
  readonly tracking: (documentId: string) => UntrackedReason | null;
  /** Tracked documents, or the open projects, may have changed. */
  readonly onDidChangeTracking: Event<void>;
  /**
   * Something on the screen changed: the active editor, its selection or its range, tabs,
   * diagnostics.
   */
  readonly onDidChangeScreen: Event<void>;
  /** True if git's HEAD can be read. */
  readonly git: () => boolean;
  readonly log: LogSink;
}

/** The port of the log. Codes, ids and counts only: no line quotes a user's file or a secret. */
export interface LogSink {
  info(message: string): void;
  /**
   * A file of the user's could not be used; the message names files and lines, never their text.
   */
  warning(code: string, message: string): void;
  /** The security log: refused pieces, digests only. */
  security(line: string): void;
  /** A bug inside. */
  fault(error: unknown): void;
}
