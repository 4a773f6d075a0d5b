import type { Emitter } from '../base/event.ts';
import type { Clock } from '../base/ports/clock.ts';
import type { Sha256 } from '../base/ports/hash.ts';
import type { ProjectFiles } from '../base/ports/projectFiles.ts';
import type { Search } from '../base/ports/search.ts';
import type { Workspace } from '../base/ports/workspace.ts';
import type { DiffSummaries } from '../documents/diffSummary.ts';
import type { Documents, Tracking } from '../documents/documents.ts';
import type { Histories } from '../documents/histories.ts';
import type { Judge } from '../edits/judge/judge.ts';
import type { LanguageModel } from '../edits/judge/languageModel.ts';
import type { PlanLog } from '../edits/planLog.ts';
import type { Proof } from '../edits/proof.ts';
import type { ContextFiles } from '../files/store/contextFiles.ts';
import type { Assemblies } from '../prompt/assemblies.ts';
import type { Budgets } from '../prompt/budgets.ts';
import type { Changes } from '../prompt/changes.ts';
import type { Audit } from '../prompt/deliveries/audit.ts';
import type { Deliveries } from '../prompt/deliveries/deliveries.ts';
import type { Deltas } from '../prompt/deltas.ts';
import type { Readers } from '../prompt/readers.ts';
import type { Tokenizers } from '../prompt/tokenizer.ts';
import type { SettingValues } from '../protocol/settings.ts';
import type { Redaction } from '../redaction/redaction.ts';
import type { PieceSource } from '../sources/gather.ts';
import type { Pins } from '../sources/retrieved/pins.ts';
import type { RelatedCode } from '../sources/retrieved/related.ts';
import type { RulesFile } from '../sources/rules/rulesFile.ts';
import type { LearnedPreferences } from '../sources/settings/preferences.ts';
import type { Conversations } from '../windows/conversations.ts';
import type { KeptConversations } from '../windows/keptConversations.ts';
import type { Notes } from '../windows/notes.ts';
import type { Notices } from './notices.ts';

/** The dependencies of the session. */
export interface SessionDependencies {
  readonly clock: Clock;
  readonly sha256: Sha256;
  readonly workspace: Workspace;
  readonly histories: Histories;
  readonly notices: Notices;
  readonly tracking: Tracking;
  readonly settings: () => SettingValues;
  readonly tokenizers: Tokenizers;
  readonly budgets: Budgets;
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
  /** Returns eight random digits and lower-case letters, for ids that must not be guessed. */
  readonly newId: () => string;
  /** Replaces secrets in everything that leaves. */
  readonly redaction: Redaction;
  /** Outcomes of agents' edits. */
  readonly plans: PlanLog;
  /** Counters of use and savings. */
  readonly proof: Proof;
  readonly audit: Audit;
  /** The security log: refused pieces, digests only. */
  readonly onViolation: (line: string) => void;
  /** True if git's HEAD is available. */
  readonly git: () => boolean;
  /** Called with a fault inside; must not log document text. */
  readonly onFault: (error: unknown) => void;
}

/** The services of every handler. */
export interface SessionServices extends SessionDependencies {
  readonly documents: Documents;
  readonly deliveries: Deliveries;
  readonly deltas: Deltas;
  readonly conversations: Conversations;
  readonly assemblies: Assemblies;
  readonly changes: Changes;
  readonly summaries: DiffSummaries;
  readonly readers: Readers;
  readonly judge: Judge;
  /** Fires after each execution of an anchor. */
  readonly acted: Emitter<void>;
}
