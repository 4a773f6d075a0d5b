import * as vscode from 'vscode';
import { fieldOf } from '../../base/json.ts';
import type { EditPreview } from '../../edits/applyEdits.ts';
import { fenced } from '../../engine/format/fence.ts';
import { systemTextFor } from '../../prompt/systemText.ts';
import type { Value } from '../../protocol/channels.ts';
import { clipboard, editorTools } from '../../protocol/consumer.ts';
import type { AnswerChoice, AnswerQuestion, EditedDocument } from '../../protocol/edits.ts';
import { editsResultSchema } from '../../protocol/edits.ts';
import type { Failure } from '../../protocol/result.ts';
import type { Session } from '../../session/session.ts';
import type { Commands } from '../contributions.ts';
import type { OwnDocuments } from '../view/ownDocuments.ts';
import { askOrShow, inform, said, showFailure, unjudgedTexts } from './messages.ts';

/** An answer to apply; `consumer` is whom its question's context was given to. */
interface GivenAnswer {
  readonly text: string;
  readonly consumer: string;
}

const changesTitle = vscode.l10n.t('What the answer changes');

/** The commands that apply the edits in a chat model's answer. */
export function answerCommands(session: Session, documents: OwnDocuments): Commands {
  let last = documents.drop(changesTitle);
  const apply = (given: GivenAnswer | undefined) => {
    if (given === undefined) return;
    documents.answer(false);
    last = last.catch(() => {}).then(() => applyAnswer(session, documents, given));
    return last;
  };
  return {
    'liveContext.applyChanges': () => documents.answer(true),
    'liveContext.cancelChanges': () => documents.answer(false),
    'liveContext.applyAnswerFromClipboard': async (argument) =>
      apply(givenAnswer(argument) ?? { text: await vscode.env.clipboard.readText(), consumer: clipboard }),
    'liveContext.applyAnswerFromSelection': () => apply(answerOfSelection()),
  };
}

/** An answer of `@live`, from its button: whoever else runs the command speaks for no agent. */
function givenAnswer(argument: unknown): GivenAnswer | undefined {
  const [text, consumer] = [fieldOf(argument, 'text'), fieldOf(argument, 'consumer')];
  return typeof text === 'string' && /^live:/.test(String(consumer)) ? { text, consumer: String(consumer) } : undefined;
}

function answerOfSelection(): GivenAnswer | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor && { text: editor.document.getText(editor.selection), consumer: clipboard };
}

