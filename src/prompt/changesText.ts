import { fenced } from '../engine/format/fence.ts';
import type { ChangedDocument } from '../protocol/channels.ts';

/** The Markdown of what changed; `from` says since when, in words or as a version id. */
export function changesText(from: string, documents: readonly ChangedDocument[]): string {
  if (documents.length === 0) return `# Changes since ${from}\n\nNo document has changed.\n`;
  return `# Changes since ${from}\n\n${documents.map(documentText).join('\n\n')}\n`;
}

function documentText(document: ChangedDocument): string {
  const head = `## ${document.file.replace(/[\r\n]+/g, ' ')}\n\n- document_id: ${JSON.stringify(document.documentId)}\n`;
  if (document.status === 'gone') {
    return `${head}- version_id: ${JSON.stringify(document.versionId)}\n- the earlier version is no longer kept; this is the whole text\n\n${fenced(document.text, '')}`;
  }
  const versions = `- base_version_id: ${JSON.stringify(document.fromVersionId)}\n- version_id: ${JSON.stringify(document.versionId)}\n`;
  return `${head}${versions}\n${fenced(document.patch, 'diff')}`;
}
