import { AppError } from '../base/appError.ts';
import type { Version } from '../documents/versions/versionId.ts';
import { fenced } from '../engine/format/fence.ts';
import type { ChangedDocument } from '../protocol/channels.ts';
import { pageEnd } from '../text/pages.ts';
import { editsText } from '../text/replacements.ts';

/** The way of one document from the consumer's version to another. */
export interface Delta {
  readonly documentId: string;
  /** The number of the version that the consumer has. */
  readonly start: number;
  readonly to: Version;
  /** The patch, or the whole text; empty where it has again the text of `start`. */
  readonly body: string;
  /** The report without the body; null if there is no news. */
  readonly change: ChangedDocument | null;
}

/** As much as fits into one reply, and what does not. */
export interface ChangesPage {
  readonly documents: readonly ChangedDocument[];
  readonly rest: Rest | null;
}

/** What is left of a reply, and where its first delta goes on. */
export interface Rest {
  readonly deltas: readonly Delta[];
  readonly offset: number;
}

/** The length of a continuation's id, UTF-16 units. */
export const continuationIdLength = 8;
/** Minimum room to begin a document that would fit into a reply of its own, UTF-16 units. */
const leastRoom = 1_000;

/**
 * Fills a reply of at most `bound` UTF-16 units with the documents in order, the first from
 * `offset`. Splits a document only if it exceeds a whole reply. Throws `REQUEST_INVALID` if not
 * even one character fits.
 */
export function fillPage(from: string, deltas: readonly Delta[], offset: number, bound: number): ChangesPage {
  const changed = deltas.filter(({ change }) => change !== null);
  const documents: ChangedDocument[] = [];
  // The text around the documents.
  const frame = `# Changes since ${from}\n\n`.length + 2 + moreText('x'.repeat(continuationIdLength)).length;
  let room = bound;
  for (const [index, delta] of changed.entries()) {
    const start = index === 0 ? offset : 0;
    const whole = deltaPart(delta, start, delta.body.length);
    const available = index === 0 ? bound - frame : room;
    const length = documentText(whole).length + 2;
    if (length <= available) {
      documents.push(whole);
      room = available - length;
      continue;
    }
    const waiting = changed.slice(index);
    if (index > 0 && (available < leastRoom || length <= bound - frame))
      return { documents, rest: { deltas: waiting, offset: 0 } };
    const part = largestPart(delta, start, available - 2);
    if (part === null && index === 0) {
      throw new AppError('REQUEST_INVALID', `A reply of ${bound} characters has no room for the document's name.`);
    }
    if (part !== null) documents.push(part.change);
    return { documents, rest: { deltas: waiting, offset: part?.end ?? 0 } };
  }
  return { documents, rest: null };
}

/** The longest part from `start` whose text has at most `room` units; null when none has. */
function largestPart(
  delta: Delta,
  start: number,
  room: number,
): { readonly change: ChangedDocument; readonly end: number } | null {
  const { body } = delta;
  let units = room - documentText(deltaPart(delta, start, start)).length;
  while (units > 0) {
    const end = pageEnd(body, start, units, (line) => line.startsWith('@@ '));
    const change = deltaPart(delta, start, end);
    const over = documentText(change).length - room;
    if (over <= 0) return { change, end };
    units = Math.min(units - 1, end - start - over);
  }
  return null;
}

function deltaPart({ body, change }: Delta, start: number, end: number): ChangedDocument {
  if (change === null) throw new RangeError('An unchanged document has no part');
  const text = body.slice(start, end);
  const part = start === 0 && end === body.length ? {} : { part: { start, end, length: body.length } };
  if (change.status === 'restored') return change;
  if (change.status !== 'changed') return { ...change, text, ...part };
  const { edits, ...rest } = change;
  return { ...rest, patch: text, ...(edits !== undefined && part.part === undefined ? { edits } : part) };
}

/** The changes as Markdown. `from` is a version id or words; `more` is the id of the next part. */
export function changesText(from: string, documents: readonly ChangedDocument[], more: string | null): string {
  if (documents.length === 0 && more === null) return `No document has changed since ${from}.\n`;
  return `# Changes since ${from}\n\n${documents.map(documentText).join('\n\n')}\n${more === null ? '' : moreText(more)}`;
}

function moreText(more: string): string {
  return `\nThere is more: ask again with more: ${JSON.stringify(more)}.\n`;
}

function documentText(document: ChangedDocument): string {
  const { status, file, versionId, origins, saved, part } = document;
  const what = status === 'changed' ? 'patch' : 'text';
  const notes = [
    `version ${versionId}${status === 'gone' ? '' : `, was ${document.fromVersionId}`}`,
    `${origins.length === 0 ? '' : `by ${origins.join(', ')}; `}${saved ? 'saved' : 'not saved'}`,
    ...(status === 'gone' ? ['the earlier version is no longer kept; this is the whole text'] : []),
    ...(status === 'restored' ? ['changed and changed back: the text is again that of the earlier version'] : []),
    ...(status === 'changed' && document.edits ? ['each oldText occurs once in the earlier version'] : []),
    ...(status === 'rewritten' ? ['so much has changed that this is the whole text'] : []),
    ...(part === undefined
      ? []
      : [`characters ${part.start} to ${part.end} of ${part.length}; join the parts of the ${what}`]),
  ];
  const head = `## ${file.replace(/[\r\n]+/g, ' ')}\n\n${notes.join('; ')}\n`;
  if (status === 'restored') return head.trimEnd();
  if (status !== 'changed') return `${head}\n${fenced(document.text, '')}`;
  // The title names the file.
  const patch = part?.start ? document.patch : document.patch.replace(/^((?:# .*\n)*)--- .*\n\+{3} .*\n/, '$1');
  return `${head}\n${document.edits ? fenced(editsText(document.edits), 'json') : fenced(patch, 'diff')}`;
}
