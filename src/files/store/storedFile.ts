import * as z from 'zod';
import { parseJson } from '../../base/json.ts';
import { decodeUtf8, encodeUtf8 } from '../../base/utf8.ts';
import { type ContextRef, type FileKind, type FileSource, fileSources } from '../../protocol/contextFiles.ts';
import type { FileReader } from './pages.ts';

/** Folder of each source, below the conversation's. */
const folderNames = {
  tool: 'artifacts/tool',
  selection: 'artifacts/tool',
  file: 'artifacts/tool',
  diff: 'artifacts/tool',
  terminal: 'artifacts/terminal',
  task: 'artifacts/terminal',
  notebook: 'artifacts/tool',
  archive: 'history/archive',
  summary: 'history/summary',
  catalog: 'catalog',
} as const satisfies Record<FileSource, string>;

const kindsByFolder = { artifacts: 'artifact', history: 'history', catalog: 'catalog' } as const;

/** The endings that a file may have, and what they say of its content. */
const endings = {
  txt: 'text/plain',
  log: 'text/plain',
  json: 'application/json',
  md: 'text/markdown',
  diff: 'text/x-diff',
} as const;

const idPattern = new RegExp(`^(${fileSources.join('|')})-[a-z0-9]{10}$`);

/**
 * A file's entry in the manifest, with the fields of later versions. Times are ms since the epoch.
 */
export const storedFileSchema = z.lazy(() =>
  z
    .looseObject({
      id: z.string().regex(idPattern),
      /** Below the conversation's folder; must follow from id and ending. */
      path: z.string(),
      source: z.enum(fileSources),
      /** One line. */
      hint: z
        .string()
        .max(300)
        .regex(/^\P{Cc}*$/u),
      mimeType: z.string().max(100).optional(),
      /**
       * The project that owns the file and whose secrets are redacted; only its prompts show it.
       */
      projectId: z.string().max(4096).default('none'),
      created: z.int(),
      expires: z.int(),
      /** Bytes, and their SHA-256. */
      size: z.int().min(0),
      hash: z.string().optional(),
    })
    .refine(({ id, path, source }) => sourceOf(id) === source && parseFilePath(path)?.id === id),
);
export type StoredFile = z.infer<typeof storedFileSchema>;

/** A listed file with its content. */
export interface StoredContent extends FileReader {
  /** Below the storage folder. */
  readonly name: string;
  readonly ref: ContextRef;
}

/** Returns true if a string has the form of a file's id. */
export function isFileId(id: string): boolean {
  return idPattern.test(id);
}

/** An id from digits and letters that were drawn or hashed: the first ten of them. */
export function fileId(source: FileSource, random: string): string {
  return `${source}-${random
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, 10)
    .padEnd(10, '0')}`;
}

/** A file to store in a conversation, before its content. */
export interface NewFile {
  readonly conversationId: string;
  readonly source: FileSource;
  /** One line, at most 300 UTF-16 units; the rest is left out. */
  readonly hint: string;
  readonly mimeType?: string | undefined;
  /** Whose it is and whose secrets are taken out of it; `none` without. */
  readonly projectId?: string;
}

/**
 * Makes a hint one line, cut between words: a secret that is allowed now must be found whole later.
 */
export function storedHint(hint: string): string {
  const line = hint.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  const cut = line.length <= 300 ? 300 : line.lastIndexOf(' ', 300);
  return line.slice(0, cut < 0 ? 300 : cut).toWellFormed();
}

/** Returns the path of a new file. */
export function pathOf(id: string, source: FileSource, mimeType: string | undefined): string {
  const known = Object.entries(endings).find(([, type]) => type === mimeType)?.[0];
  const isPlain = known === undefined || known === 'txt';
  const ending = isPlain ? (source === 'terminal' || source === 'task' ? 'log' : 'txt') : known;
  return `${folderNames[source]}/${id}.${ending}`;
}

/** The path of the content that takes the place of another one. */
export function nextPath(path: string): string {
  return path.replace(/(?:\.(\d+))?\.([a-z]+)$/, (_, number = '0', ending) => `.${Number(number) + 1}.${ending}`);
}

/** Reads the path of a file; null for any other path. */
function parseFilePath(path: string) {
  const [, folder, id = '', ending = ''] = /^(.+)\/([^/.]+)(?:\.\d{1,9})?\.([a-z]+)$/.exec(path) ?? [];
  if (!isFileId(id) || !Object.hasOwn(endings, ending)) return null;
  const source = sourceOf(id);
  if (source === null || folderNames[source] !== folder) return null;
  return { id, source, mimeType: endings[ending as keyof typeof endings] };
}

/** Describes a file that no manifest lists, by its path; null for any other path. */
export function foundFile(path: string, size: number, created: number): StoredFile | null {
  const place = parseFilePath(path);
  return (
    place && { ...place, path, size, created, expires: 0, projectId: 'none', hint: `${place.source}, found again` }
  );
}

function sourceOf(id: string): FileSource | null {
  return fileSources.find((source) => id.startsWith(`${source}-`)) ?? null;
}

export function fileKindOf({ source }: StoredFile): FileKind {
  const [top] = folderNames[source].split('/') as [keyof typeof kindsByFolder];
  return kindsByFolder[top];
}

export const manifestName = 'manifest.json';

const manifestSchema = z.lazy(() => z.object({ version: z.literal(1), files: z.array(z.unknown()).max(100_000) }));

/** The files that a manifest lists; null if it is missing or damaged. */
export function parseManifest(bytes: Uint8Array | null): readonly StoredFile[] | null {
  const read = manifestSchema.safeParse(parseJson(decodeUtf8(bytes ?? new Uint8Array())));
  return read.success ? read.data.files.flatMap((entry) => storedFileSchema.safeParse(entry).data ?? []) : null;
}

export function manifestBytes(files: readonly StoredFile[]): Uint8Array {
  return encodeUtf8(`${JSON.stringify({ version: 1, files }, null, 1)}\n`);
}
