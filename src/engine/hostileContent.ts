import { isHostile } from './format/foreignText.ts';
import type { PieceContent } from './piece.ts';

/** Whether something in a content looks as if it were made to be taken for ours; what stands in a fence is no more than text anyway. */
export function holdsHostile(content: PieceContent): boolean {
  return foreignTexts(content).some(isHostile);
}

/** What of a content stands among our own words, outside of fences. */
function foreignTexts(content: PieceContent): readonly string[] {
  switch (content.kind) {
    case 'constraint':
      return [content.part.text];
    case 'setting':
      return [content.part.name, content.part.value];
    case 'instructions':
      return [content.part.file];
    case 'chunk':
      return [content.part.file, content.part.why];
    case 'planHint':
      return [content.hint.summary, content.hint.reason ?? ''];
    case 'document':
    case 'recentDiff':
    case 'anchorDiff':
    case 'editorState':
      return [];
  }
}
