import { LruMap } from '../../../base/lruMap.ts';
import type { ProjectFiles } from '../../../base/ports/projectFiles.ts';
import { decodeUtf8 } from '../../../base/utf8.ts';
import type { DocumentDependencies } from '../../../documents/documents.ts';
import { SourceText } from '../../../text/sourceText.ts';
import { languageOfFile } from '../../fileLanguage.ts';
import type { Chunk } from '../chunk.ts';

/** Larger files are nobody's context, bytes. */
export const maxFileBytes = 1024 * 1024;
/** Files that are kept as read from disk. */
const keptTexts = 32;

/** False for excluded documents, files of secrets and large files. */
export type Allowed = (documentId: string) => boolean;

export interface ProjectTextsParts extends Pick<DocumentDependencies, 'workspace' | 'histories' | 'redaction'> {
  readonly files: ProjectFiles;
  readonly allowed: Allowed;
}

/** The texts of the files of a project: the editor's where a document is open, else the disk's. */
export class ProjectTexts {
  readonly #parts: ProjectTextsParts;
  /** Read from disk and not changed since, by document. */
  readonly #read = new LruMap<string, Promise<SourceText | null>>(keptTexts);

  /** It listens to the files as long as they live. */
  constructor(parts: ProjectTextsParts) {
    this.#parts = parts;
    parts.files.onDidChange(() => this.#read.clear());
  }

  /** Null when it is not allowed, not a file of the project, not a text, too large or missing. */
  async text(projectId: string, documentId: string): Promise<SourceText | null> {
    const place = this.#parts.workspace.locate(documentId);
    if (place.projectId !== projectId || !this.#parts.allowed(documentId)) return null;
    if (this.#parts.histories.isOpen(documentId)) return this.#parts.histories.textOf(documentId);
    if (this.#parts.files.documentId(projectId, place.path) !== documentId) return null;
    return this.#read.getOrMake(documentId, () => this.#fromDisk(projectId, place.path));
  }

  /**
   * A chunk of whole lines, numbers from zero, cut to the text. Null without a text or without such
   * a line.
   */
  async chunk(
    what: Pick<Chunk, 'origin' | 'documentId' | 'projectId' | 'why' | 'score'>,
    startLine: number,
    endLine: number,
  ): Promise<Chunk | null> {
    const text = await this.text(what.projectId, what.documentId);
    if (text === null) return null;
    return this.chunkOf(text, what, startLine, endLine);
  }

  /** The same of a whole text at hand. */
  chunkOf(
    raw: SourceText,
    what: Pick<Chunk, 'origin' | 'documentId' | 'projectId' | 'why' | 'score'>,
    startLine: number,
    endLine: number,
  ): Chunk | null {
    const { text } = this.#parts.redaction.redact(what.projectId, raw, what.documentId);
    const first = Math.max(0, startLine);
    const last = Math.min(endLine, text.lineCount - 1);
    if (first > last) return null;
    const shown = text.slice(text.lineAt(first).start, text.lineAt(last).endWithBreak);
    if (shown.trim() === '') return null;
    const { path: file } = this.#parts.workspace.locate(what.documentId);
    const language = this.#parts.workspace.editor(what.documentId)?.language ?? languageOfFile(file);
    return { ...what, file, first_line: first + 1, last_line: last + 1, language, text: shown };
  }

  /**
   * Removes secrets from a text about a line of a document, such as an error's message. Lines count
   * from zero.
   */
  async message(projectId: string, documentId: string, line: number, text: string): Promise<string> {
    const raw = await this.text(projectId, documentId);
    return this.#parts.redaction
      .document(projectId, documentId)
      .message(text, raw === null ? undefined : { raw, line });
  }

  async #fromDisk(projectId: string, path: string): Promise<SourceText | null> {
    const bytes = await readableBytes(this.#parts.files, projectId, path, maxFileBytes).catch(() => null);
    const text = bytes === null ? null : textOfBytes(bytes);
    return text === null ? null : SourceText.from(text);
  }
}

/**
 * The bytes of a file; null if it is missing, too large or a link, which may lead anywhere. Rejects
 * if it cannot be read.
 */
export async function readableBytes(
  files: ProjectFiles,
  projectId: string,
  path: string,
  maxBytes: number,
): Promise<Uint8Array | null> {
  const file = await files.read(projectId, path, maxBytes);
  return file === null || file.isLink ? null : file.bytes;
}

/**
 * Decodes as the editor does: UTF-16 with a byte order mark, else UTF-8. Null if the file is no
 * text.
 */
export function textOfBytes(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return bytes.subarray(0, 8_000).includes(0) ? null : decodeUtf8(bytes).replace(/^\uFEFF/, '');
}

/** A line that no person has written, as of a minified program. */
const longestTextLine = /^[^\n]{5001}/m;
/** Lines of a generated table are longer on average, UTF-16 units. */
const longestAverage = 500;
/** In a comment. */
const generatedMark =
  /^[ \t]*(?:\/\/|\/?\*|#|--|<!--|;|%|"""|REM\b).*(?:@generated\b|\b(?:code|file|source)\b.*\bDO NOT EDIT\b|\bDO NOT EDIT\b[ \t]*[.!*/>-]*[ \t]*$|\bautomatically generated\b)/im;

/**
 * True for a text that nobody wrote by hand: minified, or marked as generated in its first lines.
 */
export function isGeneratedText(text: string): boolean {
  const isWide = text.length > 2_000 && text.length / text.split('\n').length > longestAverage;
  return isWide || generatedMark.test(text.slice(0, 1_000)) || longestTextLine.test(text);
}
