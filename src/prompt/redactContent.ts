import type { Redact } from '../engine/measure.ts';
import type { Redaction } from '../redaction/redaction.ts';

/**
 * Takes secrets out of what pieces hold besides document texts. Documents, diffs and chunks come without them: theirs were found on the
 * whole texts.
 */
export function redactContent(redaction: Redaction): Redact {
  return (content, { projectId, window }) => {
    const clean = (text: string) => redaction.redactText(projectId, text).text;
    switch (content.kind) {
      case 'constraint':
        return { ...content, part: { ...content.part, text: clean(content.part.text) } };
      case 'instructions':
        return { ...content, part: { ...content.part, text: clean(content.part.text) } };
      case 'setting':
        return { ...content, part: { ...content.part, value: clean(content.part.value) } };
      case 'chunk':
        // Context files come redacted by what they belong to: an agent's own are no answer to what it guesses.
        if (window === 'contextFiles') return content;
        return { ...content, part: { ...content.part, why: clean(content.part.why), text: clean(content.part.text) } };
      case 'planHint': {
        const { hint } = content;
        const reason = hint.reason === undefined ? {} : { reason: clean(hint.reason) };
        return { ...content, hint: { ...hint, summary: clean(hint.summary), ...reason } };
      }
      case 'document':
      case 'recentDiff':
      case 'anchorDiff':
      case 'editorState':
        return content;
    }
  };
}
