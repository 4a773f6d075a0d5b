/**
 * The port to the editor and what is on the screen. Lines and columns are zero-based, columns and
 * offsets UTF-16 units, as in VS Code; the wire types count lines and columns from one.
 */
export interface Workspace {
  /** The URI of the document in the focused editor, or the one focused last; null without one. */
  activeDocument(): string | null;
  /** The document's project, and its path as shown to people and models. */
  locate(documentId: string): DocumentPlace;
  /** The text in the editor's memory; null when the document is not open. */
  text(documentId: string): string | null;
  /**
   * Returns true if the editor exposes its text; false for an image, a binary or a very large file.
   */
  holds(documentId: string): boolean;
  /**
   * The notebook that the document's file is open in, or a custom editor with unsaved changes of
   * it: the text is not what the developer works on. Null without one.
   */
  otherEditor(documentId: string): OtherEditor | null;
  /**
   * The text of the document's file when its bytes had this SHA-256 (lower-case hex); null if that
   * is unknown or the text in UTF-8 has the same bytes.
   */
  textWithHash(documentId: string, sha256: string): string | null;
  /** The editor's state of an open document; null if it is not open. */
  editor(documentId: string): EditorSnapshot | null;
  /**
   * The cells of the notebook that the document is a cell of, in order; none for any other
   * document.
   */
  cells(documentId: string): readonly string[];
  /** The output of a notebook's cell; null if there is nothing readable. */
  cellOutput(documentId: string): CellOutput | null;
  /**
   * The document's symbols, outermost first, nested ones after their parent; empty if no provider
   * knows the language.
   */
  symbols(documentId: string): Promise<readonly SymbolEntry[]>;
  /**
   * The URIs that a name can mean: a URI in the editor's own spelling, an absolute path, a path in
   * each of the projects. Such a file need not exist.
   */
  idsOf(name: string): readonly string[];
  /**
   * The URI of the target of the links in a path, itself without links; null if they lead out
   * of the projects, or nowhere. Such a file need not exist. Never rejects.
   */
  resolved(documentId: string): Promise<string | null>;
  /** Returns true if such a file exists; false for folders and links. Never rejects. */
  hasFile(documentId: string): Promise<boolean>;
  /**
   * Opens a file in memory, without showing it, unless it is open. A file that must have more than
   * `maxLength` UTF-16 units is not read. Null if it is open, else the reason. Never rejects.
   */
  open(documentId: string, maxLength: number): Promise<OpenObstacle | null>;
  /**
   * Opens a document in memory to edit it. Null if it can be edited, else the reason. Never
   * rejects.
   */
  prepareEdit(documentId: string): Promise<EditObstacle | null>;
  /** The characters of a text that the document's encoding cannot hold. Never rejects. */
  unencodable(documentId: string, text: string): Promise<readonly string[]>;
  /**
   * Null if a file can be created there, else the reason. `exists` if there is another one than the
   * file `from`, whose name is to be written in another case. Never rejects.
   */
  prepareFile(documentId: string, from?: string): Promise<EditObstacle | null>;
  /**
   * Changes all these documents and files or none; a user can undo it. The changes refer to the
   * texts at the moment of the call: `refused` if one of them changed before the editor applied
   * them, or if it refuses. `partly` if it failed in between and could not be undone. Never
   * rejects.
   */
  applyEdits(edits: readonly DocumentEdit[], files: readonly FileChange[]): Promise<'applied' | 'refused' | 'partly'>;
  /**
   * Saves an open document to its file. Returns the text that is then read from the file, or null
   * if it has none or the editor failed. Never rejects, never shows a dialog.
   */
  save(documentId: string): Promise<string | null>;
}

/** An editor whose state of a file is not the file's text. */
export interface OtherEditor {
  readonly dirty: boolean;
  /** The ids of a notebook's cells, in order. */
  readonly cells: readonly string[];
}

/**
 * The output of a cell, errors included, with its colour control sequences, limited to the first
 * mebibytes.
 */
export interface CellOutput {
  readonly text: string;
  /** It may print more. */
  readonly isRunning: boolean;
}

/**
 * Reasons why a document cannot be opened: it does not exist, it is too long, or it is not text.
 */
export type OpenObstacle = 'missing' | 'tooLarge' | 'notText';

/**
 * Reasons why a document cannot be edited or created: it does not exist, or does, it is below a
 * link, is read-only, is shown in an encoding that is not its own, or the workspace is not trusted.
 */
export type EditObstacle = 'missing' | 'exists' | 'link' | 'readOnly' | 'encoding' | 'untrusted';

/** A change of a file besides its text. */
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
  /**
   * Path in the project, `/`-separated, with its fragment for a cell; the name if untitled; the
   * whole path outside the projects.
   */
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
  /**
   * Relation of the file on disk, as last read or saved, to the text in memory; `changed` even to the
   * same text.
   */
  readonly disk: 'same' | 'changed' | 'deleted' | 'none';
  /**
   * The file's text, with the document's line breaks, if it has `changed` under unsaved text;
   * absent if it could not be read.
   */
  readonly diskText?: string | undefined;
  /** Difference between the file's bytes and the text in memory, in words; absent without one. */
  readonly note?: string | undefined;
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
}

export interface Diagnostic {
  readonly severity: 'error' | 'warning' | 'info' | 'hint';
  readonly message: string;
  readonly start: { readonly line: number; readonly column: number };
  readonly source?: string | undefined;
  readonly code?: string | undefined;
}

export interface SymbolEntry {
  readonly name: string;
  readonly kind: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Nesting, 0 for the outermost. */
  readonly depth: number;
}
