import type { AnswerBlock, Incomplete, Lines } from './answer.ts';

/**
 * Search/replace blocks: Aider's `<<<<<<< SEARCH`, `=======`, `>>>>>>> REPLACE`, Cline's
 * `------- SEARCH`, `+++++++ REPLACE`, and those of Roo Code with a line number.
 */

/** The beginning and the end of a block. */
export const beginsSearch = /^\s*[<-]{5,} ?(?:SEARCH|ORIGINAL)(?:>| line=\d+)?\s*$/;
/** Roo Code's own lines in the new text, and the escaped ones that it would put back. */
const stray = /^\s*(?:\\[<=>]{5}|\\?:(?:start|end)_line:)/;
const divider = /^\s*={5,}\s*$/;
export const endsSearch = /^\s*[>+]{5,} ?(?:REPLACE|UPDATED)>?\s*$/;

export function readSearch(lines: Lines): AnswerBlock | Incomplete {
  const at = lines.at;
  const header = lines.read();
  const body = lines.until((line) => endsSearch.test(line) || beginsSearch.test(line));
  const closing = [...lines.before()][0] ?? '';
  if (body === null || beginsSearch.test(closing)) {
    const text = (body?.rest ?? lines.rest).join('\n');
    // The next block begins here.
    if (body !== null) lines.back();
    return { at, text };
  }
  // Roo Code: the line number, and a rule below it.
  const below = /^\s*:start_line:\s*(\d+)\s*$/.exec(body.peek() ?? '')?.[1];
  const number = below ?? / line=(\d+)\s*$/.exec(header)?.[1];
  const all = below === undefined ? body.rest : body.rest.slice(/^\s*-{5,}\s*$/.test(body.peek(1) ?? '') ? 2 : 1);
  const dividers = all.flatMap((line, index) => (divider.test(line) ? [index] : []));
  // A heading of a document may be underlined.
  const [middle, ...others] = dividers.length > 1 ? dividers.filter((index) => all[index] === '=======') : dividers;
  const isUnclear = middle === undefined || others.length > 0 || all.slice(middle).some((line) => stray.test(line));
  if (isUnclear) return { at, text: all.join('\n') };
  return searchBlock(at, number === undefined ? null : Number(number), all.slice(0, middle), all.slice(middle + 1));
}

/** A block of old lines that become others. */
export function searchBlock(
  at: number,
  line: number | null,
  old: readonly string[],
  now: readonly string[],
): AnswerBlock {
  const signed = (sign: '-' | '+', lines: readonly string[]) => lines.map((text) => ({ sign, text }));
  const rows = [...signed('-', old), ...signed('+', now)];
  return { at, form: 'search', rows, below: [], line, onlyAdds: false, atEnd: false };
}
