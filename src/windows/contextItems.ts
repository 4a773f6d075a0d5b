import type { ContextItem, ContextStats } from '../protocol/prompt/contextModel.ts';

/** Maximum number of items that a conversation keeps. */
const maxItems = 2_000;
/** Length of an item's text in the debug listing, UTF-16 units. */
const itemNameLength = 50;

/** The items of one conversation in the order of its clock: texts, and the ids of windows. */
export class ContextItems {
  #items: ContextItem[] = [];
  #clock = 0;

  /** Adds an item at the end; its number comes from the clock alone. */
  add(item: Pick<ContextItem, 'type' | 'content'>): ContextItem {
    const seq = ++this.#clock;
    const added = { id: `item-${seq}`, type: item.type, content: item.content, seq, isObsolete: false };
    this.#items.push(added);
    if (this.#items.length > maxItems) this.#dropOne();
    return added;
  }

  /** Every item by its number. */
  all(): readonly ContextItem[] {
    return [...this.#items];
  }

  /** Sets the active talk: keeps its common beginning, makes the rest obsolete and adds the new. */
  setTalk(talk: readonly Pick<ContextItem, 'type' | 'content'>[]): void {
    const before = this.#items.filter(isTalk);
    const same = before.findIndex(({ type, content }, at) => type !== talk[at]?.type || content !== talk[at]?.content);
    const kept = same < 0 ? before.length : same;
    const gone = new Set(before.slice(kept));
    this.#retire((item) => gone.has(item));
    for (const item of talk.slice(kept)) this.add(item);
  }

  /** The active talk in rounds, old to new. */
  rounds(): readonly (readonly ContextItem[])[] {
    return inRounds(this.#items.filter(isTalk), ({ type }) => type === 'User');
  }

  /** Every item that refers to the window is obsolete from now on. */
  markWindowObsolete(windowId: string): void {
    this.#retire(({ type, content }) => type === 'Window' && content === windowId);
  }

  #retire(isGone: (item: ContextItem) => boolean): void {
    this.#items = this.#items.map((item) => (isGone(item) ? { ...item, isObsolete: true } : item));
  }

  /** `tokensOf` counts an item as it is rendered. */
  stats(tokensOf: (item: ContextItem) => number): ContextStats {
    const obsolete = this.#items.filter(({ isObsolete }) => isObsolete).length;
    return {
      totalItems: this.#items.length,
      activeItems: this.#items.length - obsolete,
      obsoleteItems: obsolete,
      windowItems: this.#items.filter(({ type }) => type === 'Window').length,
      estimatedTokens: this.#items.reduce((sum, item) => sum + tokensOf(item), 0),
    };
  }

  /** A line for each item: `[✓] [0004] Window: todo_12345`, `[X]` if obsolete, without secrets. */
  listing(clean: (text: string) => string): readonly string[] {
    return this.#items.map(({ type, content, seq, isObsolete }) => {
      const brief = clean(content).replace(/\s+/g, ' ');
      const shown = brief.length > itemNameLength ? `${brief.slice(0, itemNameLength).toWellFormed()}...` : brief;
      return `${isObsolete ? '[X]' : '[✓]'} [${String(seq).padStart(4, '0')}] ${type}: ${shown}`;
    });
  }

  /** The oldest obsolete item makes room, else the oldest that is no system text. */
  #dropOne(): void {
    const obsolete = this.#items.findIndex(({ isObsolete }) => isObsolete);
    this.#items.splice(obsolete >= 0 ? obsolete : this.#items.findIndex(({ type }) => type !== 'System'), 1);
  }
}

/** Splits talk into rounds: a message of the user up to the next one. */
export function inRounds<T>(talk: readonly T[], isUsers: (message: T) => boolean): readonly (readonly T[])[] {
  const rounds: T[][] = [];
  for (const message of talk) {
    if (rounds.length === 0 || isUsers(message)) rounds.push([]);
    rounds.at(-1)?.push(message);
  }
  return rounds;
}

function isTalk({ type, isObsolete }: ContextItem): boolean {
  return !isObsolete && (type === 'User' || type === 'Assistant');
}
