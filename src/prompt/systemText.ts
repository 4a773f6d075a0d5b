import type { Consumer } from '../protocol/consumer.ts';
import { canAct } from '../windows/conversations.ts';

const now =
  'What the developer sees now, newer than anything you read before. Work from Current Document, unsaved edits included; the diffs are what was just done: never undo it unasked.';

/** What a prompt tells the model about what follows, by what the consumer can do. It never changes within a version, so prompt caches hold. */
export function systemTextFor(consumer: Consumer): string {
  return canAct(consumer)
    ? `${now} Edit with live_context_apply_edits against the version; live_context_version gives older or left-out text.`
    : `${now} Answer with edits as unified diffs or search/replace blocks, each with its path.`;
}
