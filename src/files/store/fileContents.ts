import { AppError } from '../../base/appError.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Clock } from '../../base/ports/clock.ts';
import type { FileTree } from '../../base/ports/fileSystem.ts';
import type { Hasher } from '../../base/ports/hash.ts';
import type { FileSource } from '../../protocol/contextFiles.ts';
import type { ConversationFiles } from './conversation.ts';
import type { FileReader } from './fileReader.ts';
import { eachText, isToBeWrittenAgain } from './fileText.ts';
import { type FileWriter, guarded, type RedactStreams, type StagedFile, type Written } from './fileWriter.ts';
import { LazyFiles } from './lazyFiles.ts';
import type { StoredFile } from './storedFile.ts';

/** How often a lazy file is made for one reader while other secrets become known. */
const maxRounds = 3;

/** Makes the text of a lazy file, in parts or at once. */
export type MakeText = (key: string) => Promise<string> | AsyncIterable<string>;

export interface FileContentsParts {
  readonly tree: FileTree;
  readonly clock: Clock;
  readonly hasher: () => Hasher;
  readonly redact: RedactStreams;
  /** Another string whenever the same text of a project may be redacted in another way than before. */
  readonly redactionEpoch: (projectId: string) => string;
}

/** Changes of the store. */
interface StoreChanges {
  /** Makes a change when those before it have been made. */
  readonly inTurn: <T>(change: () => Promise<T>) => Promise<T>;
  /** One that takes the place of its like needs no room of its own. */
  readonly stage: (conversation: ConversationFiles, file: StoredFile) => StagedFile;
  /** The content of a file has become another one. */
  readonly onRewritten: (conversationId: string) => void;
}

/** A file that is read: as the manifest has it now, where it lies, and its bytes. */
interface OpenedFile extends FileReader {
  readonly file: StoredFile;
  readonly name: string;
}

/**
 * What stored files hold. A lazy one is made when it is first read; the secrets of any are those of now: before anything is told of one for
 * the first time, and whenever rules, allowances or the setting have changed since, it is searched again, and written again where that
 * finds something.
 */
export class FileContents implements Disposable {
  readonly #parts: FileContentsParts;
  readonly #changes: StoreChanges;
  readonly #lazy: LazyFiles;
  readonly #makers = new Map<FileSource, MakeText>();
  /** In which epoch of redaction a file was searched last, by conversation and id. */
  readonly #searched = new Map<string, string>();
  /** In which one a file was found to be damaged. */
  readonly #damaged = new Map<string, string>();
  /** The last search of a file that is under way: they follow one another. */
  readonly #searching = new Map<string, Promise<unknown>>();

  constructor(parts: FileContentsParts, changes: StoreChanges) {
    this.#parts = parts;
    this.#changes = changes;
    this.#lazy = new LazyFiles(parts.clock);
  }

