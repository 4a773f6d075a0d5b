import type { ContextItem } from '../../protocol/contextModel.ts';

/** So many rounds stay before any window goes. */
const recentRounds = 3;

/**
 * Trims a conversation, most precious first: system texts (every one, however long); the last three rounds; active
 * windows; older rounds; obsolete windows. Within a rank the newest stays longest. Items keep their order.
 *
 * Laws: every system text is kept; what is kept besides takes at most what they leave of `maxTokens`; no item is kept while one of a
 * higher rank, or a newer one of its own, was left out: the ranks are cut from the end.
 */
export function trimConversation(
  items: readonly ContextItem[],
  maxTokens: number,
  tokensOf: (item: ContextItem) => number,
): readonly ContextItem[] {
  const recent = recentTalk(items);
  const ranked = items
    .map((item) => ({ item, rank: rankOf(item, recent) }))
    .sort((a, b) => a.rank - b.rank || b.item.seq - a.item.seq);
  const kept = new Set<ContextItem>();
  let left = maxTokens;
  let full = false;
  for (const { item, rank } of ranked) {
    const tokens = tokensOf(item);
    if (rank > 0) full ||= tokens > left;
    if (full) continue;
    kept.add(item);
    left -= tokens;
  }
  return items.filter((item) => kept.has(item));
}

/** 0 is never trimmed; the highest goes first. */
function rankOf(item: ContextItem, recent: ReadonlySet<ContextItem>): number {
  if (item.type === 'System') return 0;
  if (item.type === 'Window') return item.isObsolete ? 4 : 2;
  if (item.isObsolete) return 4;
  return recent.has(item) ? 1 : 3;
}

/** The chat of the last rounds; a round is a User item up to the next. */
function recentTalk(items: readonly ContextItem[]): ReadonlySet<ContextItem> {
  const spoken = items.filter(({ type }) => type === 'User' || type === 'Assistant');
  const starts = spoken.flatMap(({ type }, at) => (type === 'User' ? [at] : []));
  return new Set(spoken.slice(starts.at(-recentRounds) ?? 0));
}
