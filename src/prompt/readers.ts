import { LruMap } from '../base/lruMap.ts';
import { type Consumer, consumerOfReader, readerIn } from '../protocol/consumer.ts';

/** Maximum numbers of remembered calls and sessions. */
const maxCalls = 256;
const maxSharing = 64;

/**
 * Tells the readers of a session apart. Claude Code names each call, and its hook says which
 * subagent makes it; Codex names its threads, VS Code its chats.
 */
export class Readers {
  readonly #ofCalls = new LruMap<string, Consumer>(maxCalls);
  /** Sessions in which calls are announced, and those of agents that nothing tells apart. */
  readonly #announced = new LruMap<Consumer, true>(maxSharing);
  readonly #several = new LruMap<Consumer, true>(maxSharing);

  /** A hook says that a subagent, or without one the main agent, is about to make a call. */
  announce(consumer: Consumer, call: string, agent: string | undefined): void {
    this.#ofCalls.set(readerIn(consumer, call), agent === undefined ? consumer : readerIn(consumer, agent));
    this.#announced.set(consumer, true);
  }

  /** The reader of a request; the whole session if its agents cannot be told apart. */
  of(asker: Consumer): Consumer {
    const known = this.#ofCalls.get(asker);
    const isUnknown = known === undefined && /#(?:several$|toolu_)/.test(asker);
    if (!isUnknown) return known ?? asker;
    const consumer = consumerOfReader(asker);
    this.#several.set(consumer, true);
    return consumer;
  }

  /** True if nobody else reads under this name: a named reader, a chat thread, or the main agent beside named ones. */
  isKnown(reader: Consumer): boolean {
    return /#|^(?:mcp:codex-|live:)/.test(reader) || this.#announced.peek(reader) !== undefined;
  }

  /** True if several agents may read under this name. */
  areSeveral(reader: Consumer): boolean {
    return this.#several.peek(reader) !== undefined && this.#announced.peek(reader) === undefined;
  }
}
