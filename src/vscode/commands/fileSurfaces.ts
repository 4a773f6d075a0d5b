import * as vscode from 'vscode';
import type { ContextFiles } from '../../files/store/contextFiles.ts';
import type { RedactStreams } from '../../files/store/fileWriter.ts';
import type { ErrorCode } from '../../protocol/errorCodes.ts';
import type { SettingValues } from '../../protocol/settings.ts';
import type { Session } from '../../session/session.ts';
import { provideToolCatalogue } from '../chat/toolCatalogue.ts';
import { TerminalOutput } from '../tracking/terminalOutput.ts';
import { registerFileCommands } from './fileCommands.ts';
import { FileDocuments } from './fileDocuments.ts';

export interface FileSurfacesNeeds {
  readonly session: Session;
  readonly files: ContextFiles;
  readonly settings: () => SettingValues;
  readonly redact: RedactStreams;
  /** An output could not be kept. */
  readonly onProblem: (code: ErrorCode) => void;
  readonly onFault: (error: unknown) => void;
}

/** What VS Code shows of context files, and what it gives them. */
export function composeFileSurfaces(
  needs: FileSurfacesNeeds,
): vscode.Disposable & { readonly documents: FileDocuments } {
  const { session, files, onFault } = needs;
  const documents = new FileDocuments(session);
  const terminals = new TerminalOutput(needs);
  const commands = registerFileCommands(session, documents, terminals);
  const parts = vscode.Disposable.from(documents, terminals, commands, provideToolCatalogue(files, onFault));
  return { documents, dispose: () => parts.dispose() };
}
