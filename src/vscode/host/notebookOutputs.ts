import * as vscode from 'vscode';
import type { CellOutput } from '../../base/ports/workspace.ts';
import { decodeUtf8 } from '../../base/utf8.ts';

/** Longer outputs are cut, bytes. */
const maxBytes = 4 * 1024 * 1024;
/** The same output comes in several forms: the first of these that it has is read. */
const textTypes = [
  'application/vnd.code.notebook.error',
  'application/vnd.code.notebook.stdout',
  'application/vnd.code.notebook.stderr',
  'text/plain',
];

/** Reads the outputs of the cells of open notebooks. */
export function notebookOutputs(): vscode.Disposable & { of(documentId: string): CellOutput | null } {
  /** The cells that run, as far as VS Code reports. */
  const running = new WeakSet<vscode.NotebookCell>();
  const subscription = vscode.workspace.onDidChangeNotebookDocument(({ cellChanges }) => {
    for (const { cell, executionSummary } of cellChanges) {
      if (executionSummary === undefined) continue;
      const isOver = executionSummary.success !== undefined || executionSummary.timing !== undefined;
      if (isOver) running.delete(cell);
      else running.add(cell);
    }
  });
  return {
    dispose: () => subscription.dispose(),
    /** Null if a cell has no readable output, and for documents that are not cells. */
    of(documentId) {
      const cell = cellOf(documentId);
      const parts: string[] = [];
      let room = maxBytes;
      for (const item of cell?.outputs.flatMap((output) => textItem(output) ?? []) ?? []) {
        if (room <= 0) break;
        parts.push(itemText(item, room));
        room -= item.data.length;
      }
      if (room < 0) parts.push('\n… the rest is left out …\n');
      return cell === undefined || parts.length === 0 ? null : { text: parts.join(''), isRunning: running.has(cell) };
    },
  };
}

/** The cell of an open notebook. */
function cellOf(documentId: string): vscode.NotebookCell | undefined {
  return vscode.workspace.notebookDocuments
    .flatMap((notebook) => notebook.getCells())
    .find(({ document }) => document.uri.toString() === documentId);
}

function textItem({ items }: vscode.NotebookCellOutput): vscode.NotebookCellOutputItem | undefined {
  return textTypes.map((type) => items.find(({ mime }) => mime === type)).find((item) => item !== undefined);
}

/** An error is named by its stack; outputs other than streams are whole lines. */
function itemText({ mime, data }: vscode.NotebookCellOutputItem, room: number): string {
  const text = data.length > room ? wholeWords(decodeUtf8(data.subarray(0, room))) : decodeUtf8(data);
  if (mime.endsWith('.stdout') || mime.endsWith('.stderr')) return text;
  return `${mime.endsWith('.error') ? errorText(text) : text}\n`;
}

/** Cuts a text after a whole word: half a secret would not be recognised. */
function wholeWords(text: string): string {
  return text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf(' ')) + 1);
}

function errorText(json: string): string {
  try {
    const { name = 'Error', message = '', stack }: Partial<Error> = JSON.parse(json);
    const head = `${name}: ${message}`;
    return stack?.includes(message) ? stack : [head, stack].filter(Boolean).join('\n');
  } catch {
    return json;
  }
}
