import { LruMap } from '../base/lruMap.ts';
import type { Clock } from '../base/ports/clock.ts';
import { type Consumer, trustedConsumers } from '../protocol/consumer.ts';
import { sharedConversation } from '../protocol/contextFiles.ts';
import { ContextItems } from './contextItems.ts';
import { Notes } from './notes.ts';
import { WindowSet } from './windowSet.ts';

/** So many conversations are remembered; the one used longest ago is forgotten. */
const maxConversations = 64;

/** What was said to a consumer and what it is shown. */
export interface Conversation {
  readonly id: string;
  /** Whose prompts it is about. */
  readonly consumer: Consumer;
  /** Random: no other conversation, of this process or another one, has it. */
  readonly sessionId: string;
  /** Milliseconds since the Unix epoch. */
  readonly started: number;
  readonly windows: WindowSet;
  readonly items: ContextItems;
  readonly notes: Notes;
  /** The context files that hold rounds that prompts had no room for. */
  archived: readonly string[];
  /** When something was delivered last, ms since the Unix epoch. */
  lastDelivery: number | null;
}

/** The conversations: one of the developer's own surfaces, and one for every other consumer. */
export class Conversations {
  readonly #clock: Clock;
  readonly #newId: () => string;
  readonly #all = new LruMap<string, Conversation>(maxConversations);

  /** `newId` draws eight random digits and lower-case letters. */
  constructor(clock: Clock, newId: () => string) {
    this.#clock = clock;
    this.#newId = newId;
  }

  of(consumer: Consumer): Conversation {
    return this.#all.getOrMake(conversationOf(consumer), () => this.#begin(consumer));
  }

  byId(id: string): Conversation | undefined {
    return this.#all.get(id);
  }

  /** The one used last first. */
  get all(): readonly Conversation[] {
    return [...this.#all.values()].reverse();
  }

  #begin(consumer: Consumer): Conversation {
    const items = new ContextItems();
    return {
      id: conversationOf(consumer),
      consumer: trustedConsumers.has(consumer) ? 'clipboard' : consumer,
      sessionId: `${this.#newId()}-${this.#newId()}`,
      started: this.#clock.now(),
      windows: new WindowSet(items, this.#newId),
      items,
      notes: new Notes(),
      archived: [],
      lastDelivery: null,
    };
  }
}

/** The id of a consumer's conversation: the developer's surfaces share the project's. */
export function conversationOf(consumer: Consumer): string {
  return trustedConsumers.has(consumer) ? sharedConversation : consumer;
}

/** Whether a consumer gets anchors with its prompts: it has the tool that executes them. */
export function canAct(consumer: Consumer): boolean {
  return consumer === 'lm-tools' || /^(?:live|mcp)(?::|$)/.test(consumer);
}
