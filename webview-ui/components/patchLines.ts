/**
 * Kind of a line in a unified diff. `note` is "\ No newline at end of file"; `header` is everything
 * outside hunks.
 */
export type PatchLineKind = 'header' | 'hunk' | 'added' | 'removed' | 'context' | 'note';

export interface PatchLine {
  readonly kind: PatchLineKind;
  /** Without its final line feed. */
  readonly text: string;
  /** First line of a hunk in the new text, from one. */
  readonly newLine?: number;
}

const hunkLine = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
/** The header of a hunk without a place, as in a refused edit; it reaches to the next one. */
const unplacedHunk = /^@@(?! -\d)/;
const bodyKinds: Readonly<Record<string, PatchLineKind>> = {
  '+': 'added',
  '-': 'removed',
  ' ': 'context',
  '': 'context',
  '\r': 'context',
};

/**
 * Takes a unified diff (or its hunk headers alone) apart. The counts of a hunk's header say how far
 * it reaches, so a removed line that begins with `-- ` is not taken for a file header. Law: the
 * texts, each followed by a line feed, are the patch (which may lack the last one).
 */
export function patchLines(patch: string): readonly PatchLine[] {
  const lines = patch.split('\n');
  if (lines.at(-1) === '') lines.pop();
  let oldLeft = 0;
  let newLeft = 0;
  return lines.map((text) => {
    if (text.startsWith('\\')) return { kind: 'note', text };
    if (unplacedHunk.test(text)) {
      oldLeft = Number.POSITIVE_INFINITY;
      return { kind: 'hunk', text };
    }
    const body = oldLeft > 0 || newLeft > 0 ? bodyKinds[text.slice(0, 1)] : undefined;
    if (body !== undefined) {
      if (body !== 'added') oldLeft -= 1;
      if (body !== 'removed') newLeft -= 1;
      return { kind: body, text };
    }
    const hunk = hunkLine.exec(text);
    oldLeft = hunk === null ? 0 : Number(hunk[1] ?? 1);
    newLeft = hunk === null ? 0 : Number(hunk[3] ?? 1);
    return hunk === null ? { kind: 'header', text } : { kind: 'hunk', text, newLine: Math.max(1, Number(hunk[2])) };
  });
}

/** Counts the lines that a unified diff adds and removes. */
export function patchCounts(patch: string): { readonly added: number; readonly removed: number } {
  const lines = patchLines(patch);
  const count = (kind: PatchLineKind): number => lines.filter((line) => line.kind === kind).length;
  return { added: count('added'), removed: count('removed') };
}
