import { LruMap } from '../../base/lruMap.ts';
import type { Session } from '../../session/session.ts';
import type { ChatMessage } from './chatModel.ts';

/** A message of the user up to the next one. */
type ArchivedRound = readonly ChatMessage[];

/** Maximum number of rounds whose files are remembered; the session finds others by their text. */
const knownRounds = 5_000;

/** Stores rounds of a chat that a prompt has no room for as context files, each once. */
export class ChatHistoryArchive {
  readonly #session: Session;
  /** The files that rounds are in, by consumer and the rounds' text. */
  readonly #files = new LruMap<string, string>(knownRounds);

  constructor(session: Session) {
    this.#session = session;
  }

  /**
   * Returns the ids of the files that hold the rounds, oldest first. If nothing can be stored, the
   * chat continues without them.
   */
  async keep(rounds: readonly ArchivedRound[], consumer: string): Promise<readonly string[]> {
    const keyOf = (text: string) => `${consumer}\n${text}`;
    const texts = rounds.map(textOfRound);
    const about = { source: 'archive', hint: 'An older round of a chat', mimeType: 'text/markdown' } as const;
    for (const text of texts) {
      if (this.#files.has(keyOf(text))) continue;
      const saved = await this.#session.request('files:save', { ...about, text }, consumer);
      if (saved.ok) this.#files.set(keyOf(text), saved.value.ref.id);
    }
    return [...new Set(texts.flatMap((text) => this.#files.get(keyOf(text)) ?? []))];
  }
}

const titles = { system: 'System', user: 'User', assistant: 'Assistant' } as const;

function textOfRound(round: ArchivedRound): string {
  return round.map(({ role, content }) => `## ${titles[role]}\n\n${content}\n`).join('\n');
}
