import type { Clock } from '../../base/ports/clock.ts';
import type { FileEntry, FileTree } from '../../base/ports/fileSystem.ts';
import { ConversationFiles, contextFolder, conversationIn, folderOf } from './conversation.ts';
import { foundFile, manifestName, parseManifest } from './storedFile.ts';

/** Minimum age of remains, ms: newer ones may belong to another window on the same folder. */
const abandonedMs = 10 * 60 * 1000;

export interface StoreFolder {
  readonly tree: FileTree;
  readonly clock: Clock;
  /** Of a file's age, and of the bytes of all conversations together. */
  readonly limits: () => { readonly retentionMs: number; readonly quotaBytes: number };
}

/** All conversations that have files, read at the first use, when remains of a kill are removed. */
export class FilesByConversation {
  readonly #parts: StoreFolder;
  #opened: Promise<Map<string, ConversationFiles>> | null = null;

  constructor(parts: StoreFolder) {
    this.#parts = parts;
  }

  async all(): Promise<readonly ConversationFiles[]> {
    return [...(await this.#open()).values()];
  }

  async get(id: string): Promise<ConversationFiles | null> {
    folderOf(id);
    return (await this.#open()).get(id) ?? null;
  }

  /** A conversation that nobody has heard of yet begins without files. */
  async getOrBegin(id: string): Promise<ConversationFiles> {
    const opened = await this.#open();
    const conversation = opened.get(id) ?? new ConversationFiles(this.#parts.tree, this.#parts.clock, id, [], []);
    opened.set(id, conversation);
    return conversation;
  }

  /** A failure is not kept: the next one tries again. */
  #open(): Promise<Map<string, ConversationFiles>> {
    this.#opened ??= this.#read().catch((error) => {
      this.#opened = null;
      throw error;
    });
    return this.#opened;
  }

  async #read(): Promise<Map<string, ConversationFiles>> {
    const folders = new Set<string>();
    for (const entry of await this.#parts.tree.walk(contextFolder)) {
      const [, folder = '', ...rest] = entry.name.split('/');
      // The lock of a process that was killed.
      if (rest.length === 0 && folder.endsWith('.lock')) await this.#removeAbandoned(entry);
      folders.add(folder);
    }
    const opened = new Map<string, ConversationFiles>();
    for (const name of folders) {
      const id = conversationIn(name);
      if (id !== null) opened.set(id, await this.#scan(id));
    }
    return opened;
  }

  /**
   * Reads the files that a manifest lists and that are whole. A damaged manifest costs what it said
   * of them: they are described by their paths. A killed writer and an unfinished deletion leave
   * files that belong to nothing.
   */
  async #scan(id: string): Promise<ConversationFiles> {
    const { tree, clock, limits } = this.#parts;
    const folder = folderOf(id);
    // The manifest first: what another window lists meanwhile must not seem to be missing.
    const bytes = await tree.read(`${folder}/${manifestName}`);
    const found = new Map((await tree.walk(folder)).map((entry) => [entry.name.slice(folder.length + 1), entry]));
    const expires = clock.now() + limits().retentionMs;
    const described = [...found].flatMap(([path, { size, modified }]) => foundFile(path, size, modified) ?? []);
    const listed = parseManifest(bytes) ?? described.map((file) => ({ ...file, expires }));
    const files = listed.filter(({ path, size }) => found.get(path)?.size === size);
    const kept = new Set([manifestName, ...files.map(({ path }) => path)]);
    for (const [path, entry] of found) if (!kept.has(path)) await this.#removeAbandoned(entry);
    return new ConversationFiles(tree, clock, id, files, listed);
  }

  /** What cannot be removed now is tried again at the next start. */
  async #removeAbandoned({ name, modified }: FileEntry): Promise<void> {
    const { tree, clock } = this.#parts;
    if (clock.now() - modified >= abandonedMs) await tree.remove(name).catch(() => {});
  }
}
