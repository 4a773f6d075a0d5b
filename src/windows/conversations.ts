import { LruMap } from '../base/lruMap.ts';
import type { Clock } from '../base/ports/clock.ts';
import { type Consumer, editorTools, trustedConsumers } from '../protocol/consumer.ts';
import { sharedConversation } from '../protocol/contextFiles.ts';
import type { Profile } from '../protocol/prompt/profiles.ts';
import type { Format } from '../protocol/prompt/receipt.ts';
import { ContextItems } from './contextItems.ts';
import type { KeptConversations } from './keptConversations.ts';
import { Notes } from './notes.ts';
import { WindowSet } from './windowSet.ts';

/** Maximum number of conversations that are remembered; the one used longest ago is forgotten. */
const maxConversations = 64;

/** What was said to a consumer and what it is shown. */
export interface Conversation {
  readonly id: string;
  /** Whose prompts it is about. */
  readonly consumer: Consumer;
  /** Random: no other conversation, of this process or another one, has it. */
  readonly sessionId: string;
  /** What an MCP client calls itself; null as long as it has not said so. */
  name: string | null;
  /** Milliseconds since the Unix epoch. */
  readonly started: number;
  readonly windows: WindowSet;
  readonly items: ContextItems;
  readonly notes: Notes;
  /** The context files that hold rounds that prompts had no room for. */
  archived: readonly string[];
  /** What the last prompt was made for; null before the first. */
  promptLimits: PromptLimits | null;
  /** When something was delivered last, ms since the Unix epoch. */
  lastDelivery: number | null;
}

/** What decides how much of its pieces a prompt shows, beside the budget. */
export interface PromptLimits {
  readonly skillId: Profile;
  readonly format: Format;
  /** Tokens. */
  readonly inputLimit?: number | undefined;
  /** UTF-16 units. */
  readonly maxCharacters?: number | undefined;
}

export interface ConversationParts {
  readonly clock: Clock;
  /** Draws eight random digits and lower-case letters. */
  readonly newId: () => string;
  /** What every prompt for a consumer begins with. */
  readonly systemTextOf: (consumer: Consumer) => string;
  readonly kept: KeptConversations;
}

/** The conversations: one of the developer's own surfaces, and one for every other consumer. */
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

  /** The one used last first. */
  get all(): readonly Conversation[] {
    return [...this.#all.values()].reverse();
  }

  /** What has been set and written down in a conversation outlives this process. */
  keep({ id, notes, windows }: Conversation): void {
    const { clock, kept } = this.#parts;
    kept.keep({ id, usedAt: clock.now(), notes: [...notes.all], windows: windows.kept });
  }

  #begin(consumer: Consumer): Conversation {
    const { clock, newId, systemTextOf, kept } = this.#parts;
    const id = conversationOf(consumer);
    const items = new ContextItems();
    items.add({ type: 'System', content: systemTextOf(consumer) });
    const conversation: Conversation = {
      id,
      consumer: trustedConsumers.has(consumer) ? 'clipboard' : consumer,
      sessionId: `${newId()}-${newId()}`,
      name: null,
      started: clock.now(),
      windows: new WindowSet(items, newId),
      items,
      notes: new Notes(),
      archived: [],
      promptLimits: null,
      lastDelivery: null,
    };
    const before = kept.of(id);
    if (before === undefined) return conversation;
    conversation.notes.restore(before.notes);
    conversation.windows.restore(before.windows);
    this.keep(conversation);
    return conversation;
  }
}

/** The id of a consumer's conversation: the developer's surfaces share the project's. */
export function conversationOf(consumer: Consumer): string {
  return trustedConsumers.has(consumer) ? sharedConversation : consumer;
}

/** Whether a consumer gets anchors with its prompts: it has the tool that executes them. */
export function canAct(consumer: Consumer): boolean {
  return consumer === editorTools || /^(?:live|mcp)(?::|$)/.test(consumer);
}
