import { AppError } from '../base/appError.ts';
import type { EditorSnapshot, Position } from '../base/ports/workspace.ts';
import { patchViewOf } from '../documents/diffSummary.ts';
import type { TrackedDocument } from '../documents/documents.ts';
import { buildLiveContext, type DiffedDocument, type LiveContext } from '../documents/liveContext.ts';
import type { Consumer } from '../protocol/consumer.ts';
import type { SettingValues } from '../protocol/settings.ts';
import type { RedactedText } from '../redaction/redactedText.ts';
import type { PromptServices } from './services.ts';

interface PictureRequest {
  readonly consumer: Consumer;
  readonly cursorPosition?: number | undefined;
  readonly diffs?: number | undefined;
  readonly settings: Pick<SettingValues, 'recentDiffs' | 'anchor'>;
  readonly outline: LiveContext['outline'];
  /** True if a patch is short enough to be shown whole. */
  readonly fitsPatch: (patch: string) => boolean;
}

/**
 * Takes a picture of a document as its editor has it now, without its secrets; the cursor's offset is
 * in the redacted text.
 */
export function takePicture(
  services: PromptServices,
  document: TrackedDocument,
  { consumer, cursorPosition, diffs, settings, outline, fitsPatch }: PictureRequest,
): { readonly live: LiveContext; readonly redacted: RedactedText; readonly cursorOffset: number | null } {
  const { workspace, clock, plans, summaries, redaction } = services;
  const { documentId, history } = document;
  const editor = workspace.editor(documentId);
  if (editor === null) throw new AppError('DOCUMENT_UNKNOWN', 'The document is not open in the editor.');
  const place = workspace.locate(documentId);
  const redacted = redaction.redact(place.projectId, history.text, documentId);
  const snapshot = withCursor(editor, cursorPosition, document, redacted);
  const cursor = snapshot.selections[0]?.active.offset;
  const input = {
    ...{ documentId, history, place, snapshot, outline, fitsPatch },
    view: patchViewOf(workspace, redaction, documentId),
    planHints: plans.hints(place.projectId, consumer),
    others: othersOf(services, documentId, place.projectId),
    diffs: diffs ?? settings.recentDiffs,
    anchor: settings.anchor,
    now: clock.now(),
  };
  const live = buildLiveContext(input, summaries);
  return { live, redacted, cursorOffset: cursor === undefined ? null : redacted.toRedacted(cursor) };
}

/** The other open documents of a project. */
function othersOf(
  { workspace, histories, tracking, redaction }: PromptServices,
  documentId: string,
  projectId: string,
): readonly DiffedDocument[] {
  return histories.documents.flatMap((id) => {
    const history = histories.get(id);
    const isOther = id !== documentId && histories.isOpen(id) && workspace.locate(id).projectId === projectId;
    if (!isOther || history === null || tracking(id) !== null) return [];
    return [{ documentId: id, history, view: patchViewOf(workspace, redaction, id) }];
  });
}

/**
 * The editor's state with the cursor at `position` of the redacted text. Another cursor has no
 * selection.
 */
function withCursor(
  snapshot: EditorSnapshot,
  position: number | undefined,
  { history: { text } }: TrackedDocument,
  redacted: RedactedText,
): EditorSnapshot {
  if (position === undefined) return snapshot;
  const { length } = redacted.text;
  if (position > length) {
    throw new AppError('REQUEST_INVALID', `cursorPosition ${position} is outside the document of ${length} units.`);
  }
  const offset = redacted.toRaw(position);
  if (snapshot.selections[0]?.active.offset === offset) return snapshot;
  const line = text.lineIndexOf(offset);
  const at: Position = { line, column: offset - text.lineAt(line).start, offset };
  return { ...snapshot, selections: [{ anchor: at, active: at }] };
}
