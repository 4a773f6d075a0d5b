import type { Consumer } from '../protocol/consumer.ts';
import { WindowSet } from './windowSet.ts';

/** So many conversations are remembered; the one used longest ago is forgotten. */
const maxConversations = 64;
/** Their consumers share the developer's own conversation with the view. */
const shared: ReadonlySet<Consumer> = new Set(['clipboard', 'view', 'lm-tools']);

export interface Conversation {
  readonly id: string;
  readonly windows: WindowSet;
}

/** The conversations: `workspace`, which the clipboard, the view and the language-model tools share, and one for every other consumer. */
export class Conversations {
  /** The last used last. */
  readonly #all = new Map<string, Conversation>();

  of(consumer: Consumer): Conversation {
    const id = shared.has(consumer) ? 'workspace' : consumer;
    const conversation = this.#all.get(id) ?? { id, windows: new WindowSet() };
    this.#all.delete(id);
    this.#all.set(id, conversation);
    for (const key of this.#all.keys()) {
      if (this.#all.size <= maxConversations) break;
      if (key !== 'workspace') this.#all.delete(key);
    }
    return conversation;
  }
}

/** Whether a consumer gets anchors with its prompts: it has the tool that executes them. */
export function canAct(consumer: Consumer): boolean {
  return consumer === 'lm-tools' || /^(?:live|mcp)(?::|$)/.test(consumer);
}
