import type { EditorSnapshot } from '../base/ports/workspace.ts';
import type { RedactedDocument } from '../redaction/redaction.ts';
import { SourceText } from '../text/sourceText.ts';
import { unifiedDiff } from '../text/unifiedDiff.ts';

/** Note above the patch. */
const diskNote = 'From the unsaved text in the editor to the file, which changed on disk meanwhile.';

/**
 * The redacted patch from an unsaved text to its file on disk; null if they are equal. Only its hunk
 * headers if it does not fit, or while a secret is being typed.
 */
export function diskDiff(
  path: string,
  { diskText }: Pick<EditorSnapshot, 'diskText'>,
  raw: SourceText,
  redacted: RedactedDocument,
  fitsPatch: (patch: string) => boolean,
): string | null {
  if (diskText === undefined) return null;
  const older = redacted.of(raw).text;
  const newer = redacted.of(SourceText.from(diskText)).text;
  const patch = unifiedDiff(older, newer, { oldPath: path, newPath: path, note: diskNote });
  if (patch === '') return null;
  // The file may hold the beginning of what is being typed.
  if (fitsPatch(patch) && !redacted.isTyped(raw)) return patch;
  const headers = patch.match(/^@@ .*$/gm) ?? [];
  const listed = headers.join('\n');
  return `# ${diskNote}\n${fitsPatch(listed) ? listed : `${headers.length} hunks`}\n`;
}
