import { wordsIn } from '../retrieved/index/words.ts';

/** Length of the part of a document that is examined, UTF-16 units. */
export const sampledLength = 100_000;

/** Words worth comparing: parts of identifiers in lower case, and pairs of ideographs or kana. */
export function wordsOf(text: string): ReadonlySet<string> {
  const parts = wordsIn(text).flatMap((word) => word.match(/\p{Lu}?[\p{Ll}\p{Lo}]+|\p{Lu}+/gu) ?? []);
  return new Set(parts.filter((part) => part.length > 2 || /\p{Lo}/u.test(part)).map((part) => part.toLowerCase()));
}

/**
 * The relevance of each rule to a set of words, 0..1: the share of its words in the set, rarer
 * words weighing more (inverse document frequency, Spärck Jones 1972). A larger set never lowers
 * it.
 */
export function relevances(rules: readonly string[], about: ReadonlySet<string>): readonly number[] {
  const ruleWords = rules.map(wordsOf);
  const counts = new Map<string, number>();
  for (const words of ruleWords) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weight = (word: string) => Math.log(1 + rules.length / (counts.get(word) ?? 1));
  return ruleWords.map((words) => {
    let all = 0;
    let found = 0;
    for (const word of words) {
      all += weight(word);
      if (about.has(word)) found += weight(word);
    }
    return all === 0 ? 0 : Math.min(1, found / all);
  });
}
