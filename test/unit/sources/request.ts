import type { EditorState } from '../../../src/protocol/prompt/liveContext.ts';
import { RedactedText } from '../../../src/redaction/redactedText.ts';
import type { SourceRequest } from '../../../src/sources/gather.ts';
import { SourceText } from '../../../src/text/sourceText.ts';

interface Asked {
  readonly file: string;
  readonly text?: string;
  readonly language?: string;
  readonly projectId?: string;
  readonly dirty?: boolean;
}

export const project = 'file:///project';

/** What a source is asked for a document. */
export function requestFor({
  file,
  text = '',
  language = 'typescript',
  projectId = project,
  dirty = false,
}: Asked): SourceRequest {
  const documentId = `${projectId}/${file}`;
  const editorState: EditorState = {
    file,
    document_id: documentId,
    project_id: projectId,
    language,
    line_count: 1,
    length: text.length,
    cursor: null,
    selections: [],
    visible_ranges: [],
    dirty,
    encoding: 'utf8',
    eol: 'LF',
    disk: 'same',
    open_tabs: [],
    diagnostics: [],
  };
  const live = {
    versionId: 'v1',
    text: RedactedText.unchanged(SourceText.from(text)).text,
    outline: [],
    recentDiffs: [],
    anchorDiff: null,
    editorState,
    planHints: [],
  };
  return { documentId, projectId, live, cursorOffset: null, rawOffset: (offset) => offset };
}
