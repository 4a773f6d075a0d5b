import { LruMap } from '../../../base/lruMap.ts';
import type { ProjectFiles } from '../../../base/ports/projectFiles.ts';
import type { Workspace } from '../../../base/ports/workspace.ts';
import { decodeUtf8 } from '../../../base/utf8.ts';
import type { Histories } from '../../../documents/histories.ts';
import type { Redaction } from '../../../redaction/redaction.ts';
import { SourceText } from '../../../text/sourceText.ts';
import { languageOfFile } from '../../fileLanguage.ts';
import type { Chunk } from '../chunk.ts';

/** Larger files are nobody's context, bytes. */
export const maxFileBytes = 1024 * 1024;
/** Files that are kept as read from disk. */
const keptTexts = 32;

/** Whether a document may be shown: not excluded, no file of secrets, not too large. */
export type Allowed = (documentId: string) => boolean;

/** The texts of the files of a project: the editor's where a document is open, else the disk's. */
export class ProjectTexts {
  readonly #workspace: Workspace;
  readonly #histories: Histories;
  readonly #files: ProjectFiles;
  readonly #allowed: Allowed;
  readonly #redaction: Redaction;
  /** Read from disk and not changed since, by document. */
  readonly #read = new LruMap<string, Promise<SourceText | null>>(keptTexts);

  /** It listens to the files as long as they live. */
  constructor(workspace: Workspace, histories: Histories, files: ProjectFiles, allowed: Allowed, redaction: Redaction) {
    this.#workspace = workspace;
    this.#histories = histories;
    this.#files = files;
    this.#allowed = allowed;
    this.#redaction = redaction;
    files.onDidChange(() => this.#read.clear());
  }

  /** Null when it is not allowed, not a file of the project, not a text, too large or missing. */
  async text(projectId: string, documentId: string): Promise<SourceText | null> {
    const place = this.#workspace.locate(documentId);
    if (place.projectId !== projectId || !this.#allowed(documentId)) return null;
    if (this.#histories.isOpen(documentId)) return this.#histories.textOf(documentId);
    if (this.#files.documentId(projectId, place.path) !== documentId) return null;
    return this.#read.getOrMake(documentId, () => this.#fromDisk(projectId, place.path));
  }

  /** A chunk of whole lines, numbers from zero and cut to the text; null where the text is not to be had or has no such line. */
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
    const { text } = this.#redaction.redact(what.projectId, raw, what.documentId);
    const first = Math.max(0, startLine);
    const last = Math.min(endLine, text.lineCount - 1);
    if (first > last) return null;
    const shown = text.slice(text.lineAt(first).start, text.lineAt(last).endWithBreak);
    if (shown.trim() === '') return null;
    const { path: file } = this.#workspace.locate(what.documentId);
    const language = this.#workspace.editor(what.documentId)?.language ?? languageOfFile(file);
    return { ...what, file, first_line: first + 1, last_line: last + 1, language, text: shown };
  }

  /** A text about a line of a document, counted from zero, such as an error's message, without secrets. */
  async message(projectId: string, documentId: string, line: number, text: string): Promise<string> {
    const raw = await this.text(projectId, documentId);
    return this.#redaction.document(projectId, documentId).message(text, raw === null ? undefined : { raw, line });
  }

  async #fromDisk(projectId: string, path: string): Promise<SourceText | null> {
    const bytes = await readableBytes(this.#files, projectId, path, maxFileBytes).catch(() => null);
    return bytes === null || isBinary(bytes) ? null : SourceText.from(textOfBytes(bytes));
  }
}

/** The bytes of a file; null when it is missing, too large or a link (it may lead anywhere). Rejects when it cannot be read. */
export async function readableBytes(
  files: ProjectFiles,
  projectId: string,
  path: string,
  maxBytes: number,
): Promise<Uint8Array | null> {
  const file = await files.read(projectId, path, maxBytes);
  return file === null || file.isLink ? null : file.bytes;
}

/** Whether a file is no text: its beginning holds a NUL. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8_000).includes(0);
}

/** The text as the editor would open it: without a byte order mark. */
export function textOfBytes(bytes: Uint8Array): string {
  return decodeUtf8(bytes).replace(/^\uFEFF/, '');
}
