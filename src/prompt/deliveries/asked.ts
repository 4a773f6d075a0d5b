/** The parameters whose texts are ids and names; other texts may be the developer's words. */
const namedParams: ReadonlySet<string> = new Set([
  ...['since', 'versionId', 'compareWith', 'documentId', 'baseVersionId', 'more', 'format', 'skillId'],
  ...['conversationId', 'id', 'kind', 'source'],
]);

/** Parameters of a request that a log may hold: numbers, flags, ids. */
export function askedOf(params: object): Record<string, string | number | boolean> {
  const entries = Object.entries(params).flatMap(([key, value]): [string, string | number | boolean][] => {
    if (typeof value === 'number' || value === true) return [[key, value]];
    return typeof value === 'string' && namedParams.has(key) ? [[key, value.slice(0, 4096)]] : [];
  });
  return Object.fromEntries(entries);
}
