import { fileRead, gitDiff } from '../edits/ordinary.ts';
import type { OrdinaryReading } from '../edits/proof.ts';
import type { PieceContent } from '../engine/piece.ts';

/**
 * The usual ways to read a prompt's contents: one call for the lines of each document and retrieved
 * piece, one `git diff` for the recent diffs. Rules, settings and editor state have none.
 */
export function ordinaryReadings(file: string, contents: readonly PieceContent[]): readonly OrdinaryReading[] {
  const patches: string[] = [];
  const readings: OrdinaryReading[] = [];
  for (const content of contents) {
    if (content.kind === 'document') {
      const { current_document: text, excerpt } = content.part;
      readings.push({ ways: [fileRead(file, text, excerpt?.first_line)] });
    } else if (content.kind === 'chunk') {
      const { file: path, text, first_line: first } = content.part;
      if (text !== '') readings.push({ ways: [fileRead(path, text, first)] });
    } else if (content.kind === 'recentDiff') patches.push(content.diff.patch);
  }
  return patches.length === 0 ? readings : [...readings, { ways: [gitDiff(file, patches.join('\n'))] }];
}
