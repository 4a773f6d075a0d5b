import * as z from 'zod';
import { JsonFile } from '../base/jsonFile.ts';
import type { FileSystem } from '../base/ports/fileSystem.ts';
import { sharedConversation } from '../protocol/contextFiles.ts';
import { lazyObject } from '../protocol/schemas.ts';
import { windowKinds } from '../protocol/windowKinds.ts';
import { settingSchema } from '../protocol/windows.ts';

/** Maximum number of stored conversations; the least recently changed one makes room. */
const maxKept = 32;

const keptSchema = lazyObject(() => ({
  id: z.string(),
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

/** Stores the most recently changed conversations, and always the developer's own. */
export class KeptConversations {
  readonly #file: JsonFile<z.infer<typeof conversationsFileSchema>>;
  /** By id, in order of change. */
  readonly #kept = new Map<string, () => KeptConversation['windows']>();

  private constructor(file: JsonFile<z.infer<typeof conversationsFileSchema>>, kept: readonly KeptConversation[]) {
    this.#file = file;
    for (const { id, windows } of kept) this.#kept.set(id, () => windows);
  }

  /** `onFail` receives read and write errors; conversations are then in memory only. */
  static async open(files: FileSystem, onFail: (error: unknown) => void): Promise<KeptConversations> {
    const file = new JsonFile(files, 'conversations.json', conversationsFileSchema, onFail);
    return new KeptConversations(file, (await file.load())?.conversations ?? []);
  }

  of(id: string): KeptConversation['windows'] {
    return this.#kept.get(id)?.() ?? [];
  }

  /**
   * Stores the windows of a conversation, now and on {@link flush}, as pieces move without an
   * action; one without settings is forgotten.
   */
  keep(id: string, windows: () => KeptConversation['windows']): void {
    const isSet = windows().length > 0;
    if (!this.#kept.delete(id) && !isSet) return;
    if (isSet) this.#kept.set(id, windows);
    const eldest = [...this.#kept.keys()].find((one) => one !== sharedConversation);
    if (this.#kept.size > maxKept && eldest !== undefined) this.#kept.delete(eldest);
    void this.#save();
  }

  /** Settles when everything is stored or has failed. */
  flush(): Promise<void> {
    return this.#kept.size > 0 ? this.#save() : this.#file.flush();
  }

  #save(): Promise<void> {
    const conversations = () => [...this.#kept].map(([id, windows]) => ({ id, windows: windows() }));
    return this.#file.save(() => ({ version: 1, conversations: conversations() }));
  }
}
