import { AppError } from '../base/appError.ts';
import type { TextEdit } from '../protocol/edits.ts';
import type { SourceText, TextChange } from '../text/sourceText.ts';
import { hunkChanges } from './hunks.ts';
import { lineBreakOf, withLineBreaks } from './lineBreaks.ts';

/** Maximum length of quoted lines, UTF-16 units. */
const quotedLength = 600;

/**
 * Returns the changes of `base` that edits mean, ascending and disjoint, in its coordinates. Their
 * line breaks become those of `base`, or `lineBreak` if it has none. Two edits at one place keep
 * their order.
 *
 * @throws AppError `EDIT_INVALID` for edits outside the text, inside a character or that overlap,
 * `EDIT_NO_MATCH` and `EDIT_AMBIGUOUS` for those whose old text is nowhere or in several places.
 */
export function targetsOf(base: SourceText, edits: readonly TextEdit[], lineBreak: string): readonly TextChange[] {
  const text = base.toString();
  const own = /[\r\n]/.test(text) ? lineBreakOf(text) : lineBreak;
  const found: { readonly change: TextChange; readonly name: string }[] = [];
  for (const [index, edit] of edits.entries()) {
    const name = `edit ${index + 1}`;
    const changes = targetOf(base, text, edit, name, own);
    const cut = changes.flatMap(({ start, end }) => [start, end]).find((offset) => cutsCharacter(text, offset));
    if (cut !== undefined)
      throw new AppError('EDIT_INVALID', `${name} cuts a character at ${lineAndColumn(base, cut)}`);
    found.push(...changes.map((change) => ({ change, name })));
  }
  found.sort((a, b) => a.change.start - b.change.start || a.change.end - b.change.end);
  for (const [index, { change, name }] of found.entries()) {
    const before = found[index - 1];
    if (before !== undefined && before.change.end > change.start) {
      throw new AppError('EDIT_INVALID', `${before.name} and ${name} overlap at ${lineAndColumn(base, change.start)}`);
    }
  }
  return found.map(({ change }) => change);
}

function targetOf(
  base: SourceText,
  text: string,
  edit: TextEdit,
  name: string,
  lineBreak: string | null,
): readonly TextChange[] {
  switch (edit.type) {
    case 'patch':
      return hunkChanges(text, edit.patch, name, lineBreak);
    case 'replace':
      return replacement(base, text, edit, name, lineBreak);
    case 'offsets':
      return change(base, edit.start, edit.end, withLineBreaks(edit.newText, lineBreak), name);
    case 'range': {
      const [start, end] = [offsetOf(base, edit.start, name), offsetOf(base, edit.end, name)];
      return change(base, start, end, withLineBreaks(edit.newText, lineBreak), name);
    }
  }
}

function change({ length }: SourceText, start: number, end: number, newText: string, name: string) {
  if (start > end) throw new AppError('EDIT_INVALID', `${name} ends before it starts`);
  if (end > length) {
    throw new AppError('EDIT_INVALID', `${name} ends at offset ${end}, but the text has ${length} UTF-16 units`);
  }
  return [{ start, end, newText }];
}

function offsetOf(
  base: SourceText,
  { line, column }: { readonly line: number; readonly column: number },
  name: string,
): number {
  if (line > base.lineCount) {
    throw new AppError('EDIT_INVALID', `${name} names line ${line}, but the text has ${base.lineCount} lines`);
  }
  const { start, end } = base.lineAt(line - 1);
  if (column - 1 > end - start) {
    const columns = end - start + 1;
    throw new AppError('EDIT_INVALID', `${name} names column ${column} of line ${line}, whose last is ${columns}`);
  }
  return start + column - 1;
}

function replacement(
  base: SourceText,
  text: string,
  edit: TextEdit & { readonly type: 'replace' },
  name: string,
  lineBreak: string | null,
): readonly TextChange[] {
  const oldText = withLineBreaks(edit.oldText, lineBreak);
  const places = placesOf(text, oldText, edit.occurrence ?? 2);
  const start = places[(edit.occurrence ?? 1) - 1];
  if (start === undefined) {
    const times = places.length === 0 ? 'does not occur in' : `occurs only ${places.length} times in`;
    const near = places.length === 0 ? nearPlace(base, text, oldText) : '';
    throw new AppError('EDIT_NO_MATCH', `the old text of ${name} ${times} the base version${near}`);
  }
  if (edit.occurrence === undefined && places.length > 1) {
    const [first, second] = places.map((offset) => lineAndColumn(base, offset));
    throw new AppError(
      'EDIT_AMBIGUOUS',
      `the old text of ${name} occurs more than once in the base version (${first}, ${second}…)`,
    );
  }
  return [{ start, end: start + oldText.length, newText: withLineBreaks(edit.newText, lineBreak) }];
}

/** Quotes the lines that differ from a text in white space alone; empty without any. */
function nearPlace(base: SourceText, text: string, wanted: string): string {
  const [all = '', solid = ''] = [text, wanted].map((one) => one.replace(/\s+/g, ''));
  const at = solid === '' ? -1 : all.indexOf(solid);
  if (at < 0) return '';
  const [first, last] = [at, at + solid.length - 1].map((index) => base.lineAt(base.lineIndexOf(solidAt(text, index))));
  const lines = text.slice(first?.start, last?.end);
  const quote = lines.length > quotedLength ? `${lines.slice(0, quotedLength)}…` : lines;
  return `; apart from white space it is at line ${(first?.index ?? 0) + 1}: ${JSON.stringify(quote)}`;
}

/** Offset of the UTF-16 unit that `index` others precede, white space aside. */
function solidAt(text: string, index: number): number {
  let left = index;
  for (const { 0: word, index: start } of text.matchAll(/\S+/g)) {
    if (left < word.length) return start + left;
    left -= word.length;
  }
  return text.length;
}

/** The first `limit` places of a text, also overlapping ones. */
function placesOf(text: string, wanted: string, limit: number): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0 && places.length < limit; at = text.indexOf(wanted, at + 1)) {
    places.push(at);
  }
  return places;
}

/** True if the offset is inside a surrogate pair or a `\r\n`. */
function cutsCharacter(text: string, offset: number): boolean {
  const around = text.slice(Math.max(0, offset - 1), offset + 1);
  return around === '\r\n' || /^[\ud800-\udbff][\udc00-\udfff]$/.test(around);
}

function lineAndColumn(base: SourceText, offset: number): string {
  return `line ${base.lineIndexOf(offset) + 1}`;
}
