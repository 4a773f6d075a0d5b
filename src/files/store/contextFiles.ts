import { AppError } from '../../base/appError.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import { KeyedLimiter } from '../../base/keyedLimiter.ts';
import { encodeUtf8 } from '../../base/utf8.ts';
import type { ContextRef, FileKind, FileSource } from '../../protocol/contextFiles.ts';
import type { Addition, ConversationFiles } from './conversation.ts';
import { FilesByConversation, type StoreFolder } from './conversations.ts';
import { FileContents, type FileContentsParts } from './fileContents.ts';
import { FileWriter, guarded } from './fileWriter.ts';
import type { NewFile, StoredContent, StoredFile } from './storedFile.ts';
import { fileId, fileKindOf, isFileId, pathOf, storedHint } from './storedFile.ts';

export interface ContextFilesParts extends FileContentsParts, StoreFolder {
  /** Returns a unique string, such as a UUID. */
  readonly newId: () => string;
}

/** A context file that is being written. */
export interface OpenFile {
  write(text: string): Promise<void>;
  /** Lists the file, under its first hint unless a later one is given. */
  close(hint?: string): Promise<ContextRef>;
  /** Discards the file; harmless after the end. */
  abort(): Promise<void>;
}

/**
 * The context files of a storage folder: written atomically, listed from a manifest, kept for a
 * time and up to a size. Nothing outside the folder is touched: ids are looked up, never made into
 * paths. Every failure is an {@link AppError}. Changes happen one after another; reading never
 * waits.
 */
export class ContextFiles implements Disposable {
  readonly #parts: ContextFilesParts;
  readonly #conversations: FilesByConversation;
  readonly #contents: FileContents;
  readonly #changed = new Emitter<string>();
  /** Times of the last reads, by conversation and id. */
  readonly #used = new Map<string, number>();
  readonly #turns = new KeyedLimiter();

  /** Fires with the conversation whose list has changed. */
  readonly onDidChange = this.#changed.event;

