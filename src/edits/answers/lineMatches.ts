/** Whole lines of a file, from one. With `count` 0, the place before `line`. */
export interface LinePlace {
  readonly line: number;
  readonly count: number;
}

/** A match of the wanted lines. `indent` is the white space that the file has and they lack. */
export interface LineMatch {
  readonly line: number;
  readonly indent: string;
  /** White space that they have and the file lacks. */
  readonly outdent: string;
}

/** Returns all matches by the strictest comparison that has any. */
export function matchesOf(lines: readonly string[], wanted: readonly string[]): readonly LineMatch[] {
  const ways = [
    (line: number) => (wanted.every((text, index) => lines[line + index] === text) ? same(line) : null),
    (line: number) =>
      wanted.every((text, index) => lines[line + index]?.trimEnd() === text.trimEnd()) ? same(line) : null,
    (line: number) => indented(lines, wanted, line),
  ];
  for (const way of ways) {
    const found: LineMatch[] = [];
    for (let line = 0; line + wanted.length <= lines.length; line++) {
      const match = way(line);
      if (match !== null) found.push(match);
    }
    if (found.length > 0) return found;
  }
  return [];
}

function same(line: number): LineMatch {
  return { line, indent: '', outdent: '' };
}

/** Matches lines that all differ by the same indentation; null for others. */
function indented(lines: readonly string[], wanted: readonly string[], line: number): LineMatch | null {
  let shift: { readonly indent: string; readonly outdent: string } | null = null;
  for (const [index, text] of wanted.entries()) {
    const found = (lines[line + index] as string).trimEnd();
    const asked = text.trimEnd();
    if (found === '' && asked === '') continue;
    if (found.trimStart() !== asked.trimStart()) return null;
    const [more, less] = [leading(found), leading(asked)];
    const here: { readonly indent: string; readonly outdent: string } | null = more.endsWith(less)
      ? { indent: more.slice(0, more.length - less.length), outdent: '' }
      : less.endsWith(more)
        ? { indent: '', outdent: less.slice(0, less.length - more.length) }
        : null;
    if (here === null || (shift !== null && (shift.indent !== here.indent || shift.outdent !== here.outdent))) {
      return null;
    }
    shift = here;
  }
  return shift === null ? null : { line, ...shift };
}

export function leading(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}

/**
 * Keeps the matches inside the blocks that the headers name: the lines further in, or all lines
 * below if there are none. Null if a header is not found.
 */
export function belowHeaders(
  lines: readonly string[],
  headers: readonly string[],
  matches: readonly LineMatch[],
): readonly LineMatch[] | null {
  let spans = [{ from: 0, to: lines.length }];
  for (const header of headers) {
    const found = spans.flatMap(({ from, to }) =>
      headerLines(lines, header, from, to).map((line) => ({ from: line, to: Math.min(to, endOfBlock(lines, line)) })),
    );
    if (found.length === 0) return null;
    spans = found;
  }
  return matches.filter(({ line }) => spans.some(({ from, to }) => line >= from && line < to));
}

function headerLines(lines: readonly string[], header: string, from: number, to: number): readonly number[] {
  const wanted = header.trim();
  const numbers = [...lines.keys()].slice(from, to);
  const exact = numbers.filter((line) => lines[line]?.trim() === wanted);
  return exact.length > 0 ? exact : numbers.filter((line) => lines[line]?.trim().startsWith(wanted));
}

/** Returns the line after a header's block, by indentation; its closing bracket belongs to it. */
export function endOfBlock(lines: readonly string[], header: number): number {
  const depth = leading(lines[header] as string).length;
  for (let line = header + 1; line < lines.length; line++) {
    const text = lines[line] as string;
    if (text.trim() === '' || leading(text).length > depth) continue;
    if (/^\s*[)\]}]|^\s*end\b/.test(text)) return line + 1;
    if (/^\s*\{/.test(text)) continue;
    return line === header + 1 ? lines.length : line;
  }
  return lines.length;
}

/** Returns the lines that have most in common with those wanted. */
export function mostAlike(lines: readonly string[], wanted: readonly string[]): readonly LinePlace[] {
  const words = new Set(wanted.map((line) => line.trim()).filter((line) => line !== ''));
  if (words.size === 0) return [];
  let best = { line: -1, score: 0 };
  for (let line = 0; line < lines.length; line++) {
    const window = lines.slice(line, line + wanted.length);
    const score = window.filter((one) => words.has(one.trim())).length;
    if (score > best.score) best = { line, score };
  }
  if (best.line < 0) return [];
  return [{ line: best.line + 1, count: Math.min(wanted.length, lines.length - best.line) }];
}
