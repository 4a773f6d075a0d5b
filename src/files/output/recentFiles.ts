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

/** The newest outputs of conversations as they enter a prompt, each read once. */
export class RecentFiles {
  readonly #files: ContextFiles;
  readonly #clock: Clock;
  readonly #redactionEpoch: () => string;
  readonly #known = new LruMap<string, string>(knownTexts);

  /** `redactionEpoch` changes whenever the same text may be redacted differently. */
  constructor(files: ContextFiles, clock: Clock, redactionEpoch: () => string) {
    this.#files = files;
    this.#clock = clock;
    this.#redactionEpoch = redactionEpoch;
  }

  /** The newest first; those of the project and of none. */
  async newest(conversationIds: readonly string[], projectId: string) {
    const lists = await Promise.all(
      conversationIds.map(async (conversationId) => {
        const refs = await this.#files.list(conversationId, 'artifact', candidates, projectId);
        // The outputs of notebooks stand with their cells.
        return refs.filter(({ id }) => !id.startsWith('notebook-')).map((ref) => ({ conversationId, ref }));
      }),
    );
    const recent = lists
      .flat()
      .filter(({ ref }) => this.#clock.now() - ref.createdAt <= recentMs)
      .sort((a, b) => b.ref.createdAt - a.ref.createdAt)
      .slice(0, maxRecentFiles);
    const epoch = this.#redactionEpoch();
    const shown: { readonly ref: ContextRef; readonly text: string }[] = [];
    for (const { conversationId, ref } of recent) {
      const key = `${conversationId}/${ref.id}/${epoch}`;
      const read = async () => inlineText(await this.#files.open(conversationId, ref.id), maxInlineBytes);
      // A file that is gone or no text costs only itself.
      const text = this.#known.get(key) ?? (await read().catch(() => null));
      if (text === null) continue;
      this.#known.set(key, text);
      shown.push({ ref, text });
    }
    return shown;
  }
}
