import { LruMap } from '../../base/lruMap.ts';
import type { Clock } from '../../base/ports/clock.ts';
import type { ContextRef } from '../../protocol/contextFiles.ts';
import type { ContextFiles } from '../store/contextFiles.ts';
import { inlineText, maxInlineBytes } from './inline.ts';

/** Maximum number, and maximum age in ms, of files in a prompt. */
const maxRecentFiles = 3;
const recentMs = 60 * 60 * 1000;
/** Number of the newest files among which they are looked for. */
const candidates = 12;
/** Maximum number of texts that are remembered. */
const knownTexts = 32;

/**
 * Finds the newest outputs of conversations as they enter a prompt, those of the project and of
 * none, the newest first. Each is read once. `redactionEpoch` changes whenever the same text may be
 * redacted differently.
 */
export function recentFiles(files: ContextFiles, clock: Clock, redactionEpoch: () => string) {
  const known = new LruMap<string, string>(knownTexts);
  return async (conversationIds: readonly string[], projectId: string) => {
    const lists = await Promise.all(
      conversationIds.map(async (conversationId) => {
        const refs = await files.list(conversationId, 'artifact', candidates, projectId);
        // The outputs of notebooks stand with their cells.
        return refs.filter(({ id }) => !id.startsWith('notebook-')).map((ref) => ({ conversationId, ref }));
      }),
    );
    const recent = lists
      .flat()
      .filter(({ ref }) => clock.now() - ref.createdAt <= recentMs)
      .sort((a, b) => b.ref.createdAt - a.ref.createdAt)
      .slice(0, maxRecentFiles);
    const epoch = redactionEpoch();
    const shown: { readonly ref: ContextRef; readonly text: string }[] = [];
    for (const { conversationId, ref } of recent) {
      const key = `${conversationId}/${ref.id}/${epoch}`;
      const read = async () => inlineText(await files.open(conversationId, ref.id), maxInlineBytes);
      // A file that is gone or no text costs only itself.
      const text = known.get(key) ?? (await read().catch(() => null));
      if (text === null) continue;
      known.set(key, text);
      shown.push({ ref, text });
    }
    return shown;
  };
}
