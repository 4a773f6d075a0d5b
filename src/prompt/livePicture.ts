import { AppError } from '../base/appError.ts';
import type { EditorSnapshot, Position } from '../base/ports/workspace.ts';
import { diffBase } from '../documents/diffBase.ts';
import { type PatchView, patchViewOf } from '../documents/diffSummary.ts';
import type { TrackedDocument } from '../documents/documents.ts';
import { editorStateOf } from '../documents/editorState.ts';
import type { LiveContext, LocatedDiff } from '../documents/liveContext.ts';
import type { Edit } from '../documents/versions/documentHistory.ts';
import type { Consumer } from '../protocol/consumer.ts';
import type { DiffSummary } from '../protocol/prompt/liveContext.ts';
import type { SettingValues } from '../protocol/settings.ts';
import type { RedactedText } from '../redaction/redactedText.ts';
import { rulesFilePath } from '../sources/rules/rulesFile.ts';
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

/** A document with its edits, as its patches name it. */
interface DiffedDocument extends TrackedDocument {
  readonly view: PatchView;
}

/**
 * Takes a picture of a document as its editor has it now, without its secrets; the cursor's offset is
 * in the redacted text. Seals its open edit, so that each id in it names its text forever.
 */
export function takePicture(
  services: PromptServices,
  document: TrackedDocument,
  { consumer, cursorPosition, diffs, settings, outline, fitsPatch }: PictureRequest,
): { readonly live: LiveContext; readonly redacted: RedactedText; readonly cursorOffset: number | null } {
  const { workspace, plans, redaction } = services;
  const { documentId, history } = document;
  const editor = workspace.editor(documentId);
  if (editor === null) throw new AppError('DOCUMENT_UNKNOWN', 'The document is not open in the editor.');
  const place = workspace.locate(documentId);
  // The text is beside its patches.
  const view = { ...patchViewOf(workspace, redaction, documentId), context: 1 };
  const redacted = view.redacted.of(history.text);
  const snapshot = withCursor(editor, cursorPosition, document, redacted);
  const cursor = snapshot.selections[0]?.active.offset;
  const own = { documentId, history, view };
  const version = history.seal();
  const recent = recentDiffs(services, own, diffs ?? settings.recentDiffs);
  const live = {
    versionId: version.id,
    text: redacted.text,
    outline,
    recentDiffs: recent.diffs,
    anchorDiff: anchorDiff(services, own, settings.anchor, recent.reach),
    editorState: editorStateOf(documentId, place, snapshot, history.text, view.redacted, fitsPatch),
    planHints: plans.hints(place.projectId, consumer),
  };
  return { live, redacted, cursorOffset: cursor === undefined ? null : redacted.toRedacted(cursor) };
}

/** Edits of other documents are news for this long, ms. */
const othersNewsMs = 60 * 60 * 1000;

/** A document's edits, new to old; an event, such as a branch switch, ends them. */
function* editsOf(document: DiffedDocument): Generator<{ readonly document: DiffedDocument; readonly edit: Edit }> {
  for (const edit of document.history.recentEdits()) {
    yield { document, edit };
    if (edit.reason !== undefined) return;
  }
}

/**
 * The newest edits of the project that changed something. `reach` is the oldest version number that
 * those of the document itself go back to.
 */
function recentDiffs(
  services: PromptServices,
  own: DiffedDocument,
  count: number,
): { readonly diffs: readonly LocatedDiff[]; readonly reach: number } {
  const { clock, summaries } = services;
  const oldestOfOthers = clock.now() - othersNewsMs;
  const diffs: LocatedDiff[] = [];
  let reach = own.history.newest.number;
  const streams = [own, ...othersOf(services, own)].map((document) => editsOf(document));
  const heads = streams.map((stream) => stream.next());
  while (diffs.length < count) {
    const numbers = heads.map((head) => (head.done ? -1 : head.value.edit.version.number));
    const newest = numbers.indexOf(Math.max(...numbers));
    const head = heads[newest];
    if (head === undefined || head.done) break;
    const { document, edit } = head.value;
    heads[newest] = streams[newest]?.next() ?? { done: true, value: undefined };
    if (document !== own && edit.version.timestamp < oldestOfOthers) continue;
    const diff = summaries.ofEdit(document.history, edit, document.view);
    const isTold = diff?.reason !== undefined && diffs.some((told) => told.diff.reason === diff.reason);
    if (diff !== null && !isTold) diffs.push({ documentId: document.documentId, diff });
    if (document === own) reach = (edit.reason === undefined ? edit.base : edit.version).number;
  }
  return { diffs, reach };
}

/** The diff from the diff base to the first recent diff: nothing is reported twice. */
function anchorDiff(
  { clock, summaries }: PromptServices,
  { history, view }: DiffedDocument,
  anchor: SettingValues['anchor'],
  reach: number,
): DiffSummary | null {
  const from = diffBase(history, anchor, clock.now());
  if (from === null) return null;
  const alreadyShown =
    from.number >= reach &&
    history.checkpoints.every(({ version, detached }) => detached === undefined || version.number !== from.number);
  if (alreadyShown) return null;
  const to = history.version(reach) ?? history.newest;
  const summary = summaries.between(history, from, to, view);
  return summary.patch === '' ? null : summary;
}

/** The other open documents of a project, without the file of its constraints, which are told as rules. */
function othersOf(
  { workspace, histories, tracking, redaction }: PromptServices,
  { documentId }: TrackedDocument,
): readonly DiffedDocument[] {
  const { projectId } = workspace.locate(documentId);
  return histories.documents.flatMap((id) => {
    const history = histories.get(id);
    const place = workspace.locate(id);
    const isOther = id !== documentId && histories.isOpen(id) && place.projectId === projectId;
    if (!isOther || place.path === rulesFilePath || history === null || tracking(id) !== null) return [];
    history.seal();
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
