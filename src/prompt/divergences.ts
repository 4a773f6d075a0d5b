import { LruMap } from '../base/lruMap.ts';
import { diskDiff } from '../documents/diskDiff.ts';
import type { TrackedDocument } from '../documents/documents.ts';
import { fenced } from '../engine/format/fence.ts';
import type { Value } from '../protocol/channels.ts';
import type { Consumer } from '../protocol/consumer.ts';
import type { PromptServices } from './services.ts';

/** A file that changed on disk under unsaved text. */
export type Divergence = NonNullable<Value<'live:changesSince'>['diverged']>[number];

/** Maximum number of consumers' documents of which it is remembered what was reported. */
const maxReported = 256;
/** A longer patch is given by its hunk headers, UTF-16 units and as a share of a reply. */
const maxPatchLength = 16_000;
const maxPatchShare = 1 / 2;

/** Files that changed on disk under unsaved text. Each consumer gets each divergence once. */
export class Divergences {
  readonly #services: PromptServices;
  readonly #reported = new LruMap<string, { readonly consumer: Consumer; readonly file: string }>(maxReported);

  constructor(services: PromptServices) {
    this.#services = services;
  }

  /** The divergences that are new to the consumer: what is left of `bound` UTF-16 units holds them. */
  unreported(
    documents: readonly TrackedDocument[],
    consumer: Consumer,
    bound: number,
    used: number,
  ): readonly Divergence[] {
    let left = bound - used;
    return documents.flatMap((document) => {
      const divergence = this.#of(document, Math.min(maxPatchLength, bound * maxPatchShare));
      const reported = divergence && this.#reported.peek(divergenceKey(consumer, divergence));
      if (divergence === null || reported?.file === this.#fileOf(divergence)) return [];
      left -= divergenceText(divergence).length;
      return left < 0 ? [] : [divergence];
    });
  }

  /** Returns a function that remembers that the consumer received these, as they are now. */
  marker(divergences: readonly Divergence[], consumer: Consumer): () => void {
    const told = divergences.map(
      (one) => [divergenceKey(consumer, one), { consumer, file: this.#fileOf(one) }] as const,
    );
    return () => {
      for (const [key, one] of told) this.#reported.set(key, one);
    };
  }

  /** The consumer no longer knows of any. */
  forget(consumer: Consumer): void {
    for (const [key, reported] of this.#reported) if (reported.consumer === consumer) this.#reported.delete(key);
  }

  /** What is told of the file: what is typed meanwhile changes the patch, but not the file. */
  #fileOf({ documentId, patch }: Divergence): string {
    const { workspace, sha256 } = this.#services;
    return `${patch.includes('\n--- ')} ${sha256(workspace.editor(documentId)?.diskText ?? '')}`;
  }

  #of({ documentId, history }: TrackedDocument, longest: number): Divergence | null {
    const { workspace, redaction } = this.#services;
    const snapshot = workspace.editor(documentId);
    if (snapshot?.diskText === undefined) return null;
    const { path: file, projectId } = workspace.locate(documentId);
    const redacted = redaction.document(projectId, documentId);
    const patch = diskDiff(file, snapshot, history.text, redacted, (one) => one.length <= longest);
    return patch === null ? null : { documentId, file, versionId: history.seal().id, patch };
  }
}

function divergenceKey(consumer: Consumer, { documentId }: Divergence): string {
  return JSON.stringify([consumer, documentId]);
}

/** The text of a divergence after the changes. */
export function divergenceText({ file, versionId, patch }: Divergence): string {
  return `\n## ${file.replace(/[\r\n]+/g, ' ')} on disk\n\nversion ${versionId}\n\n${fenced(patch, 'diff')}\n`;
}
