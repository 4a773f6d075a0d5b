import { fileRead, gitDiff } from '../edits/ordinary.ts';
import type { OrdinaryReading } from '../edits/proof.ts';
import type { PieceContent } from '../engine/piece.ts';

/**
 * How else a prompt's contents could have been read: the lines of the document and of each retrieved piece by one call each, the recent
 * diffs by one call of git's. What no ordinary call tells (rules, settings, editor state) is left out.
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
