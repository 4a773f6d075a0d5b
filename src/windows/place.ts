import type { Piece } from '../engine/piece.ts';
import type { EditorState } from '../protocol/liveContext.ts';
import type { Place } from '../protocol/windows.ts';

/**
 * Where a piece comes from, as a place in a document; null when it comes from no text (a setting of the editor, a plan hint). A
 * diff's place is its first line as it stands now.
 */
export function placeOf(piece: Piece, { document_id: documentId, cursor }: EditorState): Place | null {
  const { id, projectId } = piece;
  const rest = id.slice(id.indexOf(':') + 1);
  if (id === 'document' || id === 'editorState') return { documentId, line: cursor?.line ?? 1 };
  if (id.startsWith('chunk:')) return chunkPlace(rest);
  if (id.startsWith('instructions:')) return inProject(projectId, rest);
  if (id.startsWith('constraint:')) return inProject(projectId, '.vscode/live-context.json');
  if (!id.startsWith('diff:')) return null;
  const content = piece.render('gist');
  return 'diff' in content ? { documentId, line: content.diff.first_line ?? 1 } : null;
}

/** `<origin>:<document's URI>:<first>-<last>`. */
function chunkPlace(id: string): Place | null {
  const [, documentId = '', line] = /^\w+:(.+):(\d+)-\d+$/s.exec(id) ?? [];
  return line === undefined ? null : { documentId, line: Math.max(1, Number(line)) };
}

function inProject(projectId: string, path: string): Place | null {
  if (projectId === 'none') return null;
  return { documentId: `${projectId}/${path.split('/').map(encodeURIComponent).join('/')}`, line: 1 };
}
