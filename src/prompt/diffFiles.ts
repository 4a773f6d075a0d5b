import type { LiveContext } from '../documents/liveContext.ts';
import type { ContextFiles } from '../files/store/contextFiles.ts';
import { sharedConversation } from '../protocol/contextFiles.ts';
import type { DiffSummary } from '../protocol/prompt/liveContext.ts';

interface DiffFile {
  readonly id: string;
  readonly key: string;
  readonly projectId: string;
  readonly hint: string;
  readonly patch: string;
}

/** How often a picture is taken for one delivery while the developer makes one long diff after another. */
const maxPictures = 4;

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

  /**
   * Takes a picture, writes the files of the diffs that are too long and takes another, for the developer types on; gives the last
   * picture and the ids of the files that are there: a prompt names only those.
   */
  async keep(
    takePicture: () => LiveContext,
    fitsPatch: (patch: string) => boolean,
  ): Promise<{ readonly live: LiveContext; readonly kept: ReadonlySet<string> }> {
    const [tried, kept] = [new Set<string>(), new Set<string>()];
    let live = takePicture();
    for (let pictures = 1; pictures < maxPictures; pictures++) {
      const files = this.#of(live, fitsPatch).filter(({ id }) => !tried.has(id));
      if (files.length === 0) break;
      for (const file of files) {
        tried.add(file.id);
        if (await this.#save(file)) kept.add(file.id);
      }
      live = takePicture();
    }
    return { live, kept };
  }

  /** What the files of the diffs hold whose patches are too long. */
  #of(live: LiveContext, fitsPatch: (patch: string) => boolean): readonly DiffFile[] {
    const { editorState, recentDiffs, anchorDiff } = live;
    const { document_id: documentId, project_id: projectId, file } = editorState;
    return (anchorDiff === null ? recentDiffs : [...recentDiffs, anchorDiff]).flatMap((diff): DiffFile[] => {
      const key = diffKey(documentId, diff);
      if (key === null || fitsPatch(diff.patch)) return [];
      const hint = `Diff of ${file} from ${diff.base_version_id} to ${diff.version_id}`;
      return [{ id: this.#files.idOf('diff', key), key, projectId, hint, patch: diff.patch }];
    });
  }

  /** Writes a file unless it is there; whether it is there now. */
  async #save({ key, projectId, hint, patch }: DiffFile): Promise<boolean> {
    const about = {
      conversationId: sharedConversation,
      source: 'diff',
      projectId,
      hint,
      mimeType: 'text/x-diff',
    } as const;
    try {
      await this.#files.saveOnce(about, key, patch);
      return true;
    } catch (error) {
      this.#onFault(error);
      return false;
    }
  }
}

function diffKey(documentId: string, { base_version_id, version_id }: DiffSummary): string | null {
  return base_version_id === undefined ? null : JSON.stringify([documentId, base_version_id, version_id]);
}