  constructor(parts: ContextFilesParts) {
    this.#parts = parts;
    this.#conversations = new FilesByConversation(parts);
    this.#contents = new FileContents(parts, {
      inTurn: (change) => this.#inTurn(change),
      // What takes the place of its like needs no room.
      writer: (conversation, projectId) => this.#writer(conversation, projectId, Number.POSITIVE_INFINITY),
      onRewritten: (conversationId) => this.#changed.fire(conversationId),
    });
  }

  /** The newest first; with a project only its files and those of none. */
  async list(conversationId: string, kind?: FileKind, limit = 50, projectId?: string): Promise<ContextRef[]> {
    const conversation = await this.#known(conversationId);
    if (conversation === null) return [];
    const isOf = (file: StoredFile) => projectId === undefined || [projectId, 'none'].includes(file.projectId);
    const listed = conversation.files
      .toReversed()
      .filter((file) => this.#isThere(file) && isOf(file))
      .filter((file) => kind === undefined || fileKindOf(file) === kind)
      .slice(0, limit);
    return this.#refsOf(conversation, listed);
  }

  /**
   * Opens a file for reading, without the secrets known by now.
   *
   * @throws AppError `FILE_UNKNOWN`, or `FILE_DAMAGED` if it is not what was written; also on reads
   */
  async open(conversationId: string, id: string): Promise<StoredContent> {
    const found = await this.#find(conversationId, id);
    this.#used.set(`${conversationId}/${id}`, this.#parts.clock.now());
    const { file, ...content } = await this.#contents.open(found.conversation, found.file);
    return { ...content, ref: await this.#refOf(file, content.size) };
  }

  /**
   * Begins a file whose content comes in parts. At its close, others make room and it is listed.
   */
  async create(about: NewFile): Promise<OpenFile> {
    const conversation = await this.#conversation(about.conversationId);
    return this.#begin(conversation, this.#freshId(conversation, about.source), about);
  }

  #begin(conversation: ConversationFiles, id: string, about: NewFile): OpenFile {
    // A secret found from now on may be in a part written before.
    const epoch = this.#parts.redactionEpoch(about.projectId ?? 'none');
    const writer = this.#writer(conversation, about.projectId);
    return {
      write: (text) => writer.write(text),
      abort: () => writer.abort(),
      close: async (hint = about.hint) => {
        try {
          const { size, hash, part } = await writer.end();
          const { source, mimeType, projectId = 'none' } = about;
          const path = pathOf(id, source, mimeType);
          const shown = storedHint(await this.#redacted(projectId, hint));
          const created = this.#parts.clock.now();
          const expires = created + this.#parts.limits().retentionMs;
          const file = { id, path, source, hint: shown, mimeType, projectId, created, expires, size, hash };
          await this.#inTurn(async () => {
            await this.#makeRoom(size, true);
            await conversation.add([{ file, part }]);
            this.#contents.written(conversation.id, file, epoch);
          });
          this.#changed.fire(conversation.id);
          const [ref] = await this.#refsOf(conversation, [file]);
          return ref as ContextRef;
        } catch (error) {
          await writer.abort();
          throw error;
        }
      },
    };
  }

  /** Stores a text as a file. */
  async save(about: NewFile, text: string): Promise<ContextRef> {
    return filled(await this.create(about), text);
  }

  /** Stores a text as the file of a source and key, unless it is stored already. */
  async saveOnce(about: NewFile, key: string, text: string): Promise<void> {
    const conversation = await this.#conversation(about.conversationId);
    const id = this.idOf(about.source, key);
    const known = conversation.get(id);
    if (known !== undefined && known.expires > this.#parts.clock.now()) return;
    await filled(this.#begin(conversation, id, about), text);
  }

  /** The id of the file of a source and key, listed or not. */
  idOf(source: FileSource, key: string): string {
    const hasher = this.#parts.hasher();
    hasher.update(encodeUtf8(`${source}\n${key}`));
    return fileId(source, hasher.hex());
  }

  /** Returns false if there was no such file. */
  async delete(conversationId: string, id: string): Promise<boolean> {
    if (!isFileId(id)) throw new AppError('FILE_ID_INVALID');
    const conversation = await this.#known(conversationId);
    if (conversation === null) return false;
    return this.#inTurn(async () => (await this.#remove(conversation, new Set([id]))) > 0);
  }

  /** Deletes all files of a conversation and returns their number. */
  async clear(conversationId: string): Promise<number> {
    const conversation = await this.#known(conversationId);
    if (conversation === null) return 0;
    return this.#inTurn(async () => {
      const gone = await conversation.clear();
      for (const { id } of gone) this.#forget(conversationId, id);
      if (gone.length > 0) this.#changed.fire(conversationId);
      return gone.length;
    });
  }

  /** Numbers of files, and their bytes without the secrets known by now, by conversation. */
  async usage(isAsked: (conversationId: string) => boolean = () => true) {
    const used: { readonly conversationId: string; readonly files: number; readonly bytes: number }[] = [];
    for (const conversation of await guarded(() => this.#conversations.all())) {
      const { id, files } = conversation;
      if (files.length === 0 || !isAsked(id)) continue;
      const sizes = await this.#contents.sizes(conversation, files);
      const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
      used.push({ conversationId: id, files: files.length, bytes });
    }
    return used;
  }

  /** The files of a conversation as the manifest has them, the oldest first. */
  async stored(conversationId: string): Promise<readonly StoredFile[]> {
    return (await this.#known(conversationId))?.files ?? [];
  }

  /** Maximum size of all conversations together, bytes. */
  get quotaBytes(): number {
    return this.#parts.limits().quotaBytes;
  }

  /**
   * Adapts a file of an archive for a project: dated as in the archive but not in the future, and
   * kept as long as a new one.
   */
  async imported(file: StoredFile, projectId: string): Promise<StoredFile> {
    const now = this.#parts.clock.now();
    return {
      ...file,
      hint: storedHint(await this.#redacted(projectId, file.hint)),
      projectId,
      created: Math.min(file.created, now),
      expires: now + this.#parts.limits().retentionMs,
    };
  }

  /** Stages the content of a file for {@link add}. */
  async stage(conversationId: string, projectId: string): Promise<FileWriter> {
    return this.#writer(await this.#conversation(conversationId), projectId);
  }

  /**
   * Lists staged files atomically, without those whose ids are taken, and returns their number. No
   * other file makes room for them.
   */
  async add(conversationId: string, additions: readonly Addition[]): Promise<number> {
    const conversation = await this.#conversation(conversationId);
    return this.#inTurn(async () => {
      const fresh = additions.filter(({ file }) => conversation.get(file.id) === undefined);
      if (fresh.length === 0) return 0;
      await this.#makeRoom(
        fresh.reduce((sum, { file }) => sum + file.size, 0),
        false,
      );
      await conversation.add(fresh);
      this.#changed.fire(conversationId);
      return fresh.length;
    });
  }

  /** Settles when the changes asked for so far have been made. */
  flush(): Promise<void> {
    return this.#turns.run('', async () => {});
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #freshId(conversation: ConversationFiles, source: FileSource): string {
    for (;;) {
      const id = fileId(source, this.#parts.newId());
      if (conversation.get(id) === undefined) return id;
    }
  }

  #writer(conversation: ConversationFiles, projectId = 'none', maxBytes = this.quotaBytes): FileWriter {
    const { tree, redact, hasher, newId } = this.#parts;
    return new FileWriter({
      tree,
      part: conversation.partName(newId()),
      redact: redact(projectId),
      hasher: hasher(),
      maxBytes,
    });
  }

  /** Removes expired files and, if others may go, the least recently used until the bytes fit. */
  async #makeRoom(bytes: number, mayEvict: boolean): Promise<void> {
    const conversations = await this.#conversations.all();
    const files = conversations.flatMap((conversation) =>
      conversation.files.map((file) => ({ conversation, file, used: this.#used.get(`${conversation.id}/${file.id}`) })),
    );
    const gone = evictions(files, bytes, { quotaBytes: this.quotaBytes, mayEvict, now: this.#parts.clock.now() });
    if (gone === null) throw new AppError('FILES_QUOTA_FULL');
    for (const conversation of new Set(gone.map((one) => one.conversation))) {
      const ids = gone.filter((one) => one.conversation === conversation).map(({ file }) => file.id);
      await this.#remove(conversation, new Set(ids));
    }
  }

  async #remove(conversation: ConversationFiles, ids: ReadonlySet<string>): Promise<number> {
    const gone = await conversation.remove(ids);
    for (const { id } of gone) this.#forget(conversation.id, id);
    if (gone.length > 0) this.#changed.fire(conversation.id);
    return gone.length;
  }

  #forget(conversationId: string, id: string): void {
    this.#contents.forget(conversationId, id);
    this.#used.delete(`${conversationId}/${id}`);
  }

  async #refsOf(conversation: ConversationFiles, files: readonly StoredFile[]): Promise<ContextRef[]> {
    const sizes = await this.#contents.sizes(conversation, files);
    return Promise.all(files.map((file) => this.#refOf(file, sizes.get(file.id))));
  }

  async #refOf(file: StoredFile, size: number | undefined): Promise<ContextRef> {
    const { id, mimeType, created, hint, projectId } = file;
    return {
      id,
      kind: fileKindOf(file),
      ...{ mimeType, byteSize: size, createdAt: created },
      hint: await this.#redacted(projectId, hint),
    };
  }

  async #redacted(projectId: string | undefined, text: string): Promise<string> {
    const redacting = this.#parts.redact(projectId ?? 'none');
    return (await redacting.push(text)) + (await redacting.end());
  }

  async #find(conversationId: string, id: string): Promise<{ conversation: ConversationFiles; file: StoredFile }> {
    if (!isFileId(id)) throw new AppError('FILE_ID_INVALID');
    const conversation = await this.#known(conversationId);
    const file = conversation?.get(id);
    if (conversation === null || file === undefined || !this.#isThere(file)) throw new AppError('FILE_UNKNOWN');
    return { conversation, file };
  }

  #isThere(file: StoredFile): boolean {
    return file.expires > this.#parts.clock.now();
  }

  #known(conversationId: string): Promise<ConversationFiles | null> {
    return guarded(() => this.#conversations.get(conversationId));
  }

  #conversation(conversationId: string): Promise<ConversationFiles> {
    return guarded(() => this.#conversations.getOrBegin(conversationId));
  }

  #inTurn<T>(operation: () => Promise<T>): Promise<T> {
    return this.#turns.run('', () => guarded(operation));
  }
}

