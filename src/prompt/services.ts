import type { DiffSummaries } from '../documents/diffSummary.ts';
import type { DocumentDependencies, Documents } from '../documents/documents.ts';
import type { EditsParts } from '../edits/fileEdits.ts';
import type { Sources } from '../sources/gather.ts';
import type { Conversations } from '../windows/conversations.ts';
import type { Budgets } from './budgets.ts';
import type { Audit } from './deliveries/audit.ts';
import type { Readers } from './readers.ts';
import type { Tokenizers } from './tokenizer.ts';

/** What prompts need from outside. */
export interface PromptDependencies extends DocumentDependencies, Pick<EditsParts, 'clock' | 'plans' | 'proof'> {
  /** Returns eight random digits and lower-case letters, for ids that must not be guessed. */
  readonly newId: () => string;
  readonly tokenizers: Tokenizers;
  readonly budgets: Budgets;
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
