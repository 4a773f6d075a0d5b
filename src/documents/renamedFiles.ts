/** The text of a file that appeared or disappeared. */
export interface FileText {
  readonly id: string;
  readonly text: string;
}

/** A shorter text says nothing about where it comes from, unless the name is the same. */
const minTelling = 16;

/** Minimum share of equal lines of a renamed file, by length; git's default. */
const minSimilarity = 0.5;

/**
 * Pairs files that disappeared with those that appeared at the same time, as git does: by the most
 * equal lines, then by equal ends of the paths. Empty files are not paired.
 */
export function renamedFiles(
  gone: readonly FileText[],
  appeared: readonly FileText[],
): readonly { readonly from: string; readonly to: string }[] {
  const newLines = appeared.map(({ text }) => countedLines(text));
  const pairs = gone.flatMap(({ id: from, text }) => {
    const lines = countedLines(text);
    return appeared.flatMap(({ id: to, text: newText }, index) => {
      const longer = Math.max(text.length, newText.length);
      const isPossible = Math.min(text.length, newText.length) >= longer * minSimilarity && longer > 0;
      const score = !isPossible ? 0 : text === newText ? 1 : equalLength(lines, newLines[index] ?? lines) / longer;
      const shared = sharedParts(from, to);
      const isTelling = shared > 0 || longer >= minTelling;
      return score < minSimilarity || !isTelling ? [] : [{ from, to, score, shared }];
    });
  });
  pairs.sort((a, b) => b.score - a.score || b.shared - a.shared);
  const taken = new Set<string>();
  return pairs.filter(({ from, to }) => {
    if (taken.has(`-${from}`) || taken.has(`+${to}`)) return false;
    taken.add(`-${from}`).add(`+${to}`);
    return true;
  });
}

function countedLines(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  for (const line of text.split('\n')) lines.set(line, (lines.get(line) ?? 0) + 1);
  return lines;
}

function equalLength(some: ReadonlyMap<string, number>, others: ReadonlyMap<string, number>): number {
  let length = 0;
  for (const [line, count] of some) length += Math.min(count, others.get(line) ?? 0) * (line.length + 1);
  return length;
}

/** Counts the equal parts at the ends of two paths. */
function sharedParts(from: string, to: string): number {
  const [old, newer] = [from, to].map((id) => id.split('/').reverse()) as [string[], string[]];
  const differs = old.findIndex((part, index) => part !== newer[index]);
  return differs < 0 ? old.length : differs;
}

export function lastPart(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1);
}
