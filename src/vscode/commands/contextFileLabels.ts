/** Codicons of context files by their kind. */
export const contextFileIcons = { artifact: 'output', history: 'history', catalog: 'list-unordered' } as const;

export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
