/**
 * The port to the editor's language services. Lines count from zero, both ends are inside; nothing
 * rejects.
 */
export interface LanguageFeatures {
  /**
   * Definitions of the name at an offset (UTF-16 units) of an open document; empty if no provider
   * knows.
   */
  definitions(documentId: string, offset: number): Promise<readonly LineRange[]>;
  /** The errors that are known now in a project's files. */
  errors(projectId: string): readonly FileError[];
}

export interface LineRange {
  readonly documentId: string;
  readonly startLine: number;
  readonly endLine: number;
}

export interface FileError {
  readonly documentId: string;
  readonly line: number;
  readonly message: string;
}
