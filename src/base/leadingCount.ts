/**
 * Counts the leading items that satisfy `holds`. The list must be partitioned by it (binary
 * search).
 */
export function leadingCount<T>(items: ArrayLike<T>, holds: (item: T, index: number) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(items[middle] as T, middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
