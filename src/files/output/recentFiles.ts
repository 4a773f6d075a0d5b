import type { Clock } from '../../base/clock.ts';
import type { ContextRef } from '../../protocol/contextFiles.ts';
import type { ContextFiles } from '../store/contextFiles.ts';
import { inlineText } from './inline.ts';

/** So many files, not older than this, are worth showing unasked. */
const maxFiles = 3;
const recentMs = 60 * 60 * 1000;

/** The newest outputs of a conversation as they enter a prompt, each read once. */
export class RecentFiles {
  readonly #files: ContextFiles;
  readonly #clock: Clock;
  readonly #maxInline: () => number;
  readonly #redactionEpoch: () => string;
  #known = new Map<string, string>();

  /** `redactionEpoch` gives another string whenever the same text may be redacted in another way than before. */
  constructor(files: ContextFiles, clock: Clock, maxInline: () => number, redactionEpoch: () => string = () => '') {
    this.#files = files;
    this.#clock = clock;
    this.#maxInline = maxInline;
    this.#redactionEpoch = redactionEpoch;
  }

  /** The newest first; those of the project and of none. */
  async newest(
    conversationId: string,
    projectId: string,
  ): Promise<{ readonly ref: ContextRef; readonly text: string }[]> {
    const refs = await this.#files.list(conversationId, 'artifact', maxFiles, projectId);
    const recent = refs.filter(({ createdAt }) => this.#clock.now() - createdAt <= recentMs);
    const maxInline = this.#maxInline();
    const epoch = this.#redactionEpoch();
    const known = new Map<string, string>();
    const shown: { readonly ref: ContextRef; readonly text: string }[] = [];
    for (const ref of recent) {
      const key = `${conversationId}/${ref.id}/${maxInline}/${epoch}`;
      const text = this.#known.get(key) ?? (await this.#text(conversationId, ref.id, maxInline));
      if (text === null) continue;
      known.set(key, text);
      shown.push({ ref, text });
    }
    this.#known = known;
    return shown;
  }

  /** Null for a file that is gone or no text: the others are shown all the same. */
  async #text(conversationId: string, id: string, maxInline: number): Promise<string | null> {
    try {
      return await inlineText(await this.#files.open(conversationId, id), maxInline);
    } catch {
      return null;
    }
  }
}
