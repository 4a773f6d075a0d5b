/** The cached answer, or a new one; a failed one is not cached. */
export function cached<K, T>(answers: Map<K, Promise<T>>, key: K, ask: () => Promise<T>): Promise<T> {
  const known = answers.get(key);
  if (known !== undefined) return known;
  const answer = ask();
  answers.set(key, answer);
  answer.catch(() => {
    if (answers.get(key) === answer) answers.delete(key);
  });
  return answer;
}
