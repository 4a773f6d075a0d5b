import type { ContextFiles } from '../files/store/contextFiles.ts';
import type { LiveContext } from '../live/liveContext.ts';
import { sharedConversation } from '../protocol/contextFiles.ts';
import type { DiffSummary } from '../protocol/prompt/liveContext.ts';

/** Diffs that are too long for a prompt, as context files: whatever becomes of their versions, they can be read. */
export class DiffFiles {
  readonly #files: ContextFiles;
  readonly #onFault: (error: unknown) => void;

  constructor(files: ContextFiles, onFault: (error: unknown) => void) {
    this.#files = files;
    this.#onFault = onFault;
  }

  /** The id of the file of a diff, whether it is there already or not; null for what is no diff of two versions. */
  idOf(documentId: string, diff: DiffSummary): string | null {
    const key = diffKey(documentId, diff);
    return key === null ? null : this.#files.idOf('diff', key);
  }

  /** Writes the files of the diffs that a prompt's text names. A failure costs the files, not the prompt. */
  async keep({ editorState, recentDiffs, anchorDiff }: LiveContext, text: string): Promise<void> {
    const { document_id: documentId, project_id: projectId, file } = editorState;
    for (const diff of anchorDiff === null ? recentDiffs : [...recentDiffs, anchorDiff]) {
      const key = diffKey(documentId, diff);
      if (key === null || !text.includes(this.#files.idOf('diff', key))) continue;
      const hint = `Diff of ${file} from ${diff.base_version_id} to ${diff.version_id}`;
      const about = { conversationId: sharedConversation, source: 'diff', projectId, hint } as const;
      await this.#files.saveOnce({ ...about, mimeType: 'text/x-diff' }, key, diff.patch).catch(this.#onFault);
    }
  }
}

function diffKey(documentId: string, { base_version_id, version_id }: DiffSummary): string | null {
  return base_version_id === undefined ? null : JSON.stringify([documentId, base_version_id, version_id]);
}
