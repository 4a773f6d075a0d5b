/**
 * Kinds of windows in the order of the prompt, with their English titles. Each groups pieces of one
 * layer.
 */
export const windowTitles = {
  constraints: 'Constraints',
  instructions: 'Instructions',
  settings: 'Settings',
  retrieved: 'Code',
  diagnostics: 'Problems',
  contextFiles: 'Context files',
  note: 'Notes',
  document: 'Document',
  diffs: 'Changes',
  editorState: 'Editor',
  plan: 'Agent edits',
} as const;
export type WindowKind = keyof typeof windowTitles;
export const windowKinds = Object.keys(windowTitles) as readonly WindowKind[];
