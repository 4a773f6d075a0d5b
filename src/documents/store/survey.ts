import type { FileSystem } from '../../base/ports/fileSystem.ts';
import type { Sha256 } from '../../base/ports/hash.ts';
import { decodeUtf8 } from '../../base/utf8.ts';
import { checkedLines } from './checkedLines.ts';
import { documentOf } from './storedHistory.ts';
import { damagedFolder, setAside } from './storeFolder.ts';
import type { StoreIndex } from './storeIndex.ts';

/**
 * Finds out from the histories themselves what the index would say, where it was lost or damaged. Returns whether a history was set aside, since nobody can tell whose it is.
 */
export async function surveyHistories(
  files: FileSystem,
  names: readonly string[],
  index: StoreIndex,
  sha256: Sha256,
): Promise<boolean> {
  const indexed = new Set(index.documents.values());
  const watermarks = new Map<string, number>();
  let setAsideAny = false;
  let highest = 0;
  for (const name of names.filter((one) => one.endsWith('.jsonl'))) {
    const text = decodeUtf8((await files.read(name)) ?? new Uint8Array());
    highest = Math.max(highest, highestNumber(text));
    for (const [consumer, number] of watermarksIn(text, sha256))
      watermarks.set(consumer, Math.min(watermarks.get(consumer) ?? number, number));
    if (indexed.has(name)) continue;
    const documentId = documentOf(text, sha256);
    if (documentId === null) {
      await setAside(files, name);
      setAsideAny = true;
    } else if (!index.documents.has(documentId)) index.add(['document', documentId, name]);
  }
  for (const { name } of await files.list(damagedFolder)) {
    const bytes = (await files.read(`${damagedFolder}/${name}`)) ?? new Uint8Array();
    highest = Math.max(highest, highestNumber(decodeUtf8(bytes)));
  }
  for (const [consumer, number] of watermarks)
    if (!index.consumers.has(consumer)) index.add(['consumer', consumer, number]);
  index.add(['floor', highest]);
  return setAsideAny;
}

/**
 * Takes over the histories that a killed process had written, but not yet told the index of. Returns what it had replaced, but not yet
 * removed: such a file may tell a name that its document no longer has, so it has to go before the index forgets it.
 */
export async function adoptHistories(
  files: FileSystem,
  names: readonly string[],
  index: StoreIndex,
  sha256: Sha256,
): Promise<readonly string[]> {
  const replaced: string[] = [];
  const indexed = new Set(index.documents.values());
  for (const name of names.filter((one) => one.endsWith('.jsonl') && !indexed.has(one))) {
    const documentId = documentOf(decodeUtf8((await files.read(name)) ?? new Uint8Array()), sha256);
    if (index.hasNamed(name) || (documentId !== null && index.wasRemoved(documentId))) replaced.push(name);
    else if (documentId !== null && !index.documents.has(documentId)) index.add(['document', documentId, name]);
  }
  return replaced;
}

/** The highest version number that a text may hold, damaged or not. Numbers of the hybrid clock that lie in this century count. */
function highestNumber(text: string): number {
  let highest = 0;
  for (const [, digits] of text.matchAll(/\[(\d{1,13})\b/g)) {
    const number = Number(digits);
    if (number < 4e12) highest = Math.max(highest, number);
  }
  return highest;
}

function watermarksIn(text: string, sha256: Sha256): readonly (readonly [string, number])[] {
  return [...checkedLines(text, sha256)].flatMap((line) => {
    if (!Array.isArray(line?.value)) return [];
    return line.value.flatMap((record): readonly (readonly [string, number])[] => {
      if (!Array.isArray(record) || record[0] !== 'watermark') return [];
      const [, consumer, number] = record as unknown[];
      return typeof consumer === 'string' && typeof number === 'number' ? [[consumer, number]] : [];
    });
  });
}
