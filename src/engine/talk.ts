import type { TalkAccount } from '../protocol/prompt/assembly.ts';
import type { CountTokens } from './measure.ts';

/** Something that was said before the request. */
export interface TalkMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** A message of the user up to the next one. It is kept whole or not at all. */
export interface Round {
  /** Rises from round to round. */
  readonly seq: number;
  readonly messages: readonly TalkMessage[];
}

export interface Talk {
  /** Old to new. */
  readonly rounds: readonly Round[];
  /** Replaces rounds that are left out; empty for nothing. */
  readonly note: string;
  /** Some rounds are not even in `rounds`, so the note is always there. */
  readonly isCut?: boolean;
}

/** Number of rounds that stay before any window goes. */
const recentRounds = 3;

export const noTalk: Talk = { rounds: [], note: '' };

/**
 * Chooses the rounds of a conversation for a prompt. Order of precedence: texts that cannot be cut,
 * the last three rounds, windows, older rounds. A round is whole or left out. Newer rounds are
 * taken first; one that does not fit is skipped. Older rounds take only room that the windows
 * leave.
 */
export class TalkFit {
  readonly #recent: readonly Round[];
  readonly #older: readonly Round[];
  readonly #note: string;
  readonly #isCut: boolean;
  readonly #tokens: ReadonlyMap<Round, number>;
  readonly #count: CountTokens;
  #kept: ReadonlySet<Round> = new Set();

  constructor({ rounds, note, isCut = false }: Talk, count: CountTokens) {
    this.#recent = rounds.slice(-recentRounds).reverse();
    this.#older = rounds.slice(0, -recentRounds).reverse();
    this.#note = note;
    this.#isCut = isCut;
    this.#count = count;
    this.#tokens = new Map(rounds.map((round) => [round, tokensOfRound(round, count)]));
  }

  get isEmpty(): boolean {
    return this.#tokens.size === 0;
  }

  /** Keeps every round if `room` tokens hold them; whether they do. */
  keepAll(room: number): boolean {
    const all = [...this.#older, ...this.#recent];
    if (this.#sum(all) + (this.#isCut ? this.#count(this.#note) : 0) > room) return false;
    this.#kept = new Set(all);
    return true;
  }

  /**
   * Keeps the recent rounds that fit beside `windows` tokens of windows, or else beside the `least`
   * that windows can take.
   */
  keepRecent(limit: number, windows: number, least: () => number): void {
    const note = this.#note === '' ? 0 : this.#count(this.#note);
    const room = limit - windows - note;
    this.#kept = new Set(this.#fitting(this.#recent, this.#sum(this.#recent) <= room ? room : limit - least() - note));
  }

  /** Keeps of the older rounds what fits, too, into `room` tokens beside all that is kept. */
  keepOlder(room: number): void {
    this.#kept = new Set([...this.#kept, ...this.#fitting(this.#older, room)]);
  }

  /** The messages that are kept, old to new, with the note before them when some are not. */
  get messages(): readonly TalkMessage[] {
    const all = [...this.#recent, ...this.#older].reverse().sort((a, b) => a.seq - b.seq);
    const kept = all.filter((round) => this.#kept.has(round));
    const isCut = this.#isCut || kept.length < all.length;
    const note = isCut && this.#note !== '' ? [{ role: 'user', content: this.#note } as const] : [];
    return [...note, ...kept.flatMap(({ messages }) => messages)];
  }

  get tokens(): number {
    return this.messages.reduce((sum, { content }) => sum + this.#count(content), 0);
  }

  get account(): TalkAccount {
    const seqs = (isKept: boolean) =>
      [...this.#older, ...this.#recent]
        .filter((round) => this.#kept.has(round) === isKept)
        .map(({ seq }) => seq)
        .sort((a, b) => a - b);
    return { tokens: this.tokens, kept: seqs(true), leftOut: seqs(false) };
  }

  #fitting(rounds: readonly Round[], room: number): readonly Round[] {
    let left = room;
    return rounds.filter((round) => {
      const tokens = this.#tokens.get(round) ?? 0;
      if (tokens > left) return false;
      left -= tokens;
      return true;
    });
  }

  #sum(rounds: readonly Round[]): number {
    return rounds.reduce((sum, round) => sum + (this.#tokens.get(round) ?? 0), 0);
  }
}

function tokensOfRound({ messages }: Round, count: CountTokens): number {
  return messages.reduce((sum, { content }) => sum + count(content), 0);
}
