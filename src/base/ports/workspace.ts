/**
 * The port to the editor: what the developer has on the screen now. Lines and columns are zero-based, columns and offsets
 * UTF-16 units, as in VS Code; the wire types count lines and columns from one.
 */
export interface Workspace {
  /** The URI of the document in the focused editor, or the one focused last; null when there is none. */
  activeDocument(): string | null;
  /** Where the document stands: its project and the path shown to people and models. */
  locate(documentId: string): DocumentPlace;
  /** The text in the editor's memory; null when the document is not open. */
  text(documentId: string): string | null;
  /** Whether the editor holds its text: not of an image, a binary or a very large file that is in front. */
  holds(documentId: string): boolean;
  /** What the editor knows of an open document; null when it is not open. */
  editor(documentId: string): EditorSnapshot | null;
  /** The cells of the notebook that a document is a cell of, in its order; of any other document none. */
  cells(documentId: string): readonly string[];
  /** What a notebook's cell has printed; null when that is nothing that can be read. */
  cellOutput(documentId: string): CellOutput | null;
  /** The document's symbols, outermost first, nested ones after their parent; empty when no provider knows the language. */
  symbols(documentId: string): Promise<readonly SymbolEntry[]>;
  /**
   * The URIs that a name can stand for: a URI in the editor's own spelling, an absolute path, a path in each of the projects. There need
   * not be any such file.
   */
  idsOf(name: string): readonly string[];
  /**
   * The URI of the file that the links of a path in a project lead to, itself where there are none; null where they lead out of the
   * projects, or nowhere. There need not be any such file. Never rejects.
   */
  resolved(documentId: string): Promise<string | null>;
  /** Whether there is such a file; folders and links are none. Never rejects. */
  hasFile(documentId: string): Promise<boolean>;
  /**
   * Opens a file in memory, without showing it, unless it is open; one that cannot have at most `maxLength` UTF-16 units is not read.
   * Null when it is open now, else why not. Never rejects.
   */
  open(documentId: string, maxLength: number): Promise<OpenObstacle | null>;
  /** Opens a document in memory, if it is not open, to edit it. Null when it can be edited, else why not. Never rejects. */
  prepareEdit(documentId: string): Promise<EditObstacle | null>;
  /**
   * Null when a file can be made there, else why not; `exists` when something stands there already that is not the file `from` itself,
   * whose name is to be written in another case. Never rejects.
   */
  prepareFile(documentId: string, from?: string): Promise<EditObstacle | null>;
  /**
   * Changes all these documents and files or none; a person can undo it. The changes are made to the texts that the documents hold at the
   * moment of the call: `refused` when one of them changed before the editor came to it, or when it refuses. `partly` when it failed in
   * between and what was done could not be taken back. Never rejects.
   */
  applyEdits(edits: readonly DocumentEdit[], files: readonly FileChange[]): Promise<'applied' | 'refused' | 'partly'>;
  /** Saves an open document to its file; false when it has none or the editor could not. Never rejects, never asks anybody. */
  save(documentId: string): Promise<boolean>;
}

/** What a cell has printed, errors included: with the control sequences that colour it, and no more than its first mebibytes. */
export interface CellOutput {
  readonly text: string;
  /** It may print more. */
  readonly isRunning: boolean;
}

/** Why a document cannot be opened: there is no such file, it is too long, or the editor cannot read it as text. */
export type OpenObstacle = 'missing' | 'tooLarge' | 'notText';

/**
 * Why a document cannot be edited or made: it does not exist, or does, it lies below a link, may not be written, is shown in an encoding
 * that is not its own, or the workspace is not trusted.
 */
export type EditObstacle = 'missing' | 'exists' | 'link' | 'readOnly' | 'encoding' | 'untrusted';

/** What becomes of a file besides its text. */
export type FileChange =
  | { readonly kind: 'create'; readonly documentId: string; readonly text: string }
  | { readonly kind: 'rename'; readonly documentId: string; readonly to: string }
  | { readonly kind: 'delete'; readonly documentId: string };

/** Changes to one document, ascending and disjoint; offsets in UTF-16 units of its text now. */
export interface DocumentEdit {
  readonly documentId: string;
  readonly changes: readonly { readonly start: number; readonly end: number; readonly newText: string }[];
}

export interface DocumentPlace {
  /** Canonical URI of the workspace folder, or `none`. */
  readonly projectId: string;
  /** Path inside the project, `/`-separated, a cell's with its fragment; the untitled name; outside every project the whole path. */
  readonly path: string;
}

export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** A selection: `active` is where the cursor blinks, `anchor` where it began. */
export interface Selection {
  readonly anchor: Position;
  readonly active: Position;
}

/** The ends of a selection in the order of the text. */
export function selectionEnds({ anchor, active }: Selection): readonly [Position, Position] {
  return anchor.offset < active.offset ? [anchor, active] : [active, anchor];
}

export interface EditorSnapshot {
  readonly language: string;
  readonly dirty: boolean;
  readonly encoding: string;
  readonly eol: 'LF' | 'CRLF';
  /** How the file on disk, as last read or saved, stands to the text in memory. */
  readonly disk: 'same' | 'changed' | 'deleted' | 'none';
  /** The file's text, with the document's line breaks, where it has `changed` under unsaved text; absent when it could not be read. */
  readonly diskText?: string;
  /** Where the file's bytes differ from the text in memory, in words; absent when they do not. */
  readonly note?: string;
  /** The first one is the primary. */
  readonly selections: readonly Selection[];
  readonly visibleRanges: readonly { readonly startLine: number; readonly endLine: number }[];
  readonly openTabs: readonly OpenTab[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface OpenTab {
  readonly path: string;
  readonly active: boolean;
  readonly dirty: boolean;
  /** The later it was in front, the higher; absent when it was not since the window opened. */
  readonly lastInFront?: number;
}

export interface Diagnostic {
  readonly severity: 'error' | 'warning' | 'info' | 'hint';
  readonly message: string;
  readonly start: { readonly line: number; readonly column: number };
  readonly source?: string;
  readonly code?: string;
}

export interface SymbolEntry {
  readonly name: string;
  readonly kind: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Nesting, 0 for the outermost. */
  readonly depth: number;
}
