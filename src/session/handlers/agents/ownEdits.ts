import type { Histories } from '../../../documents/histories.ts';
import type { Consumer } from '../../../protocol/consumer.ts';
import type { EditsResult } from '../../../protocol/edits.ts';

/**
 * An agent knows the edits that it made: its watermark moves over them if it knew the text they
 * were made for and received what they were rebased over.
 */
export function learnOwnEdits(histories: Histories, { documents }: EditsResult, consumer: Consumer): void {
  for (const { documentId, baseVersionId, newVersionId, outcome, meanwhile } of documents) {
    const history = histories.get(documentId);
    const edited = newVersionId === undefined ? null : histories.numberOf(newVersionId);
    const base = baseVersionId === undefined ? null : histories.numberOf(baseVersionId);
    if (history === null || edited === null || base === null) continue;
    const before = history.newestEdits(2).find(({ version }) => version.number < edited)?.version.number ?? base;
    const needed = outcome === 'applied' || meanwhile !== undefined ? base : before;
    const known = history.watermarks.get(consumer) ?? histories.firstDelivery(consumer);
    if (known !== null && known >= needed && known < edited) history.markAt(consumer, edited);
  }
}
