import { LruMap } from '../base/lruMap.ts';
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
  readonly #shared: Conversation = { id: 'workspace', windows: new WindowSet() };
  readonly #others = new LruMap<Consumer, Conversation>(maxConversations);

  of(consumer: Consumer): Conversation {
    if (shared.has(consumer)) return this.#shared;
    return this.#others.getOrMake(consumer, () => ({ id: consumer, windows: new WindowSet() }));
  }
}

/** Whether a consumer gets anchors with its prompts: it has the tool that executes them. */
export function canAct(consumer: Consumer): boolean {
  return consumer === 'lm-tools' || /^(?:live|mcp)(?::|$)/.test(consumer);
}
