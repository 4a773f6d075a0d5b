/** What is shown to the developer. Both reject when the editor cannot show it. */
export interface EditorWindow {
  /** Shows a line of a document; lines count from one. */
  show(documentId: string, line: number): Promise<void>;
  /** Shows the difference of two versions of a document; without `right` to its text now. */
  compare(documentId: string, left: string, right?: string): Promise<void>;
}
