/** Returns true if two lists, or two runs of bytes, hold the same items in the same order. */
export function haveSameItems(some: ArrayLike<unknown>, others: ArrayLike<unknown>): boolean {
  if (some.length !== others.length) return false;
  for (let at = 0; at < some.length; at++) if (some[at] !== others[at]) return false;
  return true;
}
