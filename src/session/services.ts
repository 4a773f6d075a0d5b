import type { Emitter } from '../base/event.ts';
import type { ProjectFiles } from '../base/ports/projectFiles.ts';
import type { Search } from '../base/ports/search.ts';
import type { Judge } from '../edits/judge/judge.ts';
import type { LanguageModel } from '../edits/judge/languageModel.ts';
import type { ContextFiles } from '../files/store/contextFiles.ts';
import type { Assemblies } from '../prompt/assemblies.ts';
import type { Changes } from '../prompt/changes.ts';
import type { Deliveries } from '../prompt/deliveries/deliveries.ts';
import type { Deltas } from '../prompt/deltas.ts';
import type { PromptDependencies, PromptServices } from '../prompt/services.ts';
import type { PieceSource } from '../sources/gather.ts';
import type { Pins } from '../sources/retrieved/pins.ts';
import type { RelatedCode } from '../sources/retrieved/related.ts';
import type { RulesFile } from '../sources/rules/rulesFile.ts';
import type { LearnedPreferences } from '../sources/settings/preferences.ts';
import type { KeptConversations } from '../windows/keptConversations.ts';
import type { Notes } from '../windows/notes.ts';
import type { Notices } from './notices.ts';

/** The dependencies of the session. */
export interface SessionDependencies extends PromptDependencies {
  readonly notices: Notices;
  /** Sources of all pieces but the Live Context. */
  readonly sources: readonly PieceSource[];
  readonly related: RelatedCode;
  readonly rules: RulesFile;
  readonly learned: LearnedPreferences;
  readonly pins: Pins;
  readonly notes: Notes;
  readonly projectFiles: ProjectFiles;
  /** The model chosen for judging; null if unset. */
  readonly judgeModel: () => Promise<LanguageModel | null>;
  readonly contextFiles: ContextFiles;
  /** Conversations of earlier processes. */
  readonly kept: KeptConversations;
  /** Searches in context files; null if the host runs no programs. */
  readonly search: Search | null;
  /** True if git's HEAD is available. */
  readonly git: () => boolean;
  /** Called with a fault inside; must not log document text. */
  readonly onFault: (error: unknown) => void;
}

/** The services of every handler. */
export interface SessionServices extends SessionDependencies, PromptServices {
  readonly deliveries: Deliveries;
  readonly deltas: Deltas;
  readonly assemblies: Assemblies;
  readonly changes: Changes;
  readonly judge: Judge;
  /** Fires after each execution of an anchor. */
  readonly acted: Emitter<void>;
}
