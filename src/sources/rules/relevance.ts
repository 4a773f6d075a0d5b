/** Length of the part of a document that is examined, UTF-16 units. */
export const sampledLength = 100_000;

/** Words worth comparing: parts of identifiers in lower case, and pairs of ideographs or kana. */
export function wordsOf(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [run] of text.matchAll(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{N}]+/gu)) {
    if (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(run)) {
      const chars = [...run];
      for (let at = 0; at < Math.max(1, chars.length - 1); at++) words.add(chars.slice(at, at + 2).join(''));
    } else {
      for (const [part] of run.matchAll(/\p{Lu}?[\p{Ll}\p{Lo}]+|\p{Lu}+|\p{N}+/gu))
        if (part.length > 2) words.add(part.toLowerCase());
    }
  }
  return words;
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