/** Writes the whole text of a file and closes it. */
async function filled(file: OpenFile, text: string): Promise<ContextRef> {
  await file.write(text);
  return file.close();
}

/** Maximum number of files of all conversations together. */
const maxFiles = 5_000;

/**
 * Returns the files to remove before another is added: the expired, then the least recently used
 * until it fits. Null if that is not enough.
 *
 * @param needed bytes of the file to add
 */
function evictions<C extends { readonly file: StoredFile; readonly used: number | undefined }>(
  candidates: readonly C[],
  needed: number,
  { quotaBytes, mayEvict, now }: { readonly quotaBytes: number; readonly mayEvict: boolean; readonly now: number },
): readonly C[] | null {
  const gone = candidates.filter(({ file }) => file.expires <= now);
  const left = candidates.filter(({ file }) => file.expires > now);
  let total = left.reduce((sum, { file }) => sum + file.size, needed);
  let count = left.length + 1;
  const lastUse = ({ file, used }: C) => Math.max(file.created, used ?? 0);
  for (const candidate of mayEvict ? left.toSorted((a, b) => lastUse(a) - lastUse(b)) : []) {
    if (total <= quotaBytes && count <= maxFiles) break;
    total -= candidate.file.size;
    count--;
    gone.push(candidate);
  }
  return total <= quotaBytes && count <= maxFiles ? gone : null;
}
