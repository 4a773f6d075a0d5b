import * as z from 'zod';
import { AppError } from '../base/appError.ts';
import { LruMap } from '../base/lruMap.ts';
import type { ContextFiles } from '../files/store/contextFiles.ts';
import type { LiveContext } from '../live/liveContext.ts';
import { sharedConversation } from '../protocol/contextFiles.ts';
import type { DiffSummary } from '../protocol/liveContext.ts';

const keySchema = z.tuple([z.string(), z.string(), z.string()]);

/** Gives the patch from one version of a document to another. */
export type PatchOf = (documentId: string, from: string, to: string) => Promise<string>;

/** UTF-16 units of patches that are kept in memory, redacted, for when their versions are folded away. */
const keptUnits = 8_000_000;

/** Diffs that are too long for a prompt, as context files that are made from the versions when they are read. */
export class DiffFiles {
  readonly #files: ContextFiles;
  readonly #listed = new LruMap<string, string>(keptUnits, { sizeOf: (patch) => patch.length });
  readonly #onFault: (error: unknown) => void;

  constructor(files: ContextFiles, patchOf: PatchOf, onFault: (error: unknown) => void) {
    this.#files = files;
    this.#onFault = onFault;
    files.provide('diff', async (key) => {
      try {
        return await patchOf(...keySchema.parse(JSON.parse(key)));
      } catch (error) {
        const patch = this.#listed.get(key);
        if (patch === undefined || !(error instanceof AppError)) throw error;
        return patch;
      }
    });
  }

  /** The id of the file of a diff, whether it is listed already or not; null when the diff cannot be made again. */
  idOf(documentId: string, diff: DiffSummary): string | null {
    const key = keyOf(documentId, diff);
    return key === null ? null : this.#files.lazyId('diff', key);
  }

  /** Lists the files of the diffs that are longer than `patchLength`, UTF-16 units. A failure costs the files, not the prompt. */
  async list({ editorState, recentDiffs, anchorDiff }: LiveContext, patchLength: number): Promise<void> {
    const { document_id: documentId, project_id: projectId, file } = editorState;
    const diffs = anchorDiff === null ? recentDiffs : [...recentDiffs, anchorDiff];
    for (const diff of diffs) {
      const key = keyOf(documentId, diff);
      if (key === null || diff.patch.length <= patchLength) continue;
      this.#listed.set(key, diff.patch);
      const hint = `Diff of ${file} from ${diff.base_version_id} to ${diff.version_id}`;
      const about = { conversationId: sharedConversation, source: 'diff', projectId, hint } as const;
      await this.#files.addLazy({ ...about, mimeType: 'text/x-diff' }, key).catch(this.#onFault);
    }
  }
}

function keyOf(documentId: string, { base_version_id, version_id }: DiffSummary): string | null {
  return base_version_id === undefined ? null : JSON.stringify([documentId, base_version_id, version_id]);
}
