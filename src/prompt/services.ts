import type { Clock } from '../base/ports/clock.ts';
import type { Sha256 } from '../base/ports/hash.ts';
import type { Workspace } from '../base/ports/workspace.ts';
import type { DiffSummaries } from '../documents/diffSummary.ts';
import type { Documents, Tracking } from '../documents/documents.ts';
import type { Histories } from '../documents/histories.ts';
import type { PlanLog } from '../edits/planLog.ts';
import type { Proof } from '../edits/proof.ts';
import type { SettingValues } from '../protocol/settings.ts';
import type { Redaction } from '../redaction/redaction.ts';
import type { Sources } from '../sources/gather.ts';
import type { Conversations } from '../windows/conversations.ts';
import type { Budgets } from './budgets.ts';
import type { Audit } from './deliveries/audit.ts';
import type { Readers } from './readers.ts';
import type { Tokenizers } from './tokenizer.ts';

/** What prompts need from outside. */
export interface PromptDependencies {
  readonly clock: Clock;
  readonly sha256: Sha256;
  /** Returns eight random digits and lower-case letters, for ids that must not be guessed. */
  readonly newId: () => string;
  readonly workspace: Workspace;
  readonly histories: Histories;
  readonly tracking: Tracking;
  readonly settings: () => SettingValues;
  readonly tokenizers: Tokenizers;
  readonly budgets: Budgets;
  /** Replaces secrets in everything that leaves. */
  readonly redaction: Redaction;
  /** Outcomes of agents' edits. */
  readonly plans: PlanLog;
  /** Counters of use and savings. */
  readonly proof: Proof;
  readonly audit: Audit;
  /** The security log: refused pieces, digests only. */
  readonly onViolation: (line: string) => void;
}

/** What all prompts share. */
export interface PromptServices extends PromptDependencies {
  readonly documents: Documents;
  readonly summaries: DiffSummaries;
  readonly readers: Readers;
  readonly conversations: Conversations;
  readonly allSources: Sources;
}
