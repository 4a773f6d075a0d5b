import * as vscode from 'vscode';
import type { Histories } from '../../documents/histories.ts';
import type { Judge, JudgedDocument } from '../../edits/judge/judge.ts';
import type { ChangeSet } from '../../text/changeSet.ts';
import type { TextSpan } from '../../text/textChange.ts';
import { unjudgedTexts } from '../commands/messages.ts';

/** A violation where it stands now: a line by its offsets, UTF-16 units. */
interface Mark extends TextSpan {
  readonly message: string;
  readonly constraintId: string;
}

/**
 * Marks in the editor what edits violate, until the marked line is changed or another edit of the
 * document is judged.
 */
export function markViolations(judge: Judge, histories: Histories): vscode.Disposable {
  const marksOf = new Map<string, readonly Mark[]>();
  const collection = vscode.languages.createDiagnosticCollection('Live Context');

  const set = (documentId: string, marks: readonly Mark[]) => {
    const uri = vscode.Uri.parse(documentId);
    if (marks.length === 0) {
      if (marksOf.delete(documentId)) collection.delete(uri);
      return;
    }
    marksOf.set(documentId, marks);
    const text = histories.textOf(documentId);
    if (text === null) return;
    const diagnostics = marks.map(({ start, end, message, constraintId }) => {
      const line = text.lineIndexOf(start);
      const range = new vscode.Range(line, 0, line, end - text.lineAt(line).start);
      const diagnostic = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Warning);
      return Object.assign(diagnostic, { source: 'Live Context', code: constraintId });
    });
    collection.set(uri, diagnostics);
  };

  const judged = ({ documentId, versionId, violations, isUnread }: JudgedDocument) => {
    const history = histories.get(documentId);
    const number = history?.find(versionId)?.number;
    const text = number === undefined ? null : (history?.textOf(number) ?? null);
    if (text === null) return;
    const marks = violations.map(({ constraintId, text: constraint, line, why }) => {
      const { start, end } = text.lineAt(Math.min((line ?? 1) - 1, text.lineCount - 1));
      const what = why === null || why === '' ? constraint : `${constraint} (${why})`;
      return { start, end, constraintId, message: vscode.l10n.t('Violates a constraint: {0}', what) };
    });
    const { start, end } = text.lineAt(0);
    const message = vscode.l10n.t('Not checked: {0}', unjudgedTexts.unreadableVerdict);
    set(documentId, isUnread ? [...marks, { start, end, message, constraintId: '' }] : marks);
  };

  const edited = (documentId: string, changes: ChangeSet) => {
    const left = marksOf.get(documentId)?.flatMap((mark): Mark[] => {
      const touched = changes.changes.some(({ start, end }) => start <= mark.end && end >= mark.start);
      return touched
        ? []
        : [{ ...mark, start: changes.mapOffset(mark.start, 1), end: changes.mapOffset(mark.end, -1) }];
    });
    if (left !== undefined) set(documentId, left);
  };

  return vscode.Disposable.from(
    collection,
    judge.onDidJudge(judged),
    histories.onDidEdit(({ documentId, changes }) => edited(documentId, changes)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => set(uri.toString(), [])),
  );
}
