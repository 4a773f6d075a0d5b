import type { AnswerBlock, AnswerPart, AnswerRow, Incomplete, Lines } from './answer.ts';
import { rowOf, trimmedRows, withoutCutPart } from './answer.ts';

/**
 * The envelope of OpenAI's `apply_patch`: `*** Begin Patch`, files that are added, updated, moved
 * or deleted, `*** End Patch`. Each hunk begins with `@@` and the lines that enclose it.
 */

const fileHeader = /^\s*\*\*\* (Add|Update|Delete) File: (.+?)\s*$/;
const moveHeader = /^\s*\*\*\* Move to: (.+?)\s*$/;
const begin = /^\s*\*\*\* Begin Patch\s*$/;
const end = /^\s*\*\*\* End Patch\s*$/;
const endOfFile = /^\s*\*\*\* End of File\s*$/;

export function beginsEnvelope(line: string): boolean {
  return begin.test(line) || fileHeader.test(line);
}

/** Returns true for the end of an envelope. */
export const endsEnvelope = (line: string) => end.test(line);

/** Reads to the end of the envelope or of the lines. */
export function readEnvelope(lines: Lines): AnswerPart[] {
  const [indent = ''] = /^\s*/.exec(lines.peek() ?? '') ?? [];
  const isBegun = begin.test(lines.peek() ?? '');
  if (isBegun) lines.read();
  // An envelope in a list is indented as a whole.
  const inner = isBegun && indent !== '' ? lines.until((line) => end.test(line)) : null;
  return inner === null ? readFiles(lines, isBegun) : readFiles(inner.outdented(indent), false);
}

/** `mayBeCut`: the last file is incomplete if the end line is missing. */
function readFiles(lines: Lines, mayBeCut: boolean): AnswerPart[] {
  const files: AnswerPart[] = [];
  while (!lines.isDone) {
    const at = lines.at;
    const line = lines.read();
    if (end.test(line)) return files;
    const [, action, path = ''] = fileHeader.exec(line) ?? [];
    if (action === 'Delete') files.push({ kind: 'delete', at, path });
    else if (action === 'Add') files.push(readAdded(lines, at, path));
    else if (action === 'Update') files.push(...readUpdated(lines, at, path));
    else if (line.trim() !== '') {
      const text = [line];
      while (!lines.isDone && !isHeader(lines.peek() as string) && !isFence(lines.peek() as string))
        text.push(lines.read());
      files.push({ at, text: text.join('\n') });
      if (isFence(lines.peek() ?? '')) return files;
    }
  }
  return mayBeCut ? withoutCutPart(files) : files;
}

const isFence = (line: string) => /^\s*(?:```|~~~)/.test(line);

function isHeader(line: string): boolean {
  return fileHeader.test(line) || end.test(line) || begin.test(line);
}

function readAdded(lines: Lines, at: number, path: string): AnswerPart {
  const added: string[] = [];
  while (!lines.isDone && !isHeader(lines.peek() as string)) added.push(lines.read());
  while (added.at(-1)?.trim() === '') added.pop();
  if (!added.every((line) => line.startsWith('+'))) {
    return { at, text: added.join('\n') };
  }
  const text = added.map((line) => `${line.slice(1)}\n`).join('');
  return { kind: 'whole', at, path, text, isSure: true, isNew: true };
}

function readUpdated(lines: Lines, at: number, path: string): AnswerPart[] {
  const [, newPath] = moveHeader.exec(lines.peek() ?? '') ?? [];
  if (newPath !== undefined) lines.read();
  const blocks: AnswerBlock[] = [];
  const incomplete: Incomplete[] = [];
  while (!lines.isDone && !isHeader(lines.peek() as string)) {
    if (lines.peek()?.trim() === '') {
      lines.read();
      continue;
    }
    const block = readEnvelopeHunk(lines);
    if (!('rows' in block)) incomplete.push(block);
    else if (block.rows.length > 0) blocks.push(block);
  }
  if (blocks.length === 0 && incomplete.length === 0 && newPath === undefined) {
    return [{ at, text: '' }];
  }
  const moved = newPath === undefined ? {} : { newPath };
  return [{ kind: 'change', at, path, blocks, ...moved }, ...incomplete];
}

/** Reads a hunk with the `@@` lines before it. An empty line counts as a context line. */
function readEnvelopeHunk(lines: Lines): AnswerBlock | Incomplete {
  const at = lines.at;
  const below: string[] = [];
  let line: number | null = null;
  while (/^\s*@@/.test(lines.peek() ?? '')) {
    const header = lines.read();
    const [, number, heading = ''] = /^\s*@@ -(\d+)\S* \+\d+\S* @@(.*)$/.exec(header) ?? [];
    if (number !== undefined) line = Number(number);
    const name = number === undefined ? header.replace(/^\s*@@/, '').replace(/@@\s*$/, '') : heading;
    if (number === undefined && name.trim() !== '' && !/^[\s.…]*$/.test(name)) below.push(name.trim());
  }
  const rows: AnswerRow[] = [];
  let atEnd = false;
  for (
    let next = lines.peek();
    !atEnd && next !== null && !isHeader(next) && !/^\s*@@/.test(next);
    next = lines.peek()
  ) {
    atEnd = endOfFile.test(lines.read());
    if (atEnd || next.startsWith('\\')) continue;
    const row = rowOf(next);
    if (row === null) {
      // Half a hunk must not be applied: report it up to the next header.
      const text = [next];
      while (!lines.isDone && !isHeader(lines.peek() as string) && !/^\s*@@/.test(lines.peek() as string))
        text.push(lines.read());
      const before = rows.map(({ sign, text: own }) => `${sign}${own}`);
      return { at, text: [...before, ...text].join('\n') };
    }
    rows.push(row);
  }
  return { at, form: 'hunk', rows: trimmedRows(rows), below, line, onlyAdds: false, atEnd };
}
