/**
 * The port to the editor's settings for a document: user, workspace and language settings resolved.
 */
export interface EditorSettings {
  /** Null when the document is not open. */
  resolved(documentId: string): ResolvedEditorSettings | null;
  /**
   * Folders of `*.instructions.md`, relative to a project's root, and whether each is read
   * (`chat.instructionsFilesLocations`).
   */
  instructionFolders(projectId: string): Readonly<Record<string, boolean>>;
}

export interface ResolvedEditorSettings {
  /** Columns; null before the editor has shown the document and taken its indentation from it. */
  readonly tabSize: number | null;
  readonly insertSpaces: boolean;
  readonly trimTrailingWhitespace: boolean;
  readonly insertFinalNewline: boolean;
  /** Columns. */
  readonly rulers: readonly number[];
  readonly formatOnSave: boolean;
  /** Id of the extension that formats; null when none is chosen. */
  readonly formatter: string | null;
}
