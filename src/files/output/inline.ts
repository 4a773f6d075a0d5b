import { characterStart, decodeUtf8, encodeUtf8, firstCharacter } from '../../base/utf8.ts';
import type { ContextRef } from '../../protocol/contextFiles.ts';
import { readPage } from '../store/pages.ts';
import type { StoredContent } from '../store/storedFile.ts';

/** The share of the room that the beginning gets: the end of an output says more. */
const headShare = 1 / 3;

/** Longer contents become context files; their head and tail stay in the prompt, bytes. */
export const maxInlineBytes = 8_192;

/**
 * Returns head and tail of a content longer than `maxInline` bytes, with its ref and how to read
 * the rest in between. Cuts at lines if that costs at most half of them.
 *
 * @param head the content's beginning, at least `maxInline` UTF-16 units of it
 * @param tail the content's end, likewise
 * @returns at most `maxInline` bytes, unless the note alone is longer
 */
export function inlineBlock(ref: ContextRef, head: string, tail: string, maxInline: number): string {
  const size = ref.byteSize ?? 0;
  const room = Math.max(0, maxInline - encodeUtf8(note(ref, size, ' ')).length);
  const first = startWithin(head, Math.floor(room * headShare));
  const last = endWithin(tail, room - encodeUtf8(first).length);
  const omitted = size - encodeUtf8(first).length - encodeUtf8(last).length;
  return `${first}${note(ref, omitted, first)}${last}`;
}

/** The content as it enters a prompt: whole, or as its head and tail. */
export async function inlineText(content: StoredContent, maxInline: number): Promise<string> {
  const { content: head } = await readPage(content, 0, maxInline);
  if (content.size <= maxInline) return head;
  const { content: tail } = await readPage(content, content.size - maxInline, maxInline);
  return inlineBlock(content.ref, head, tail, maxInline);
}

function note({ id, byteSize, hint }: ContextRef, omitted: number, before = ''): string {
  const whole = byteSize === undefined ? '' : ` of ${byteSize}`;
  const text = `[${omitted}${whole} bytes left out: context file ${id} (${hint}); use context_read, context_tail or context_grep]`;
  return `${before === '' || before.endsWith('\n') ? '' : '\n'}${text}\n`;
}

/** As much of the beginning as fits into a number of bytes. */
function startWithin(text: string, bytes: number): string {
  const encoded = encodeUtf8(text);
  if (encoded.length <= bytes) return text;
  const start = decodeUtf8(encoded.subarray(0, characterStart(encoded, bytes)));
  const line = start.lastIndexOf('\n') + 1;
  return line > start.length / 2 ? start.slice(0, line) : start;
}

/** As much of the end as fits into a number of bytes. */
function endWithin(text: string, bytes: number): string {
  const encoded = encodeUtf8(text);
  if (encoded.length <= bytes) return text;
  const part = encoded.subarray(encoded.length - Math.max(0, bytes));
  const end = decodeUtf8(part.subarray(firstCharacter(part)));
  const line = end.indexOf('\n') + 1;
  return line > 0 && line < end.length / 2 ? end.slice(line) : end;
}
