import type { AnswerBlock, Lines, Unreadable } from './answer.ts';

/** Search/replace blocks: Aider's `<<<<<<< SEARCH`, `=======`, `>>>>>>> REPLACE`, Cline's `------- SEARCH`, `+++++++ REPLACE`, and Roo Code's. */

const search = /^\s*[<-]{5,} ?(?:SEARCH|ORIGINAL)>?\s*$/;
const divider = /^\s*={5,}\s*$/;
const replaceMark = /^\s*[>+]{5,} ?(?:REPLACE|UPDATED)>?\s*$/;

export function beginsSearch(line: string): boolean {
  return search.test(line);
}

/** Whether a line ends a block; where none was begun, its beginning is lost. */
export function endsSearch(line: string): boolean {
  return replaceMark.test(line);
}

export function readSearch(lines: Lines): AnswerBlock | Unreadable {
  const at = lines.at;
  lines.read();
  const body = lines.until((line) => replaceMark.test(line) || search.test(line));
  const closing = [...lines.before()][0] ?? '';
  if (body === null || search.test(closing)) {
    const text = (body?.rest ?? lines.rest).join('\n');
    // The next block begins there.
    if (body !== null) lines.back();
    return { at, reason: 'searchWithoutEnd', text };
  }
  // Roo Code's: the line of the file, and a rule below it.
  const number = /^\s*:start_line:\s*(\d+)\s*$/.exec(body.peek() ?? '')?.[1] ?? null;
  const all = number === null ? body.rest : body.rest.slice(/^\s*-{5,}\s*$/.test(body.peek(1) ?? '') ? 2 : 1);
  const dividers = all.flatMap((line, index) => (divider.test(line) ? [index] : []));
  const [middle] = dividers;
  if (middle === undefined || dividers.length > 1) {
    const reason = middle === undefined ? 'searchWithoutDivider' : 'searchWithDividers';
    return { at, reason, text: all.join('\n') };
  }
  const rows = [
    ...all.slice(0, middle).map((text) => ({ sign: '-', text }) as const),
    ...all.slice(middle + 1).map((text) => ({ sign: '+', text }) as const),
  ];
  return {
    at,
    form: 'search',
    rows,
    below: [],
    line: number === null ? null : Number(number),
    onlyAdds: false,
    atEnd: false,
  };
}
