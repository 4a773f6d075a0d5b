/**
 * Returns the end of a page of a text that begins at `start` and has at most `room` UTF-16 units,
 * but at least one character: the end of the text, else before a line for which `isGoodStart`, else
 * after a line, else between two characters.
 */
export function pageEnd(text: string, start: number, room: number, isGoodStart?: (line: string) => boolean): number {
  const most = start + Math.max(1, room);
  if (most >= text.length) return text.length;
  let line = text.lastIndexOf('\n', most - 1) + 1;
  if (line <= start) return betweenCharacters(text, start, most);
  const end = line;
  // A good place is worth up to half of the room.
  while (isGoodStart !== undefined && line > start + room / 2) {
    if (isGoodStart(text.slice(line, line + 64))) return line;
    line = text.lastIndexOf('\n', line - 2) + 1;
  }
  return end;
}

function betweenCharacters(text: string, start: number, end: number): number {
  const isPair = /[\ud800-\udbff]/.test(text[end - 1] ?? '') && /[\udc00-\udfff]/.test(text[end] ?? '');
  if (!isPair) return end;
  return end - 1 > start ? end - 1 : end + 1;
}
