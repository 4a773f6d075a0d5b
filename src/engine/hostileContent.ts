import { isHostile } from './format/foreignText.ts';
import type { PieceContent } from './piece.ts';

/** True if a text outside of fences imitates the prompt's own. */
export function holdsHostile(content: PieceContent): boolean {
  return foreignTexts(content).some(isHostile);
}

/** The texts of a content that the prompt shows outside of fences. */
function foreignTexts(content: PieceContent): readonly string[] {
  switch (content.kind) {
    case 'constraint':
      return [content.part.text];
    case 'setting':
      return [content.part.name, content.part.value];
    case 'instructions':
      return [content.part.file];
    case 'note':
      return [content.part.text, content.part.place ?? ''];
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
