/** The text of a file that appeared or disappeared. */
export interface FileText {
  readonly id: string;
  readonly text: string;
}

/** A shorter text says nothing about where it comes from, unless the name is the same. */
const minTelling = 16;

/** Minimum share of equal pieces of a renamed file, by length: git's default, and for files that keep their name. */
const minSimilarity = 0.5;
const minSameName = 0.3;

/**
 * Pairs files that disappeared with those that appeared at the same time, as git does: by the most
 * equal pieces (2 for equal texts), then by equal ends of the paths. Empty files are not paired.
 */
export function renamedFiles(
  gone: readonly FileText[],
  appeared: readonly FileText[],
): readonly { readonly from: string; readonly to: string }[] {
  const newPieces = appeared.map(({ text }) => countedPieces(text));
  const pairs = gone.flatMap(({ id: from, text }) => {
    const pieces = countedPieces(text);
    return appeared.flatMap(({ id: to, text: newText }, index) => {
      const longer = Math.max(text.length, newText.length);
      const shared = sharedParts(from, to);
      const least = shared > 0 ? minSameName : minSimilarity;
      if (Math.min(text.length, newText.length) < longer * least || longer < (shared > 0 ? 1 : minTelling)) return [];
      const score = text === newText ? 2 : equalLength(pieces, newPieces[index] ?? pieces) / longer;
      return score < least ? [] : [{ from, to, score, shared }];
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

/** Lines without their ends, long ones in pieces as in git, so that a paragraph with one new word is similar. */
function countedPieces(text: string): ReadonlyMap<string, number> {
  const pieces = new Map<string, number>();
  for (const [piece] of text.matchAll(/[^\r\n]{1,64}/g)) pieces.set(piece, (pieces.get(piece) ?? 0) + 1);
  return pieces;
}

function equalLength(some: ReadonlyMap<string, number>, others: ReadonlyMap<string, number>): number {
  let length = 0;
  for (const [piece, count] of some) length += Math.min(count, others.get(piece) ?? 0) * (piece.length + 1);
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