/** Beginnings of lines that answers with edits have. */
const editMarks = /^[ \t]*(```|~~~|<{5,} |\*\*\* Begin Patch|diff --git |--- |@@ )/m;

/** True if the clipboard holds an answer with edits that are not made yet. */
export async function holdsAnswer(session: Session): Promise<boolean> {
  const text = await vscode.env.clipboard.readText();
  const ours = [systemTextFor(clipboard), systemTextFor(editorTools), '# Changes since '];
  const isOurs = ours.some((beginning) => text.startsWith(beginning));
  if (isOurs || !editMarks.test(text)) return false;
  const read = await session.request('answers:read', { text, choices: [] }, clipboard);
  return read.ok && (read.value.documents.length > 0 || read.value.questions.length > 0);
}

/** Applies the answer; on a conflict, shows both sides beside the text. */
async function applyAnswer(session: Session, documents: OwnDocuments, given: GivenAnswer): Promise<void> {
  if (given.text.trim() === '') return inform(vscode.l10n.t('There is no answer to apply.'));
  const failed = await tryAnswer(session, documents, given);
  if (failed === null) return;
  const conflicts = failed.code === 'EDIT_CONFLICT' ? conflictsOf(failed) : [];
  if (conflicts.length === 0) showFailure(failed);
  else await showConflicts(documents, conflicts);
}

/**
 * Reads the answer, asks the open questions, shows a preview, and applies edits to the delivered
 * version.
 */
async function tryAnswer(session: Session, documents: OwnDocuments, { text, consumer }: GivenAnswer) {
  try {
    const read = await askPlace(session, documents, { text, consumer });
    if (read === null) return null;
    if (read.documents.length === 0) {
      const none = vscode.l10n.t('There is no edit in the answer.');
      inform(read.done > 0 ? vscode.l10n.t('The documents hold what the answer asks for already.') : none);
      return null;
    }
    const targets = read.documents.map(({ path: _, ...target }) => target);
    const summary = vscode.l10n.t('An answer was pasted');
    const preview = await session.previewEdits(targets, { consumer, summary });
    if (!preview.ok) return preview.error;
    if (!(await confirmed(documents, read, preview.value))) return null;
    const done = await session.request('live:applyEdits', { documents: targets, summary }, consumer);
    if (!done.ok) return done.error;
    const rebased = done.value.documents.some(({ outcome }) => outcome === 'rebased');
    const [only, ...others] = done.value.documents;
    const changed =
      only !== undefined && others.length === 0 ? only.file : vscode.l10n.t('{0} files', done.value.documents.length);
    const made = rebased
      ? vscode.l10n.t('Changed {0}, over what you typed meanwhile', changed)
      : vscode.l10n.t('Changed {0}', changed);
    const violations = done.value.documents.reduce((sum, one) => sum + (one.violations ?? []).length, 0);
    const violated = violations === 0 ? [] : [vscode.l10n.t('violated constraints, marked: {0}', violations)];
    const unjudged = (done.value.unjudged ?? []).map(({ why, count }) =>
      vscode.l10n.t('constraints not checked: {0} ({1})', count, unjudgedTexts[why]),
    );
    said([made, ...violated, ...unjudged].join(' · '));
    return null;
  } finally {
    await documents.drop(changesTitle);
  }
}

/** The documents whose lines the developer changed, too. */
function conflictsOf({ data }: Failure): readonly EditedDocument[] {
  const { documents = [] } = editsResultSchema.safeParse(data).data ?? {};
  return documents.filter(({ conflicts = [] }) => conflicts.length > 0);
}

/** Shows what the answer and the developer each made of the same lines, beside those lines. */
async function showConflicts(documents: OwnDocuments, conflicting: readonly EditedDocument[]): Promise<void> {
  const sections = conflicting.flatMap(({ file, conflicts = [] }) =>
    conflicts.map(({ firstLine, lastLine, yours, theirs }) =>
      [
        `## ${file}:${firstLine}${lastLine === firstLine ? '' : `–${lastLine}`}`,
        vscode.l10n.t('As the answer would have them:'),
        fenced(yours.replace(/\n$/, ''), ''),
        vscode.l10n.t('As they are now:'),
        fenced(theirs.replace(/\n$/, ''), ''),
      ].join('\n\n'),
    ),
  );
  const [first] = conflicting;
  const line = (first?.conflicts?.[0]?.firstLine ?? 1) - 1;
  const editor = first && (await revealed(first.documentId));
  editor?.revealRange(new vscode.Range(line, 0, line, 0), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  await showBeside(documents, `${sections.join('\n\n')}\n`);
  void vscode.window.showWarningMessage(
    vscode.l10n.t(
      'Nothing was applied: you changed the same lines since you copied. Both sides are shown beside the text.',
    ),
  );
}

async function showBeside(documents: OwnDocuments, text: string): Promise<void> {
  const options = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
  await documents.show(documents.hold('/answer.md', text), options);
}

type ReadAnswer = Value<'answers:read'>;

/** The answer with nothing left to ask; null when the developer cancelled. */
async function askPlace(session: Session, documents: OwnDocuments, { text, consumer }: GivenAnswer) {
  const choices: AnswerChoice[] = [];
  for (;;) {
    const read = await askOrShow(session, 'answers:read', { text, choices }, consumer);
    if (read === null) return null;
    const [question] = read.questions;
    if (question === undefined) return read;
    await showBeside(documents, read.questions.map(questionText).join('\n'));
    const choice = await askWhich(question, read.questions.length);
    if (choice === undefined) return null;
    const none = read.questions.map(({ id }) => ({ as: 'nothing', id }) as const);
    choices.push(...(choice === 'nothing' ? none : [choice]));
  }
}

interface WayItem extends vscode.QuickPickItem {
  readonly choice: AnswerChoice | 'nothing';
  readonly lines?: { readonly line: number; readonly count: number };
}

/** Asks the developer how a part is meant; the lines of the focused item are shown. */
async function askWhich(question: AnswerQuestion, open: number): Promise<AnswerChoice | 'nothing' | undefined> {
  const editor = question.documentId === null ? undefined : await revealed(question.documentId);
  const title =
    open === 1
      ? vscode.l10n.t('Where does this part of the answer belong?')
      : vscode.l10n.t('Where does this part of the answer belong? {0} are open.', open);
  const placeHolder = `${question.path ?? ''} ${askedBecause[question.reason]}`.trim();
  const onDidSelectItem = (item: WayItem | string) => {
    if (editor === undefined || typeof item === 'string' || item.lines === undefined) return;
    const { line, count } = item.lines;
    const range = new vscode.Range(line - 1, 0, Math.max(line - 1, line - 2 + count), 10_000);
    editor.selection = new vscode.Selection(range.start, range.end);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  };
  const options = { title, placeHolder, ignoreFocusOut: true, onDidSelectItem };
  return (await vscode.window.showQuickPick(await waysOf(question, editor, open), options))?.choice;
}

