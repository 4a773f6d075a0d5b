import { LruMap } from '../base/lruMap.ts';
import type { Clock } from '../base/ports/clock.ts';
import { type Consumer, consumerOfReader, editorTools, trustedConsumers } from '../protocol/consumer.ts';
import { sharedConversation } from '../protocol/contextFiles.ts';
import type { Profile } from '../protocol/prompt/profiles.ts';
import type { Format } from '../protocol/prompt/receipt.ts';
import { ContextItems } from './contextItems.ts';
import type { KeptConversations } from './keptConversations.ts';
import { WindowSet } from './windowSet.ts';

/** Maximum number of conversations; the least recently used one is forgotten. */
const maxConversations = 64;

export interface Conversation {
  readonly id: string;
  readonly consumer: Consumer;
  /** Random and unique across processes. */
  readonly sessionId: string;
  /** Name that an MCP client gives itself; null until then. */
  name: string | null;
  /** Milliseconds since the Unix epoch. */
  readonly started: number;
  readonly windows: WindowSet;
  readonly items: ContextItems;
  /** Context files with rounds that did not fit into prompts. */
  archived: readonly string[];
  /** Limits of the last prompt; null before the first. */
  promptLimits: PromptLimits | null;
  /** Time of the last delivery, ms since the Unix epoch. */
  lastDelivery: number | null;
}

/** Limits of a prompt besides the budget. */
export interface PromptLimits {
  readonly skillId: Profile;
  readonly format: Format;
  /** Tokens. */
  readonly inputLimit?: number | undefined;
  /** UTF-16 units. */
  readonly maxCharacters?: number | undefined;
}

interface ConversationParts {
  readonly clock: Clock;
  /** Returns eight random digits and lower-case letters. */
  readonly newId: () => string;
  /** First text of every prompt for a consumer. */
  readonly systemTextOf: (consumer: Consumer) => string;
  readonly kept: KeptConversations;
}

/** One conversation for all of the developer's surfaces, and one for every other consumer. */
export class Conversations {
  readonly #parts: ConversationParts;
  readonly #all = new LruMap<string, Conversation>(maxConversations);

  constructor(parts: ConversationParts) {
    this.#parts = parts;
  }

  of(consumer: Consumer): Conversation {
    return this.#all.getOrMake(conversationOf(consumer), () => this.#begin(consumer));
  }

  byId(id: string): Conversation | undefined {
    return this.#all.get(id);
  }

  /** Most recently used first. */
  get all(): readonly Conversation[] {
    return [...this.#all.values()].reverse();
  }

  #begin(consumer: Consumer): Conversation {
    const { clock, newId, systemTextOf, kept } = this.#parts;
    const id = conversationOf(consumer);
    const items = new ContextItems();
    items.add({ type: 'System', content: systemTextOf(consumer) });
    const conversation: Conversation = {
      id,
      consumer: trustedConsumers.has(consumer) ? 'clipboard' : id,
      sessionId: `${newId()}-${newId()}`,
      name: null,
      started: clock.now(),
      windows: new WindowSet(items, newId),
      items,
      archived: [],
      promptLimits: null,
      lastDelivery: null,
    };
    conversation.windows.restore(kept.of(id));
    return conversation;
  }
}

/** Id of a consumer's conversation; the developer's surfaces share one. */
export function conversationOf(consumer: Consumer): string {
  return trustedConsumers.has(consumer) ? sharedConversation : consumerOfReader(consumer);
}

/** The consumer has the tool that executes anchors, so its prompts contain them. */
export function canAct(consumer: Consumer): boolean {
  return consumerOfReader(consumer) === editorTools || /^(?:live|mcp)(?::|$)/.test(consumer);
}
