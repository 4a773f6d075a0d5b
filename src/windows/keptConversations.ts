import * as z from 'zod';
import { JsonFile } from '../base/jsonFile.ts';
import type { Clock } from '../base/ports/clock.ts';
import type { FileSystem } from '../base/ports/fileSystem.ts';
import { sharedConversation } from '../protocol/contextFiles.ts';
import { lazyObject } from '../protocol/schemas.ts';
import { windowKinds } from '../protocol/windowKinds.ts';
import { settingSchema } from '../protocol/windows.ts';

/** Maximum number of stored conversations; the least recently used one makes room. */
const maxKept = 32;

const keptSchema = lazyObject(() => ({
  id: z.string(),
  /** Milliseconds since the Unix epoch. */
  usedAt: z.number(),
  /** Only windows with settings. */
  windows: z.array(
    z.strictObject({
      kind: z.enum(windowKinds),
      projectId: z.string(),
      documentId: z.string().nullable(),
      ...settingSchema.shape,
      summary: z.string(),
      pieces: z.array(settingSchema.extend({ id: z.string() })),
    }),
  ),
}));
/** The part of a conversation that survives a reload. Its client sends the talk again. */
export type KeptConversation = z.infer<typeof keptSchema>;

const conversationsFileSchema = lazyObject(() => ({ version: z.literal(1), conversations: z.array(keptSchema) }));

/** Stores conversations as long as context files, the developer's own without limit. */
export class KeptConversations {
  readonly #file: JsonFile<z.infer<typeof conversationsFileSchema>>;
  /** By id, in order of use. */
  readonly #kept = new Map<string, KeptConversation>();

  private constructor(file: JsonFile<z.infer<typeof conversationsFileSchema>>, kept: readonly KeptConversation[]) {
    this.#file = file;
    for (const one of kept) this.#kept.set(one.id, one);
  }

  /** `onFail` receives read and write errors; conversations are then in memory only. */
  static async open(
    files: FileSystem,
    clock: Clock,
    retentionMs: number,
    onFail: (error: unknown) => void,
  ): Promise<KeptConversations> {
    const file = new JsonFile(files, 'conversations.json', conversationsFileSchema, onFail);
    const { conversations = [] } = (await file.load()) ?? {};
    const oldest = clock.now() - retentionMs;
    return new KeptConversations(
      file,
      conversations.filter(({ id, usedAt }) => id === sharedConversation || usedAt >= oldest),
    );
  }

  of(id: string): KeptConversation | undefined {
    return this.#kept.get(id);
  }

  /** Stores a conversation; one without settings is forgotten. */
  keep(conversation: KeptConversation): void {
    const { id, windows } = conversation;
    const wasKept = this.#kept.delete(id);
    const isEmpty = windows.length === 0;
    if (isEmpty && !wasKept) return;
    if (!isEmpty) this.#kept.set(id, conversation);
    const eldest = [...this.#kept.keys()].find((one) => one !== sharedConversation);
    if (this.#kept.size > maxKept && eldest !== undefined) this.#kept.delete(eldest);
    void this.#file.save(() => ({ version: 1, conversations: [...this.#kept.values()] }));
  }

  /** Settles when everything is stored or has failed. */
  flush(): Promise<void> {
    return this.#file.flush();
  }
}
