import type { Redact } from '../engine/measure.ts';
import type { Redaction } from '../redaction/redaction.ts';

/** Removes secrets from pieces. Documents, diffs and chunks were redacted as whole texts before. */
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
        // Context files were redacted with their owner's scope.
        if (window === 'contextFiles') return content;
        return { ...content, part: { ...content.part, why: clean(content.part.why), text: clean(content.part.text) } };
      case 'planHint': {
        const { hint } = content;
        const reason = hint.reason === undefined ? {} : { reason: clean(hint.reason) };
        return { ...content, hint: { ...hint, summary: clean(hint.summary), ...reason } };
      }
      case 'note':
      case 'document':
      case 'recentDiff':
      case 'anchorDiff':
      case 'editorState':
        return content;
    }
  };
}
