import type { Clock } from '../base/ports/clock.ts';
import type { DiffSummaries } from '../documents/diffSummary.ts';
import type { DocumentDependencies, Documents } from '../documents/documents.ts';
import type { PlanLog } from '../edits/planLog.ts';
import type { Proof } from '../edits/proof.ts';
import type { Sources } from '../sources/gather.ts';
import type { Conversations } from '../windows/conversations.ts';
import type { Budgets } from './budgets.ts';
import type { Audit } from './deliveries/audit.ts';
import type { Readers } from './readers.ts';
import type { Tokenizers } from './tokenizer.ts';

/** What prompts need from outside. */
export interface PromptDependencies extends DocumentDependencies {
  readonly clock: Clock;
  /** Returns eight random digits and lower-case letters, for ids that must not be guessed. */
  readonly newId: () => string;
  readonly tokenizers: Tokenizers;
  readonly budgets: Budgets;
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
