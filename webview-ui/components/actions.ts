import type { Channel, Params } from '../../src/protocol/channels.ts';
import type { Failure, Result } from '../../src/protocol/result.ts';
import type { ViewCommand, ViewQuestion } from '../connection.ts';
import type { UiState } from '../uiState.ts';

/**
 * Requests of the view's parts. One object for the view's whole life, so it causes no rendering.
 */
export interface Actions {
  /**
   * Runs a command of the editor, for a row if one is given, and says `done` when it has succeeded.
   */
  readonly run: (command: ViewCommand, done: string | null, row?: Readonly<Record<string, string>>) => void;
  /** Asks the user for a line of text; null if they cancel. */
  readonly input: (title: string, value: string) => Promise<string | null>;
  /** Asks the extension and says `done` on success; a failure is shown on top. */
  readonly tell: (question: ViewQuestion, done?: string) => void;
  /** Shows a line (from one) of the shown or another document. */
  readonly reveal: (line: number, documentId?: string) => void;
  /** Changes something by a channel and says `done`; returns the failure, to be shown in place. */
  readonly change: <C extends Channel>(channel: C, params: Params<C>, done: string) => Promise<Failure | null>;
  /** Changes something by a channel and says `done`; a failure is shown on top. */
  readonly ask: <C extends Channel>(channel: C, params: Params<C>, done: string) => void;
  /** The text of a piece, as the prompt has it. */
  readonly text: (piece: string) => Promise<Result<string>>;
  /** Opens the search with the beginning of a text. */
  readonly find: (text: string) => void;
  readonly retry: () => void;
  /** Shows another consumer's prompt. */
  readonly showFor: (consumer: string) => void;
  readonly setUi: (change: (ui: UiState) => UiState) => void;
}