  /** How the lazy files of a source are made. */
  provide(source: FileSource, make: MakeText): Disposable {
    this.#makers.set(source, make);
    return { dispose: () => this.#makers.delete(source) };
  }

  /** A lazy file is there as long as somebody can make it. */
  isThere({ size, source }: StoredFile): boolean {
    return size !== undefined || this.#makers.has(source);
  }

  /** What lazy files that have been made take together, bytes. */
  get madeBytes(): number {
    return this.#lazy.bytes;
  }

  /**
   * The sizes of files without the secrets of now, bytes, by id. A lazy one that has not been made as of now has none, nor has one that cannot
   * be read.
   */
  async sizes(conversation: ConversationFiles, files: readonly StoredFile[]): Promise<ReadonlyMap<string, number>> {
    // What is found in one file may stand in one that was searched before it.
    for (const file of files) await this.#size(conversation, file);
    const sizes = new Map<string, number>();
    for (const file of files) {
      const size = await this.#size(conversation, file);
      if (size !== undefined) sizes.set(file.id, size);
    }
    return sizes;
  }

  async #size(conversation: ConversationFiles, file: StoredFile): Promise<number | undefined> {
    const key = contentKey(conversation.id, file.id);
    const epoch = this.#epochOf(file);
    if (file.size === undefined) return this.#searched.get(key) === epoch ? this.#lazy.sizeOf(key) : undefined;
    if (this.#damaged.get(key) === epoch) return undefined;
    try {
      return (await this.#upToDate(conversation, file)).size;
    } catch (error) {
      if (isDamage(error)) this.#damaged.set(key, epoch);
      return undefined;
    }
  }

  /** A file was written, from its beginning on, in an epoch of redaction. */
  written(conversationId: string, { id }: StoredFile, epoch: string): void {
    this.#searched.set(contentKey(conversationId, id), epoch);
  }

  forget(conversationId: string, id: string): void {
    const key = contentKey(conversationId, id);
    this.#lazy.forget(key);
    this.#searched.delete(key);
    this.#damaged.delete(key);
  }

  dispose(): void {
    this.#lazy.dispose();
  }

  open(conversation: ConversationFiles, file: StoredFile): Promise<OpenedFile> {
    if (file.size === undefined) return this.#openLazy(conversation, file);
    return this.#orAsNow(conversation, file, async (listed) => {
      const opened = this.#reader(conversation, await this.#upToDate(conversation, listed));
      const last = await opened.read(Math.max(0, opened.size - 1), 2);
      if (last.length !== Math.min(1, opened.size)) throw new AppError('FILE_DAMAGED');
      return opened;
    });
  }

