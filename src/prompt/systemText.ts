import type { Consumer } from '../protocol/consumer.ts';
import { canAct } from '../windows/conversations.ts';

const now =
  "The developer's editor now, unsaved edits included, newer than anything you read. Do not revert the diffs unless asked.";

/**
 * The system text, by what the consumer can do. Constant within a release, so prompt caches hold.
 */
export function systemTextFor(consumer: Consumer): string {
  return canAct(consumer)
    ? `${now} Edit by live_context_apply_edits against the version.`
    : `${now} Answer with unified diffs or search/replace blocks, each with its path.`;
}
