import type { DocumentPlace, EditorSnapshot, Position } from '../base/workspace.ts';
import type { EditorState } from '../protocol/liveContext.ts';
import type { SourceText } from '../text/sourceText.ts';
import type { RedactedVersions } from './redactedVersions.ts';

/** Diagnostics within this many lines of the cursor are near it. */
const nearLines = 50;
const maxDiagnostics = 20;
const maxTabs = 30;

/**
 * The wire form of what the editor shows: lines and columns from one, only the diagnostics near the cursor, nearest first. Columns,
 * offsets and the length are those of the shown text.
 */
export function editorStateOf(
  documentId: string,
  place: DocumentPlace,
  snapshot: EditorSnapshot,
  raw: SourceText,
  versions: RedactedVersions,
): EditorState {
  const cursor = snapshot.selections[0]?.active;
  const shown = versions.of(raw);
  const { text } = shown;
  const wirePosition = (position: Position) => {
    if (text === raw) return wire(position);
    const offset = shown.offset(position.offset);
    const line = text.lineIndexOf(offset);
    return wire({ line, column: offset - text.lineAt(line).start, offset });
  };
  const message = (diagnostic: string) => versions.message(diagnostic);
  return {
    file: place.path,
    document_id: documentId,
    project_id: place.projectId,
    language: snapshot.language,
    line_count: text.lineCount,
    length: text.length,
    cursor: cursor === undefined ? null : wirePosition(cursor),
    selections: snapshot.selections.flatMap(({ anchor, active }) => {
      if (anchor.offset === active.offset) return [];
      const [start, end] = anchor.offset < active.offset ? [anchor, active] : [active, anchor];
      return [{ start: wirePosition(start), end: wirePosition(end) }];
    }),
    visible_ranges: snapshot.visibleRanges.map(({ startLine, endLine }) => ({
      first_line: startLine + 1,
      last_line: endLine + 1,
    })),
    dirty: snapshot.dirty,
    encoding: snapshot.encoding,
    eol: snapshot.eol,
    disk: snapshot.disk,
    open_tabs: snapshot.openTabs.slice(0, maxTabs).map(({ path, active, dirty }) => ({ file: path, active, dirty })),
    diagnostics: nearDiagnostics(snapshot, cursor?.line ?? 0, message),
  };
}

function nearDiagnostics(
  snapshot: EditorSnapshot,
  line: number,
  shown: (message: string) => string,
): EditorState['diagnostics'] {
  return snapshot.diagnostics
    .map((diagnostic) => ({ diagnostic, distance: Math.abs(diagnostic.start.line - line) }))
    .filter(({ distance }) => distance <= nearLines)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, maxDiagnostics)
    .map(({ diagnostic: { severity, start, message, source, code } }) => ({
      severity,
      line: start.line + 1,
      column: start.column + 1,
      message: shown(message),
      ...(source === undefined ? {} : { source }),
      ...(code === undefined ? {} : { code }),
    }));
}

function wire({ line, column, offset }: Position): { line: number; column: number; offset: number } {
  return { line: line + 1, column: column + 1, offset };
}
