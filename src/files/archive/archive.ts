import type { Entry, FileEntry } from '@zip.js/zip.js';
import { AppError } from '../../base/appError.ts';
import { decodeStrictUtf8 } from '../../base/utf8.ts';
import type { ContextFiles } from '../store/contextFiles.ts';
import { type Addition, isConversationId } from '../store/conversation.ts';
import type { FileWriter } from '../store/fileWriter.ts';
import { foundFile, manifestBytes, manifestName, parseManifest, type StoredFile } from '../store/storedFile.ts';

/** Maximum number of files in an archive, and of bytes in its manifest. */
const maxArchiveEntries = 5_000;
const maxManifestBytes = 16 * 1024 * 1024;
/** A zip dates nothing earlier, ms since the epoch. */
const earliest = Date.UTC(1980, 0, 2);

/** Packs one conversation as a zip: its files under `context/<conversationId>/` with a manifest. */
export async function exportConversation(files: ContextFiles, conversationId: string) {
  const { ZipWriter, Uint8ArrayReader, Uint8ArrayWriter } = await import('./zipLibrary.ts');
  const zip = new ZipWriter<Uint8Array>(new Uint8ArrayWriter());
  const listed: StoredFile[] = [];
  for (const file of await files.stored(conversationId)) {
    const content = await files.open(conversationId, file.id).catch((error) => {
      if (error instanceof AppError && error.code === 'FILE_UNKNOWN') return null;
      throw error;
    });
    if (content === null) continue;
    await zip.add(`context/${conversationId}/${file.path}`, new Uint8ArrayReader(await content.read(0, content.size)), {
      lastModDate: new Date(file.created),
    });
    // The hash may be that of a text with secrets that are hidden now.
    const { hash: _, ...described } = file;
    listed.push({ ...described, hint: content.ref.hint, projectId: 'none', size: content.size });
  }
  await zip.add(`context/${conversationId}/${manifestName}`, new Uint8ArrayReader(manifestBytes(listed)), {
    lastModDate: new Date(Math.max(earliest, ...listed.map(({ created }) => created))),
  });
  return { conversationId, files: listed.length, archive: await zip.close() };
}

/**
 * Adds an exported conversation's files to the conversation that the archive names, atomically.
 * Files whose ids are present stay unchanged. Contents are redacted.
 *
 * @throws AppError `ARCHIVE_INVALID` or `ARCHIVE_TOO_LARGE`
 */
export async function importConversation(files: ContextFiles, archive: Uint8Array, projectId: string) {
  if (archive.length > files.quotaBytes) throw new AppError('ARCHIVE_TOO_LARGE');
  const { ZipReader, Uint8ArrayReader } = await import('./zipLibrary.ts');
  const reader = new ZipReader(new Uint8ArrayReader(archive), { strictness: 'strict', checkSignature: true });
  const entries = await valid(() => reader.getEntries());
  const plan = archivePlan(entries, files.quotaBytes);
  const { conversationId, contents } = plan;
  const known = new Set((await files.stored(conversationId)).map(({ id }) => id));
  const described = await descriptions(plan, files, projectId);
  const writers: FileWriter[] = [];
  const additions: Addition[] = [];
  try {
    for (const { entry, found } of contents) {
      const file = described.get(found.id);
      if (known.has(found.id) || file === undefined || entry.directory) continue;
      const writer = await files.stage(conversationId, projectId);
      writers.push(writer);
      additions.push(await unpacked(entry, file, writer));
    }
    const added = await files.add(conversationId, additions);
    return { conversationId, added, present: contents.length - added };
  } catch (error) {
    for (const writer of writers) await writer.abort();
    throw error;
  }
}

