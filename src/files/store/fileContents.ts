import { AppError } from '../../base/appError.ts';
import { codeOf } from '../../base/codeOf.ts';
import { KeyedLimiter } from '../../base/keyedLimiter.ts';
import type { Hasher } from '../../base/ports/hash.ts';
import { encodeUtf8 } from '../../base/utf8.ts';
import type { ConversationFiles } from './conversation.ts';
import type { StoreFolder } from './conversations.ts';
import { type FileWriter, guarded, type RedactStreams } from './fileWriter.ts';
import type { FileReader } from './pages.ts';
import type { StoredFile } from './storedFile.ts';

export interface FileContentsParts extends Pick<StoreFolder, 'tree' | 'clock'> {
  readonly hasher: () => Hasher;
  readonly redact: RedactStreams;
  /** Changes whenever the same text of a project may be redacted differently. */
  readonly redactionEpoch: (projectId: string) => string;
}

interface StoreChanges {
  /** Makes a change after those before it. */
  readonly inTurn: <T>(change: () => Promise<T>) => Promise<T>;
  readonly writer: (conversation: ConversationFiles, projectId: string) => FileWriter;
  readonly onRewritten: (conversationId: string) => void;
}

/** An open file: its current entry, its name on the disk and its bytes. */
interface OpenedFile extends FileReader {
  readonly file: StoredFile;
  readonly name: string;
}

/**
 * Contents of stored files without the secrets known by now. Before the first read of a file, and
 * whenever redaction has changed since, it is searched again and rewritten if need be.
 */
export class FileContents {
  readonly #parts: FileContentsParts;
  readonly #changes: StoreChanges;
  /** Epoch of the last search of a file, by conversation and id. */
  readonly #searched = new Map<string, string>();
  readonly #searches = new KeyedLimiter();

  constructor(parts: FileContentsParts, changes: StoreChanges) {
    this.#parts = parts;
    this.#changes = changes;
  }

  /** Returns the bytes of files by id, without those that cannot be read. */
  async sizes(conversation: ConversationFiles, files: readonly StoredFile[]): Promise<ReadonlyMap<string, number>> {
    // A secret found in one file may be in one that was searched before it.
    for (const file of files) await this.#size(conversation, file);
    const sizes = new Map<string, number>();
    for (const file of files) {
      const size = await this.#size(conversation, file);
      if (size !== undefined) sizes.set(file.id, size);
    }
    return sizes;
  }

  #size(conversation: ConversationFiles, file: StoredFile): Promise<number | undefined> {
    return this.#upToDate(conversation, file).then(
      ({ size }) => size,
      () => undefined,
    );
  }

  /** Notes that a whole file was written in an epoch of redaction. */
  written(conversationId: string, { id }: StoredFile, epoch: string): void {
    this.#searched.set(contentKey(conversationId, id), epoch);
  }

  forget(conversationId: string, id: string): void {
    this.#searched.delete(contentKey(conversationId, id));
  }

  open(conversation: ConversationFiles, file: StoredFile): Promise<OpenedFile> {
    return this.#orRelisted(conversation, file, async (listed) => {
      const opened = this.#reader(conversation, await this.#upToDate(conversation, listed));
      const last = await opened.read(Math.max(0, opened.size - 1), 2);
      if (last.length !== Math.min(1, opened.size)) throw new AppError('FILE_DAMAGED');
      return opened;
    });
  }

  /** Returns the entry of a file once the secrets known by now are taken out of its content. */
  #upToDate(conversation: ConversationFiles, file: StoredFile): Promise<StoredFile> {
    const key = contentKey(conversation.id, file.id);
    return this.#searches.run(key, async () => {
      const listed = conversation.get(file.id) ?? file;
      const epoch = this.#parts.redactionEpoch(listed.projectId);
      if (this.#searched.get(key) === epoch) return listed;
      const now = await this.#orRelisted(conversation, listed, (one) => this.#redactedAgain(conversation, one));
      this.#searched.set(key, epoch);
      return now;
    });
  }

  /** A file that is missing or seems damaged may have been rewritten by another window. */
  async #orRelisted<T>(
    conversation: ConversationFiles,
    file: StoredFile,
    read: (file: StoredFile) => Promise<T>,
  ): Promise<T> {
    try {
      return await read(file);
    } catch (error) {
      if (!['FILE_DAMAGED', 'FILE_UNKNOWN'].includes(codeOf(error) ?? '')) throw error;
      await this.#changes.inTurn(() => conversation.learn());
      const now = conversation.get(file.id);
      if (now === undefined) throw new AppError('FILE_UNKNOWN');
      if (now.hash === file.hash && now.size === file.size && now.path === file.path) throw error;
      this.#searched.delete(contentKey(conversation.id, file.id));
      return read(now);
    }
  }

  #reader(conversation: ConversationFiles, file: StoredFile): OpenedFile {
    const name = conversation.nameOf(file);
    const { size } = file;
    const read = async (offset: number, length: number): Promise<Uint8Array> => {
      const bytes = await guarded(() => this.#parts.tree.readRange(name, offset, length));
      if (bytes === null) throw new AppError('FILE_UNKNOWN');
      if (bytes.length < Math.min(length, size - offset)) throw new AppError('FILE_DAMAGED');
      return bytes;
    };
    return { file, name, size, read };
  }

  /** Compares a file with what was written, rewrites it if need be, and returns its entry. */
  async #redactedAgain(conversation: ConversationFiles, file: StoredFile): Promise<StoredFile> {
    const { hasher, redact } = this.#parts;
    const content = this.#reader(conversation, file);
    if (!(await isRedactedDifferently(content, file.hash, hasher, redact(file.projectId)))) return file;
    const writer = this.#changes.writer(conversation, file.projectId);
    try {
      await eachText(content, (text) => writer.write(text));
      const { size, hash, part } = await writer.end();
      const now: StoredFile = { ...file, size, hash };
      await this.#changes.inTurn(() => conversation.add([{ file: now, part }]));
      this.#changes.onRewritten(conversation.id);
      return conversation.get(file.id) ?? now;
    } catch (error) {
      await writer.abort();
      throw error;
    }
  }
}

function contentKey(conversationId: string, id: string): string {
  return `${conversationId}/${id}`;
}

/** Bytes read at once. */
const readBytes = 1024 * 1024;

/** Passes on a file's text in parts. Returns false if it is not UTF-8. */
async function eachText(file: FileReader, take: (text: string, bytes: Uint8Array) => Promise<void>): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });
  try {
    for (let offset = 0; offset < file.size; offset += readBytes) {
      const bytes = await file.read(offset, Math.min(readBytes, file.size - offset));
      await take(decoder.decode(bytes, { stream: true }), bytes);
    }
    // Throws when the bytes end inside a character.
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/**
 * Returns true if redacting a file now would change it.
 *
 * @param written the hash of what was written, if known
 * @throws AppError `FILE_DAMAGED` if the file is not what was written
 */
async function isRedactedDifferently(
  file: FileReader,
  written: string | undefined,
  hasher: () => Hasher,
  redacting: ReturnType<RedactStreams>,
): Promise<boolean> {
  const [stored, shown] = [hasher(), hasher()];
  const isText = await eachText(file, async (text, bytes) => {
    stored.update(bytes);
    shown.update(encodeUtf8(await redacting.push(text)));
  });
  const hash = stored.hex();
  if (written !== undefined && (!isText || written !== hash)) throw new AppError('FILE_DAMAGED');
  if (!isText) return false;
  shown.update(encodeUtf8(await redacting.end()));
  return shown.hex() !== hash;
}
