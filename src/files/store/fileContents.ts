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

/** Makes the text of a lazy file, in parts or at once. */
export type MakeText = (key: string) => Promise<string> | AsyncIterable<string>;

export interface FileContentsParts {
  readonly tree: FileTree;
  readonly clock: Clock;
  readonly hasher: () => Hasher;
  readonly redact: RedactStreams;
  /** Another string whenever the same text may be redacted in another way than before. */
  readonly redactionEpoch: () => string;
}

/** Changes of the store. */
interface StoreChanges {
  /** Makes a change when those before it have been made. */
  readonly inTurn: <T>(change: () => Promise<T>) => Promise<T>;
  readonly stage: (conversation: ConversationFiles, projectId: string | undefined) => StagedFile;
  /** The content of a file has become another one. */
  readonly onRewritten: (conversationId: string) => void;
}

/** A file that is read: as the manifest has it now, where it lies, and its bytes. */
interface OpenedFile extends FileReader {
  readonly file: StoredFile;
  readonly name: string;
}

/**
 * What stored files hold. A lazy one is made when it is first read; the secrets of any are those of now: at the first opening, and
 * whenever rules, allowances or the setting have changed, it is searched again, and written again where that finds something.
 */
export class FileContents implements Disposable {
  readonly #parts: FileContentsParts;
  readonly #changes: StoreChanges;
  readonly #lazy: LazyFiles;
  readonly #makers = new Map<FileSource, MakeText>();
  /** In which epoch of redaction a file was searched last, by conversation and id. */
  readonly #searched = new Map<string, string>();

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

  /** The size of a lazy file that has been made, bytes. */
  madeSize(conversationId: string, id: string): number | undefined {
    return this.#lazy.sizeOf(contentKey(conversationId, id));
  }

  /** A file was written in an epoch of redaction. */
  written(conversationId: string, id: string, epoch: string): void {
    this.#searched.set(contentKey(conversationId, id), epoch);
  }

  forget(conversationId: string, id: string): void {
    this.#lazy.forget(contentKey(conversationId, id));
    this.#searched.delete(contentKey(conversationId, id));
  }

  dispose(): void {
    this.#lazy.dispose();
  }

  async open(conversation: ConversationFiles, file: StoredFile): Promise<OpenedFile> {
    const key = contentKey(conversation.id, file.id);
    const epoch = this.#parts.redactionEpoch();
    if (this.#searched.get(key) === epoch) return this.#opened(conversation, file);
    if (file.size === undefined) this.#lazy.forget(key);
    const opened = await this.#opened(conversation, file);
    const now = file.size === undefined ? file : await this.#redactedAgain(conversation, file, opened);
    this.#searched.set(key, epoch);
    return now === file ? opened : this.#opened(conversation, now);
  }

  async #opened(conversation: ConversationFiles, file: StoredFile): Promise<OpenedFile> {
    const name = conversation.nameOf(file);
    const size = file.size ?? (await this.#made(conversation, file));
    const read = async (offset: number, length: number): Promise<Uint8Array> => {
      const part = async () => {
        const bytes = await guarded(() => this.#parts.tree.readRange(name, offset, length));
        const isCut = bytes !== null && bytes.length < Math.min(length, size - offset);
        return isCut ? Promise.reject(new AppError('FILE_DAMAGED')) : bytes;
      };
      const bytes = await part();
      if (bytes !== null) return bytes;
      // A lazy one may have been dropped since.
      if (file.size === undefined) {
        this.#lazy.forget(contentKey(conversation.id, file.id));
        await this.#made(conversation, file);
      }
      return (await part()) ?? Promise.reject(new AppError('FILE_UNKNOWN'));
    };
    return { file, name, size, read };
  }

  /** The file as it is now, after its bytes have been compared with what was written. */
  async #redactedAgain(conversation: ConversationFiles, file: StoredFile, content: FileReader): Promise<StoredFile> {
    const { hasher, redact } = this.#parts;
    if (!(await isToBeWrittenAgain(content, file.hash, hasher, redact(file.projectId)))) return file;
    const write = async (writer: FileWriter) => void (await eachText(content, (text) => writer.write(text)));
    return this.#rewritten(conversation, file, write, async ({ size, hash, part }) => {
      const now: StoredFile = { ...file, size, hash };
      await this.#changes.inTurn(() => conversation.add([{ file: now, part }]));
      this.#changes.onRewritten(conversation.id);
      return now;
    });
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
    { projectId }: StoredFile,
    write: (writer: FileWriter) => Promise<void>,
    putInPlace: (written: Written) => Promise<T>,
  ): Promise<T> {
    const { writer, settle } = this.#changes.stage(conversation, projectId);
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

async function writeAll(writer: FileWriter, made: ReturnType<MakeText>): Promise<void> {
  if (made instanceof Promise) return writer.write(await made);
  for await (const text of made) await writer.write(text);
}
