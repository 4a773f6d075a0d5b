import type { SourceText } from '../text/sourceText.ts';
import type { DocumentHistory } from './versions/documentHistory.ts';
import type { Version } from './versions/versionId.ts';

/** How much text is hashed in search of one, UTF-16 units: it takes some 20 ms. */
const maxHashed = 16_000_000;

/** The newest version whose text has a hash; checkpoints come first, since what stood in a file was opened, saved or HEAD. */
export function versionByHash(
  history: DocumentHistory,
  hash: string,
  hashOf: (text: SourceText) => string,
): Version | null {
  const checkpoints = history.checkpoints.map(({ version }) => version).toReversed();
  const seen = new Set<number>();
  let hashed = 0;
  for (const version of [history.newest, ...checkpoints, ...history.versions.toReversed()]) {
    const text = seen.has(version.number) ? null : history.textOf(version.number);
    if (text === null) continue;
    seen.add(version.number);
    hashed += text.length;
    if (hashed > maxHashed && seen.size > 1) return null;
    if (hashOf(text) === hash) return version;
  }
  return null;
}
