import { encodeUtf8 } from '../../base/utf8.ts';
import type { ContextRef } from '../../protocol/contextFiles.ts';
import { readPage } from '../store/pages.ts';
import type { StoredContent } from '../store/storedFile.ts';

/** The share of the room that the beginning gets: the end of an output says more. */
const headShare = 1 / 3;

/**
 * What enters a prompt of a content that is longer than `maxInline` bytes: its head and its tail, cut at lines where that costs
 * no more than half of them, with the ref and how to read the rest in between.
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
  const text = `[${omitted}${whole} bytes left out: context file ${id} (${hint}); read on with context_read, context_tail or context_grep]`;
  return `${before === '' || before.endsWith('\n') ? '' : '\n'}${text}\n`;
}

/** As much of the beginning as so many bytes hold. */
function startWithin(text: string, bytes: number): string {
  let end = 0;
  for (let left = bytes; end < text.length; ) {
    const point = text.codePointAt(end) ?? 0;
    left -= byteLength(point);
    if (left < 0) break;
    end += point > 0xffff ? 2 : 1;
  }
  const line = text.lastIndexOf('\n', end - 1) + 1;
  return text.slice(0, end < text.length && line > end / 2 ? line : end);
}

/** As much of the end as so many bytes hold. */
function endWithin(text: string, bytes: number): string {
  let start = text.length;
  for (let left = bytes; start > 0; ) {
    const isPair = /[\udc00-\udfff]/.test(text[start - 1] ?? '') && /[\ud800-\udbff]/.test(text[start - 2] ?? '');
    const previous = start - (isPair ? 2 : 1);
    left -= byteLength(text.codePointAt(previous) ?? 0);
    if (left < 0) break;
    start = previous;
  }
  const line = text.indexOf('\n', start) + 1;
  return text.slice(start > 0 && line > 0 && line - start < (text.length - start) / 2 ? line : start);
}

/** In UTF-8; a lone surrogate becomes U+FFFD. */
function byteLength(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
