import type { Channel, Format, Params, Value } from '../../src/protocol/channels.ts';
import type { Failure, Result } from '../../src/protocol/result.ts';
import type { ViewCommand } from '../connection.ts';
import type { Comparison, Pick } from '../sections/document/timelinePick.ts';
import type { SectionId } from '../uiState.ts';

/** What the parts of the view can ask for. One object for the view's whole life, so that it never causes a rendering. */
export interface Actions {
  /** Runs a command of the editor and says `done` when it has succeeded. */
  readonly run: (command: ViewCommand, done: string | null) => void;
  /** Opens the editor's diff of two versions of the shown document. */
  readonly compare: (comparison: Comparison) => void;
  /** Shows a line (from one) in the editor: of the shown document, or of another one. */
  readonly reveal: (line: number, documentId?: string) => void;
  readonly copyVersionId: (versionId: string) => void;
  /** Asks a channel to change something and says `done` when it has; gives the failure, to be shown where it was tried. */
  readonly change: <C extends Channel>(channel: C, params: Params<C>, done: string) => Promise<Failure | null>;
  /** Executes a window's anchor. */
  readonly act: (
    id: string,
    params: Readonly<Record<string, string | number>>,
  ) => Promise<Result<Value<'windows:act'>>>;
  /** Asks a channel that changes nothing. */
  readonly ask: <C extends Channel>(channel: C, params: Params<C>) => Promise<Result<Value<C>>>;
  /** Shows a context file in the editor, at a line (from one) if one is given. */
  readonly openFile: (conversationId: string, fileId: string, line?: number) => void;
  readonly retry: () => void;
  readonly setOpen: (section: SectionId, open: boolean) => void;
  readonly setFormat: (format: Format) => void;
  readonly setNotKeptOnly: (notKeptOnly: boolean) => void;
  readonly setPick: (pick: Pick) => void;
}
