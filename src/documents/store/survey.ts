import type { FileSystem } from '../../base/ports/fileSystem.ts';
import type { Sha256 } from '../../base/ports/hash.ts';
import { decodeUtf8 } from '../../base/utf8.ts';
import { summaryOf } from './storedHistory.ts';
import { damagedFolder, historyFolder, setAside, storedFiles } from './storeFolder.ts';
import type { StoreIndex } from './storeIndex.ts';

/**
 * Rebuilds a lost or damaged index from the histories. Returns whether a history was set aside
 * because nobody can tell which document it belongs to.
 */
export async function surveyHistories(files: FileSystem, index: StoreIndex, sha256: Sha256): Promise<boolean> {
  const indexed = new Set([...index.documents.values()].flat());
  const watermarks = new Map<string, number>();
  let hasSetAside = false;
  let highest = 0;
  for (const name of [...(await storedFiles(files, historyFolder)), ...(await storedFiles(files, damagedFolder))]) {
    const text = decodeUtf8((await files.read(name)) ?? new Uint8Array());
    highest = Math.max(highest, highestNumber(text));
    if (!name.endsWith('.jsonl') || name.startsWith(damagedFolder)) continue;
    const summary = summaryOf(text, sha256);
    for (const [consumer, number] of summary.watermarks)
      watermarks.set(consumer, Math.min(watermarks.get(consumer) ?? number, number));
    if (indexed.has(name)) continue;
    if (summary.documentId === null) {
      await setAside(files, name);
      hasSetAside = true;
    } else if (!index.documents.has(summary.documentId)) index.add(['document', summary.documentId, [name]]);
  }
  for (const [consumer, number] of watermarks)
    if (!index.consumers.has(consumer)) index.add(['consumer', consumer, number]);
  index.add(['floor', highest]);
  return hasSetAside;
}

/** The highest version number in a text, damaged or not. Only numbers of this century count. */
function highestNumber(text: string): number {
  let highest = 0;
  for (const [, digits] of text.matchAll(/[[,](\d{13})\b/g)) {
    const number = Number(digits);
    if (number < 4e12) highest = Math.max(highest, number);
  }
  return highest;
}
