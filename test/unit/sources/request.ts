import type { SourceRequest } from '../../../src/sources/gather.ts';
import { live } from '../../support/prompts/samplePieces.ts';

interface Asked {
  readonly file: string;
  readonly text?: string;
  readonly language?: string;
  readonly projectId?: string;
  readonly dirty?: boolean;
}

export const project = 'file:///project';

/** What a source is asked for a document. */
export function requestFor({ text = '', projectId = project, ...editor }: Asked): SourceRequest {
  const documentId = `${projectId}/${editor.file}`;
  const state = live(text, { ...editor, document_id: documentId, project_id: projectId });
  return { documentId, projectId, live: state, cursorOffset: null, rawOffset: (offset) => offset };
}
