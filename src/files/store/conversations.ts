import type { Clock } from '../../base/ports/clock.ts';
import type { FileTree } from '../../base/ports/fileSystem.ts';
import { ConversationFiles } from './conversation.ts';
import { contextFolder, conversationIn, folderOf } from './conversationFolder.ts';
import { abandonedMs, scanFolder } from './manifest.ts';

/** All conversations that have files, read at the first use, when remains of a kill are removed. */
export class FilesByConversation {
  readonly #tree: FileTree;
  readonly #clock: Clock;
  #opened: Promise<Map<string, ConversationFiles>> | null = null;

  constructor(tree: FileTree, clock: Clock) {
    this.#tree = tree;
    this.#clock = clock;
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
    const conversation = opened.get(id) ?? new ConversationFiles(this.#tree, this.#clock, id, [], []);
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
    for (const entry of await this.#tree.walk(contextFolder)) {
      const [, folder = '', ...rest] = entry.name.split('/');
      // The lock of a process that was killed.
      const isAbandoned = folder.endsWith('.lock') && this.#clock.now() - entry.modified > abandonedMs;
      if (rest.length === 0 && isAbandoned) await this.#tree.remove(entry.name).catch(() => {});
      folders.add(folder);
    }
    const opened = new Map<string, ConversationFiles>();
    for (const name of folders) {
      const id = conversationIn(name);
      if (id === null) continue;
      const { files, listed, orphans } = await scanFolder(this.#tree, folderOf(id), this.#clock.now());
      // What cannot be removed now is tried again at the next start.
      for (const orphan of orphans) await this.#tree.remove(orphan).catch(() => {});
      opened.set(id, new ConversationFiles(this.#tree, this.#clock, id, files, listed));
    }
    return opened;
  }
}
