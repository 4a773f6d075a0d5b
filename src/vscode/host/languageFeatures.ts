import * as vscode from 'vscode';
import type { FileError, LanguageFeatures, LineRange } from '../../base/ports/language.ts';
import { openDocument } from './openDocument.ts';
import { placeOf } from './uris.ts';

/** Definitions and errors from the installed language extensions. */
export const editorLanguageFeatures: LanguageFeatures = {
  async definitions(documentId, offset): Promise<readonly LineRange[]> {
    const document = openDocument(documentId);
    if (document === undefined) return [];
    const asked = vscode.commands.executeCommand<readonly (vscode.Location | vscode.LocationLink)[] | undefined>(
      'vscode.executeDefinitionProvider',
      document.uri,
      document.positionAt(offset),
    );
    return ((await Promise.resolve(asked).catch(() => [])) ?? []).map(lineRangeOf);
  },

  errors(projectId): readonly FileError[] {
    return vscode.languages.getDiagnostics().flatMap(([uri, diagnostics]) => {
      const errors = diagnostics.filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
      if (errors.length === 0 || placeOf(uri).projectId !== projectId) return [];
      const documentId = uri.toString();
      return errors.map(({ range, message }) => ({ documentId, line: range.start.line, message }));
    });
  },
};

function lineRangeOf(found: vscode.Location | vscode.LocationLink): LineRange {
  const [uri, range] = 'targetUri' in found ? [found.targetUri, found.targetRange] : [found.uri, found.range];
  return { documentId: uri.toString(), startLine: range.start.line, endLine: range.end.line };
}
