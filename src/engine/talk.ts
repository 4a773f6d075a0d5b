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
  /** New to old. */
  readonly #rounds: readonly CountedRound[];
  readonly #note: TalkMessage;
  readonly #noteTokens: number;
  readonly #isCut: boolean;
  readonly #kept = new Set<CountedRound>();

  constructor({ rounds, note, isCut = false }: Talk, count: CountTokens) {
    const tokensOf = ({ messages }: Round) => messages.reduce((sum, { content }) => sum + count(content), 0);
    this.#rounds = rounds.map((round) => ({ ...round, tokens: tokensOf(round) })).reverse();
    this.#note = { role: 'user', content: note };
    this.#noteTokens = note === '' ? 0 : count(note);
    this.#isCut = isCut;
  }

  get isEmpty(): boolean {
    return this.#rounds.length === 0;
  }

  /** Keeps every round if `room` tokens hold them; whether they do. */
  keepAll(room: number): boolean {
    const fits = tokensOfAll(this.#rounds) + (this.#isCut ? this.#noteTokens : 0) <= room;
    if (fits) this.#keep(this.#rounds, room);
    return fits;
  }

  /**
   * Keeps the recent rounds that fit beside `windows` tokens of windows, or else beside the `least`
   * that windows can take.
   */
  keepRecent(limit: number, windows: number, least: () => number): void {
    const recent = this.#rounds.slice(0, recentRounds);
    const room = limit - windows - this.#noteTokens;
    this.#keep(recent, tokensOfAll(recent) <= room ? room : limit - least() - this.#noteTokens);
  }

  /** Keeps of the older rounds what fits, too, into `room` tokens beside all that is kept. */
  keepOlder(room: number): void {
    this.#keep(this.#rounds.slice(recentRounds), room);
  }

  /** The messages that are kept, old to new, with the note before them when some are not. */
  get messages(): readonly TalkMessage[] {
    const kept = this.#rounds.filter((round) => this.#kept.has(round)).reverse();
    return [...(this.#hasNote ? [this.#note] : []), ...kept.flatMap(({ messages }) => messages)];
  }

  get account(): TalkAccount {
    const seqs = (isKept: boolean) =>
      this.#rounds.flatMap((round) => (this.#kept.has(round) === isKept ? round.seq : [])).reverse();
    const tokens = tokensOfAll([...this.#kept]) + (this.#hasNote ? this.#noteTokens : 0);
    return { tokens, kept: seqs(true), leftOut: seqs(false) };
  }

  get #hasNote(): boolean {
    return this.#note.content !== '' && (this.#isCut || this.#kept.size < this.#rounds.length);
  }

  #keep(rounds: readonly CountedRound[], room: number): void {
    let left = room;
    for (const round of rounds) {
      if (round.tokens > left) continue;
      left -= round.tokens;
      this.#kept.add(round);
    }
  }
}

interface CountedRound extends Round {
  readonly tokens: number;
}

function tokensOfAll(rounds: readonly CountedRound[]): number {
  return rounds.reduce((sum, { tokens }) => sum + tokens, 0);
}
