import * as vscode from 'vscode';
import type { Histories } from '../../documents/histories.ts';
import type { Judge, JudgedDocument } from '../../edits/judge/judge.ts';
import type { ChangeSet } from '../../text/changeSet.ts';
import { unjudgedTexts } from '../commands/messages.ts';

/** A violation where it stands now: a line by its offsets, UTF-16 units. */
interface Mark {
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly constraintId: string;
}

/**
 * Marks in the editor what edits violate, until the marked line is changed or another edit of the
 * document is judged.
 */
export class ViolationMarks implements vscode.Disposable {
  readonly #histories: Histories;
  readonly #marks = new Map<string, readonly Mark[]>();
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('Live Context');
  readonly #subscriptions: readonly { dispose(): unknown }[];

  constructor(judge: Judge, histories: Histories) {
    this.#histories = histories;
    this.#subscriptions = [
      judge.onDidJudge((judged) => this.#judged(judged)),
      histories.onDidEdit(({ documentId, changes }) => this.#edited(documentId, changes)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#set(uri.toString(), [])),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#diagnostics.dispose();
  }

  #judged({ documentId, versionId, violations, isUnread }: JudgedDocument): void {
    const history = this.#histories.get(documentId);
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
    this.#set(documentId, isUnread ? [...marks, { start, end, message, constraintId: '' }] : marks);
  }

  #edited(documentId: string, changes: ChangeSet): void {
    const marks = this.#marks.get(documentId);
    if (marks === undefined) return;
    const left = marks.flatMap((mark): Mark[] => {
      const touched = changes.changes.some(({ start, end }) => start <= mark.end && end >= mark.start);
      return touched
        ? []
        : [{ ...mark, start: changes.mapOffset(mark.start, 1), end: changes.mapOffset(mark.end, -1) }];
    });
    this.#set(documentId, left);
  }

  #set(documentId: string, marks: readonly Mark[]): void {
    const uri = vscode.Uri.parse(documentId);
    if (marks.length === 0) {
      if (this.#marks.delete(documentId)) this.#diagnostics.delete(uri);
      return;
    }
    this.#marks.set(documentId, marks);
    const text = this.#histories.textOf(documentId);
    if (text === null) return;
    const diagnostics = marks.map(({ start, end, message, constraintId }) => {
      const line = text.lineIndexOf(start);
      const range = new vscode.Range(line, 0, line, end - text.lineAt(line).start);
      const severity = vscode.DiagnosticSeverity.Warning;
      const diagnostic = new vscode.Diagnostic(range, message, severity);
      diagnostic.source = 'Live Context';
      diagnostic.code = constraintId;
      return diagnostic;
    });
    this.#diagnostics.set(uri, diagnostics);
  }
}
