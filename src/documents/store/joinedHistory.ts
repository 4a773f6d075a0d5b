import { difference } from '../difference.ts';
import type { Checkpoint } from '../versions/checkpoint.ts';
import type { DocumentHistory, HistoryRecord } from '../versions/documentHistory.ts';
import { DamagedHistoryError } from './storedHistory.ts';

/**
 * Replays on a stored history what a later one of the same document has beyond it: either began while the stored one could not be read,
 * or is what has been appended to it, and more.
 *
 * @throws DamagedHistoryError where the later one neither follows the stored one nor goes on from it
 */
export function joinHistories(stored: DocumentHistory, later: DocumentHistory): void {
  const goesOn = () => later.versions.some(({ id }) => stored.find(id) !== null);
  if (stored.newest.number >= later.oldest.number && !goesOn()) throw new DamagedHistoryError('It is newer');
  const last = stored.newest.number;
  const next = later.versions.find(({ number }) => number > last);
  const text = next && later.textOf(next.number);
  if (next !== undefined && text !== undefined && text !== null)
    stored.replay({
      kind: 'edit',
      version: next,
      changes: difference(stored.text, text),
      label: { origin: 'unknown' },
    });
  const known = new Set(stored.checkpoints.map(checkpointLabel));
  for (const record of later.records()) if (isNew(record)) stored.replay(record);

  function isNew(record: HistoryRecord): boolean {
    if (record.kind === 'edit') return record.version.number > (next?.number ?? last);
    return record.kind !== 'checkpoint' || !known.has(checkpointLabel(record.checkpoint));
  }
}

function checkpointLabel({ kind, version, name }: Checkpoint): string {
  return JSON.stringify([kind, version.id, name]);
}