/** Returns the archive's files by id: from its manifest, else from their names. */
async function descriptions(plan: ReturnType<typeof archivePlan>, files: ContextFiles, projectId: string) {
  const { manifest, contents } = plan;
  const bytes = manifest === null ? null : await bytesOf(manifest);
  const listed = new Map(parseManifest(bytes)?.map((file) => [file.id, file]));
  return new Map(
    await Promise.all(
      contents.map(async ({ found }): Promise<[string, StoredFile]> => {
        const file = listed.get(found.id) ?? found;
        if (file.path !== found.path || file.size !== found.size) throw new AppError('ARCHIVE_INVALID');
        return [found.id, await files.imported(file, projectId)];
      }),
    ),
  );
}

/** Unpacks an entry, which must have the announced size. */
async function bytesOf(entry: Entry): Promise<Uint8Array> {
  const { Uint8ArrayWriter } = await import('./zipLibrary.ts');
  if (entry.directory) throw new AppError('ARCHIVE_INVALID');
  let size = 0;
  class BoundedWriter extends Uint8ArrayWriter {
    override async writeUint8Array(bytes: Uint8Array): Promise<void> {
      size += bytes.length;
      if (size > entry.uncompressedSize) throw new AppError('ARCHIVE_TOO_LARGE');
      await super.writeUint8Array(bytes);
    }
  }
  return valid(() => entry.getData(new BoundedWriter(), { checkSignature: true }));
}

/** Unpacks one file, which must be text. */
async function unpacked(entry: FileEntry, file: StoredFile, writer: FileWriter): Promise<Addition> {
  const text = decodeStrictUtf8(await bytesOf(entry));
  if (text === null) throw new AppError('ARCHIVE_INVALID');
  await writer.write(text);
  const { size, hash, part } = await writer.end();
  return { file: { ...file, size, hash }, part };
}

/** Reports whatever the library finds wrong as a fault of the archive. */
async function valid<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('ARCHIVE_INVALID');
  }
}

/**
 * Plans an import before a byte is unpacked. All entries must be files of one conversation, without
 * duplicates, and fit together.
 *
 * @param maxBytes maximum size of all contents
 * @throws AppError `ARCHIVE_INVALID` or `ARCHIVE_TOO_LARGE`
 */
function archivePlan(entries: readonly Entry[], maxBytes: number) {
  if (entries.length > maxArchiveEntries) throw new AppError('ARCHIVE_TOO_LARGE');
  const files = entries.filter(({ directory }) => !directory);
  const named = files.map((entry) => ({ entry, ...parted(entry) }));
  const [conversationId, ...others] = new Set(named.map((one) => one.conversationId));
  if (conversationId === undefined || others.length > 0) throw new AppError('ARCHIVE_INVALID');
  const contents = named.flatMap(({ entry, path }) => {
    const found = foundFile(path, entry.uncompressedSize, entry.lastModDate.getTime());
    if (found === null && path !== manifestName) throw new AppError('ARCHIVE_INVALID');
    return found === null ? [] : [{ entry, found }];
  });
  const manifest = named.find(({ path }) => path === manifestName)?.entry ?? null;
  const ids = new Set(contents.map(({ found }) => found.id));
  if (ids.size + (manifest === null ? 0 : 1) < files.length) throw new AppError('ARCHIVE_INVALID');
  const total = contents.reduce((sum, { found }) => sum + found.size, 0);
  if (total > maxBytes || (manifest?.uncompressedSize ?? 0) > maxManifestBytes) throw new AppError('ARCHIVE_TOO_LARGE');
  return { conversationId, manifest, contents };
}

function parted(entry: Entry): { readonly conversationId: string; readonly path: string } {
  const { filename, encrypted, symlink } = entry;
  const [, conversationId, path] = /^context\/([^/]+)\/(.+)$/.exec(filename) ?? [];
  if (conversationId === undefined || path === undefined || encrypted || symlink) throw new AppError('ARCHIVE_INVALID');
  if (!isConversationId(conversationId)) throw new AppError('ARCHIVE_INVALID');
  return { conversationId, path };
}
