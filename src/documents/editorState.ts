import type { Diagnostic, DocumentPlace, EditorSnapshot, OpenTab, Position } from '../base/ports/workspace.ts';
import { selectionEnds } from '../base/ports/workspace.ts';
import type { EditorState } from '../protocol/prompt/liveContext.ts';
import type { RedactedDocument } from '../redaction/redaction.ts';
import type { SourceText } from '../text/sourceText.ts';
import { diskDiff } from './diskDiff.ts';

/** Diagnostics within this many lines of the cursor are near it. */
const surroundingLines = 50;
const maxDiagnostics = 20;
/** Maximum number of listed tabs; the others are counted. */
const maxTabs = 8;

/**
 * The wire form of the editor's state: one-based lines and columns, and the diagnostics near the
 * cursor, nearest first. Columns, offsets and the length refer to the redacted text.
 */
export function editorStateOf(
  documentId: string,
  place: DocumentPlace,
  snapshot: EditorSnapshot,
  raw: SourceText,
  redacted: RedactedDocument,
  fitsPatch: (patch: string) => boolean,
): EditorState {
  const cursor = snapshot.selections[0]?.active;
  const version = redacted.of(raw);
  const { text } = version;
  const onDisk = diskDiff(place.path, snapshot, raw, redacted, fitsPatch);
  const tabs = rankedTabs(snapshot.openTabs, place.path);
  const wirePosition = (position: Position) => {
    if (version.isUnchanged) return wire(position);
    const offset = version.toRedacted(position.offset);
    const line = text.lineIndexOf(offset);
    return wire({ line, column: offset - text.lineAt(line).start, offset });
  };
  const column = ({ line, column: units }: Diagnostic['start']) => {
    if (version.isUnchanged || line >= raw.lineCount) return units;
    const { start, end } = raw.lineAt(line);
    return version.toRedacted(Math.min(start + units, end)) - version.toRedacted(start);
  };
  return {
    file: redacted.message(place.path),
    document_id: documentId,
    project_id: place.projectId,
    language: snapshot.language,
    line_count: text.lineCount,
    length: text.length,
    cursor: cursor === undefined ? null : wirePosition(cursor),
    selections: snapshot.selections
      .map(selectionEnds)
      .filter(([start, end]) => start.offset < end.offset)
      .map(([start, end]) => ({ start: wirePosition(start), end: wirePosition(end) })),
    visible_ranges: snapshot.visibleRanges.map(({ startLine, endLine }) => ({
      first_line: startLine + 1,
      last_line: endLine + 1,
    })),
    dirty: snapshot.dirty,
    encoding: snapshot.encoding,
    eol: snapshot.eol,
    // An agent may have written a guess to the file: only the texts without secrets are compared.
    disk: snapshot.diskText !== undefined && onDisk === null ? 'same' : snapshot.disk,
    disk_diff: onDisk ?? undefined,
    open_tabs: tabs.slice(0, maxTabs).map(({ path, active, dirty }) => ({
      file: redacted.message(path),
      active,
      dirty,
    })),
    more_tabs: Math.max(0, tabs.length - maxTabs) || undefined,
    diagnostics: nearDiagnostics(snapshot, cursor?.line ?? 0, column, (text, line) =>
      redacted.message(text, { raw, line }),
    ),
  };
}

/** Orders tabs: active, unsaved, near the document. A file that is open twice counts once. */
function rankedTabs(tabs: readonly OpenTab[], path: string): readonly OpenTab[] {
  const byPath = new Map<string, OpenTab>();
  for (const tab of tabs) if (tab.active || !byPath.has(tab.path)) byPath.set(tab.path, tab);
  const own = path.split('/');
  const sharedFolders = (tab: OpenTab) => {
    const folders = tab.path.split('/').slice(0, -1);
    const differs = folders.findIndex((folder, at) => folder !== own[at]);
    return differs === -1 ? folders.length : differs;
  };
  return [...byPath.values()].sort(
    (a, b) =>
      Number(b.active) - Number(a.active) || Number(b.dirty) - Number(a.dirty) || sharedFolders(b) - sharedFolders(a),
  );
}

function nearDiagnostics(
  snapshot: EditorSnapshot,
  line: number,
  column: (start: Diagnostic['start']) => number,
  redacted: (text: string, line: number) => string,
): EditorState['diagnostics'] {
  return snapshot.diagnostics
    .map((diagnostic) => ({ diagnostic, distance: Math.abs(diagnostic.start.line - line) }))
    .filter(({ distance }) => distance <= surroundingLines)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, maxDiagnostics)
    .map(({ diagnostic: { severity, start, message, source, code } }) => ({
      severity,
      line: start.line + 1,
      column: column(start) + 1,
      message: redacted(message, start.line),
      source: source && redacted(source, start.line),
      code: code && redacted(code, start.line),
    }));
}

function wire({ line, column, offset }: Position): { line: number; column: number; offset: number } {
  return { line: line + 1, column: column + 1, offset };
}
