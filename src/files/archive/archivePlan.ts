import { AppError } from '../../base/appError.ts';
import { conversationIn, folderOf } from '../store/conversationFolder.ts';
import { manifestName } from '../store/manifest.ts';
import { type FilePlace, parseFilePath } from '../store/storedFile.ts';

/** Maximum number of files in an archive, and of bytes in its manifest. */
const maxArchiveEntries = 5_000;
const maxManifestBytes = 16 * 1024 * 1024;
/** Deflate cannot make more than 1,032 bytes of one: whoever claims more lies. */
const maxRatio = 1_032;
/** Small entries are mostly overhead, bytes. */
const ratioSlack = 1_024;

/** An entry of an archive, as its directory describes it. */
export interface ArchiveEntry {
  readonly filename: string;
  readonly directory: boolean;
  readonly encrypted: boolean;
  readonly symlink: boolean;
  readonly compressedSize: number;
  readonly uncompressedSize: number;
}

export interface ArchivePlan<E> {
  readonly conversationId: string;
  readonly manifest: E | null;
  readonly contents: readonly { readonly entry: E; readonly path: string; readonly place: FilePlace }[];
}

/** Returns the name of a conversation's file in its archive. */
export function archiveName(conversationId: string, path: string): string {
  return `context/${conversationId}/${path}`;
}

/**
 * Plans an import before a byte is unpacked. All entries must be files of one conversation, without
 * duplicates, and fit together.
 *
 * @param maxBytes maximum size of all contents
 * @throws AppError `ARCHIVE_INVALID` or `ARCHIVE_TOO_LARGE`
 */
export function archivePlan<E extends ArchiveEntry>(entries: readonly E[], maxBytes: number): ArchivePlan<E> {
  if (entries.length > maxArchiveEntries) throw new AppError('ARCHIVE_TOO_LARGE');
  const files = entries.filter((entry) => !isFolder(entry));
  const named = files.map((entry) => ({ entry, ...parted(entry) }));
  const [conversationId, ...others] = new Set(named.map((one) => one.conversationId));
  if (conversationId === undefined || others.length > 0) throw new AppError('ARCHIVE_INVALID');
  const contents = named.flatMap(({ entry, path }) => {
    const place = parseFilePath(path);
    if (place === null && path !== manifestName) throw new AppError('ARCHIVE_INVALID');
    return place === null ? [] : [{ entry, path, place }];
  });
  const manifest = named.find(({ path }) => path === manifestName)?.entry ?? null;
  const ids = new Set(contents.map(({ place }) => place.id));
  if (ids.size + (manifest === null ? 0 : 1) < files.length) throw new AppError('ARCHIVE_INVALID');
  const total = contents.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
  if (total > maxBytes || (manifest?.uncompressedSize ?? 0) > maxManifestBytes) throw new AppError('ARCHIVE_TOO_LARGE');
  return { conversationId, manifest, contents };
}

/** A folder of its own says nothing, but it has to be one on the way. */
function isFolder({ filename, directory }: ArchiveEntry): boolean {
  if (directory && !/^context\/(?:[A-Za-z0-9_-]+\/)*$/.test(filename)) throw new AppError('ARCHIVE_INVALID');
  return directory;
}

function parted(entry: ArchiveEntry): { readonly conversationId: string; readonly path: string } {
  const { filename, encrypted, symlink, compressedSize, uncompressedSize } = entry;
  const [, conversationId, path] = /^context\/([^/]+)\/(.+)$/.exec(filename) ?? [];
  if (conversationId === undefined || path === undefined || encrypted || symlink) throw new AppError('ARCHIVE_INVALID');
  if (!isConversation(conversationId)) throw new AppError('ARCHIVE_INVALID');
  if (uncompressedSize > compressedSize * maxRatio + ratioSlack) throw new AppError('ARCHIVE_TOO_LARGE');
  return { conversationId, path };
}

function isConversation(id: string): boolean {
  try {
    return conversationIn(folderOf(id).slice('context/'.length)) === id;
  } catch {
    return false;
  }
}