  async #openLazy(conversation: ConversationFiles, file: StoredFile): Promise<OpenedFile> {
    const key = contentKey(conversation.id, file.id);
    let size = 0;
    // What is found while it is made may stand in a part that was written before it.
    for (let rounds = 0; rounds < maxRounds; rounds++) {
      const epoch = this.#epochOf(file);
      if (this.#searched.get(key) !== epoch) this.#lazy.forget(key);
      size = await this.#made(conversation, file);
      this.#searched.set(key, epoch);
      if (this.#epochOf(file) === epoch) break;
    }
    return this.#reader(conversation, { ...file, size }, async () => {
      this.#lazy.forget(key);
      await this.#made(conversation, file);
    });
  }

  /** The file as it is once the secrets of now have been taken out of it. */
  async #upToDate(conversation: ConversationFiles, file: StoredFile): Promise<StoredFile> {
    const key = contentKey(conversation.id, file.id);
    const before = this.#searching.get(key);
    const ofNow = () => conversation.get(file.id) ?? file;
    if (before === undefined && this.#searched.get(key) === this.#epochOf(file)) return ofNow();
    const search = async () => {
      const listed = ofNow();
      const epoch = this.#epochOf(listed);
      if (this.#searched.get(key) === epoch) return listed;
      const now = await this.#orAsNow(conversation, listed, (one) => this.#redactedAgain(conversation, one));
      this.#searched.set(key, epoch);
      return now;
    };
    const searching = before === undefined ? search() : before.then(search, search);
    this.#searching.set(key, searching);
    try {
      return await searching;
    } finally {
      if (this.#searching.get(key) === searching) this.#searching.delete(key);
    }
  }

  /** A file that is missing or seems to be damaged may have been written again by another window on the same folder. */
  async #orAsNow<T>(
    conversation: ConversationFiles,
    file: StoredFile,
    read: (file: StoredFile) => Promise<T>,
  ): Promise<T> {
    try {
      return await read(file);
    } catch (error) {
      if (!isDamage(error) && !isUnknownFile(error)) throw error;
      await this.#changes.inTurn(() => conversation.learn());
      const now = conversation.get(file.id);
      if (now === undefined) throw new AppError('FILE_UNKNOWN');
      if (now.hash === file.hash && now.size === file.size && now.path === file.path) throw error;
      this.#searched.delete(contentKey(conversation.id, file.id));
      return read(now);
    }
  }

  /** The bytes of a file of a known size; `restore` where it was dropped and can be made again. */
  #reader(
    conversation: ConversationFiles,
    file: StoredFile,
    restore = async (): Promise<void> => {
      throw new AppError('FILE_UNKNOWN');
    },
  ): OpenedFile {
    const name = conversation.nameOf(file);
    const { size = 0 } = file;
    const part = async (offset: number, length: number) => {
      const bytes = await guarded(() => this.#parts.tree.readRange(name, offset, length));
      const isCut = bytes !== null && bytes.length < Math.min(length, size - offset);
      return isCut ? Promise.reject(new AppError('FILE_DAMAGED')) : bytes;
    };
    const read = async (offset: number, length: number): Promise<Uint8Array> => {
      const bytes = await part(offset, length);
      if (bytes !== null) return bytes;
      await restore();
      return (await part(offset, length)) ?? Promise.reject(new AppError('FILE_UNKNOWN'));
    };
    return { file, name, size, read };
  }

  /** The file as it is now, after its bytes have been compared with what was written. */
  async #redactedAgain(conversation: ConversationFiles, file: StoredFile): Promise<StoredFile> {
    const { hasher, redact } = this.#parts;
    const content = this.#reader(conversation, file);
    if (!(await isToBeWrittenAgain(content, file.hash, hasher, redact(file.projectId)))) return file;
    const write = async (writer: FileWriter) => void (await eachText(content, (text) => writer.write(text)));
    return this.#rewritten(conversation, file, write, async ({ size, hash, part }) => {
      const now: StoredFile = { ...file, size, hash };
      await this.#changes.inTurn(() => conversation.add([{ file: now, part }]));
      this.#changes.onRewritten(conversation.id);
      return conversation.get(file.id) ?? now;
    });
  }

  #epochOf({ projectId }: StoredFile): string {
    return this.#parts.redactionEpoch(projectId);
  }

  /** The size of a lazy file, made if need be. */
  #made(conversation: ConversationFiles, file: StoredFile): Promise<number> {
    const { id, source, lazy } = file;
    const name = conversation.nameOf(file);
    const { tree } = this.#parts;
    const make = async (): Promise<number> => {
      const maker = this.#makers.get(source);
      if (maker === undefined || lazy === undefined) throw new AppError('FILE_NOT_MADE');
      const write = (writer: FileWriter) => writeAll(writer, maker(lazy.key));
      try {
        return await this.#rewritten(conversation, file, write, async ({ part, size }) => {
          await this.#changes.inTurn(async () => {
            if (conversation.get(id) === undefined) throw new AppError('FILE_UNKNOWN');
            await tree.rename(part, name);
          });
          return size;
        });
      } catch (error) {
        throw error instanceof AppError ? error : new AppError('FILE_NOT_MADE');
      }
    };
    const drop = () => this.#changes.inTurn(() => tree.remove(name));
    return this.#lazy.ensure(contentKey(conversation.id, id), make, drop);
  }

  /** Writes the content of a file aside and puts it in place; nothing is left where either fails. */
  async #rewritten<T>(
    conversation: ConversationFiles,
    file: StoredFile,
    write: (writer: FileWriter) => Promise<void>,
    putInPlace: (written: Written) => Promise<T>,
  ): Promise<T> {
    const { writer, settle } = this.#changes.stage(conversation, file);
    try {
      await write(writer);
      return await putInPlace(await writer.end());
    } catch (error) {
      await writer.abort();
      throw error;
    } finally {
      settle();
    }
  }
}

function contentKey(conversationId: string, id: string): string {
  return `${conversationId}/${id}`;
}

function isDamage(error: unknown): boolean {
  return error instanceof AppError && error.code === 'FILE_DAMAGED';
}

function isUnknownFile(error: unknown): boolean {
  return error instanceof AppError && error.code === 'FILE_UNKNOWN';
}

async function writeAll(writer: FileWriter, made: ReturnType<MakeText>): Promise<void> {
  if (made instanceof Promise) return writer.write(await made);
  for await (const text of made) await writer.write(text);
}
