/**
 * `next` with every part that deeply equals the same part of `previous` replaced by it. Plain data only. Laws: the
 * result deeply equals `next`; when all is equal, the result is `previous` itself.
 */
export function share<T>(previous: unknown, next: T): T {
  if (Object.is(previous, next)) return next;
  if (Array.isArray(previous) && Array.isArray(next)) return shareParts(previous, next, [...next]);
  if (isRecord(previous) && isRecord(next)) return shareParts(previous, next, { ...next });
  return next;
}

function shareParts<T>(previous: object, next: T & object, copy: object): T {
  const old = new Map(Object.entries(previous));
  const entries = Object.entries(next);
  let same = entries.length === old.size;
  for (const [key, value] of entries) {
    const shared = share(old.get(key), value);
    if (!old.has(key) || !Object.is(shared, old.get(key))) same = false;
    Reflect.set(copy, key, shared);
  }
  return (same ? previous : copy) as T;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
