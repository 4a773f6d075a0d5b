import type { AnswerBlock, AnswerRow, Incomplete, Lines } from './answer.ts';

/**
 * Search/replace blocks: Aider's `<<<<<<< SEARCH`, `=======`, `>>>>>>> REPLACE`, Cline's
 * `------- SEARCH`, `+++++++ REPLACE`, those of Roo Code and Zed with a line number, and Zed's tags
 * `<old_text>` and `<new_text>`.
 */

const search = /^\s*[<-]{5,} ?(?:SEARCH|ORIGINAL)(?:>| line=\d+)?\s*$/;
const divider = /^\s*={5,}\s*$/;
const replaceMark = /^\s*[>+]{5,} ?(?:REPLACE|UPDATED)>?\s*$/;
const oldTag = /^\s*<old_text(?:\s+line\s*=\s*["']?(\d+)["']?)?\s*>/;
/** Models confuse the closing tags, so either ends either text. */
const closingTag = /<\/(?:old|new)_text>/;

export function beginsSearch(line: string): boolean {
  return search.test(line) || oldTag.test(line);
}

/** Returns true for the end of a block. */
export function endsSearch(line: string): boolean {
  return replaceMark.test(line) || line.trimEnd().endsWith('</new_text>');
}

export function readSearch(lines: Lines): AnswerBlock | Incomplete {
  return oldTag.test(lines.peek() ?? '') ? readTagged(lines) : readMarked(lines);
}

function readMarked(lines: Lines): AnswerBlock | Incomplete {
  const at = lines.at;
  const header = lines.read();
  const body = lines.until((line) => replaceMark.test(line) || search.test(line));
  const closing = [...lines.before()][0] ?? '';
  if (body === null || search.test(closing)) {
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
  const [middle] = dividers;
  if (middle === undefined || dividers.length > 1) {
    return { at, text: all.join('\n') };
  }
  return searchBlock(at, number, all.slice(0, middle), all.slice(middle + 1));
}

/** Reads `<old_text line=10>` and `<new_text>`; the tags may share lines with text. */
function readTagged(lines: Lines): AnswerBlock | Incomplete {
  const at = lines.at;
  const text: string[] = [];
  let closed = 0;
  do {
    const line = lines.read();
    text.push(line);
    closed += line.split(closingTag).length - 1;
  } while (closed < 2 && !lines.isDone && !oldTag.test(lines.peek() as string));
  const [first, second, rest] = text.join('\n').split(closingTag);
  const [, old] = /^\s*<old_text[^>]*>([\s\S]*)$/.exec(first ?? '') ?? [];
  const [, now] = /^\s*<new_text>([\s\S]*)$/.exec(second ?? '') ?? [];
  // A second block on the last line would be lost.
  if (old === undefined || now === undefined || rest === undefined || rest.includes('<old_text')) {
    return { at, text: text.join('\n') };
  }
  return searchBlock(at, oldTag.exec(text[0] as string)?.[1], taggedLines(old), taggedLines(now));
}

/** Drops the line breaks next to the tags. */
function taggedLines(text: string): readonly string[] {
  const bare = text.replace(/^[ \t]*\n/, '').replace(/\n[ \t]*$/, '');
  return bare === '' ? [] : bare.split('\n');
}

function searchBlock(
  at: number,
  line: string | undefined,
  old: readonly string[],
  now: readonly string[],
): AnswerBlock {
  const rows: readonly AnswerRow[] = [
    ...old.map((text) => ({ sign: '-', text }) as const),
    ...now.map((text) => ({ sign: '+', text }) as const),
  ];
  return {
    ...{ at, form: 'search', rows, below: [], line: line === undefined ? null : Number(line) },
    ...{ onlyAdds: false, atEnd: false },
  };
}