async function revealed(documentId: string): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(documentId));
  return vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One, preview: true });
}

async function waysOf(question: AnswerQuestion, editor: vscode.TextEditor | undefined, open: number) {
  const { id, places, files, maybeWhole } = question;
  const nothing: WayItem = { label: vscode.l10n.t('Leave this part out'), choice: { as: 'nothing', id } };
  const all: WayItem = { label: vscode.l10n.t('Leave out all that is open'), choice: 'nothing' };
  const ways: WayItem[] = places.map(({ line, count }) => ({
    label:
      count === 1
        ? vscode.l10n.t('In place of line {0}', line)
        : vscode.l10n.t('In place of lines {0} to {1}', line, line + count - 1),
    description: editor?.document.lineAt(Math.min(line, editor.document.lineCount) - 1).text.trim() ?? '',
    choice: { as: 'lines', id, line, count },
    lines: { line, count },
  }));
  if (editor !== undefined && question.reason !== 'incomplete' && !maybeWhole) {
    const line = editor.selection.active.line + 1;
    ways.push({
      label: vscode.l10n.t('Before the line of the cursor, {0}', line),
      choice: { as: 'lines', id, line, count: 0 },
    });
  }
  ways.push(...files.map((path): WayItem => ({ label: path, choice: { as: 'file', id, path } })));
  if (question.reason === 'earlier')
    ways.push({ label: vscode.l10n.t('Keep what was typed since'), choice: { as: 'earlier', id } });
  if (maybeWhole) ways.push({ label: vscode.l10n.t('It is the whole file'), choice: { as: 'whole', id } });
  return open === 1 ? [...ways, nothing] : [...ways, nothing, all];
}

function questionText(question: AnswerQuestion): string {
  const { path, at, text } = question;
  const where = vscode.l10n.t('line {0} of the answer', at);
  return `## ${path ?? vscode.l10n.t('No file')}\n\n${askedBecause[question.reason]} (${where})\n\n${fenced(text, 'diff')}\n`;
}

/** Questions about a part of an answer, for people. */
const askedBecause: Readonly<Record<AnswerQuestion['reason'], string>> = {
  noMatch: vscode.l10n.t('Its old lines are not in the file.'),
  ambiguous: vscode.l10n.t('Its old lines are in several places.'),
  elided: vscode.l10n.t('It leaves code out.'),
  noPlace: vscode.l10n.t('It only adds lines and does not say where.'),
  headerMissing: vscode.l10n.t('Its old lines are not below the line that it names.'),
  overlaps: vscode.l10n.t('It changes what another part changes, too.'),
  notWhole: vscode.l10n.t('It may be the whole file or a part of it.'),
  earlier: vscode.l10n.t('It lacks lines that were typed between two of your copies.'),
  exists: vscode.l10n.t('It makes a file that exists already.'),
  noFile: vscode.l10n.t('It names no file.'),
  fileUnknown: vscode.l10n.t('There is no such file.'),
  outside: vscode.l10n.t('It names a path outside of the project.'),
  example: vscode.l10n.t('The answer shows it as an example or a warning.'),
  incomplete: vscode.l10n.t('This block is incomplete, or names no file.'),
};

/** Shows what would become of the documents, and asks once. */
async function confirmed(documents: OwnDocuments, read: ReadAnswer, preview: readonly EditPreview[]) {
  const textOf = new Map(preview.map(({ documentId, text }) => [documentId, text]));
  const rows = await Promise.all(
    read.documents.map(async ({ documentId, edits }) => {
      const uri = vscode.Uri.parse(documentId);
      const [edit] = edits;
      const isNew = edit?.type === 'create';
      // A file that is only renamed keeps its text.
      const kept = async () => (await vscode.workspace.openTextDocument(uri)).getText();
      const ends = edit?.type === 'delete' ? '' : textOf.get(documentId);
      const text = isNew ? edit.newText : (ends ?? (await kept()));
      return [uri, isNew ? documents.hold(uri.path, '') : uri, documents.hold(uri.path, text)] as const;
    }),
  );
  const [only, ...others] = read.documents;
  const [row] = rows;
  if (only !== undefined && row !== undefined && others.length === 0) {
    const moved = only.edits.flatMap((edit) => (edit.type === 'rename' ? [edit.to] : []));
    const title = `${changesTitle}: ${[only.path, ...moved].join(' → ')}`;
    await vscode.commands.executeCommand('vscode.diff', row[1], row[2], title);
  } else await vscode.commands.executeCommand('vscode.changes', changesTitle, rows);
  // Else the next file that is opened would take its tab.
  await vscode.commands.executeCommand('workbench.action.keepEditor');
  return documents.ask(changesTitle);
}
