import { fenced } from '../engine/format/fence.ts';
import type { ChangedDocument } from '../protocol/channels.ts';

/** The changes as Markdown. `from` is a version id or words; `more` is the id of the next part. */
export function changesText(from: string, documents: readonly ChangedDocument[], more: string | null): string {
  if (documents.length === 0 && more === null) return `No document has changed since ${from}.\n`;
  return `# Changes since ${from}\n\n${documents.map(documentText).join('\n\n')}\n${more === null ? '' : moreText(more)}`;
}

/** Length of the text around `documents` documents, UTF-16 units. */
export function frameLength(from: string, documents: number, idLength: number): number {
  return `# Changes since ${from}\n\n`.length + 2 * documents + moreText('x'.repeat(idLength)).length;
}

function moreText(more: string): string {
  return `\nThere is more: ask again with more: ${JSON.stringify(more)}.\n`;
}

export function documentText(document: ChangedDocument): string {
  const { status, file, documentId, versionId, origins, saved, part } = document;
  const title = `## ${file.replace(/[\r\n]+/g, ' ')}\n\n- document_id: ${JSON.stringify(documentId)}\n`;
  const base = status === 'gone' ? '' : `- base_version_id: ${JSON.stringify(document.fromVersionId)}\n`;
  const what = status === 'changed' ? 'patch' : 'text';
  const notes = [
    `${origins.length === 0 ? '' : `by: ${origins.join(', ')}; `}${saved ? 'saved' : 'not saved'}`,
    ...(status === 'gone' ? ['the earlier version is no longer kept; this is the whole text'] : []),
    ...(status === 'restored' ? ['changed and changed back: the text is again that of base_version_id'] : []),
    ...(status === 'rewritten' ? ['so much has changed that this is the whole text'] : []),
    ...(part === undefined
      ? []
      : [`characters ${part.start} to ${part.end} of ${part.length}; join the parts of the ${what}`]),
  ];
  const head = `${title}${base}- version_id: ${JSON.stringify(versionId)}\n${notes.map((note) => `- ${note}\n`).join('')}`;
  if (status === 'restored') return head.trimEnd();
  return `${head}\n${status === 'changed' ? fenced(document.patch, 'diff') : fenced(document.text, '')}`;
}
