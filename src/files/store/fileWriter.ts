import { AppError } from '../../base/appError.ts';
import { FileSystemError, type FileTree } from '../../base/ports/fileSystem.ts';
import type { Hasher } from '../../base/ports/hash.ts';
import { encodeUtf8 } from '../../base/utf8.ts';

/** UTF-16 units gathered before a write to the disk; longer texts are cut into such pieces. */
const bufferUnits = 256 * 1024;

/** Redacts a text that comes in parts; may hold back the end of a part until the next. */
export interface RedactingStream {
  push(text: string): string | Promise<string>;
  /** Returns what was held back. */
  end(): string | Promise<string>;
}

/** Begins to redact a text of a project. */
export type RedactStreams = (projectId: string) => RedactingStream;

export interface WriterParts {
  readonly tree: FileTree;
  /** The name of the staged file. */
  readonly part: string;
  readonly redact: RedactingStream;
  readonly hasher: Hasher;
  /** A longer file is refused. */
  readonly maxBytes: number;
}

/** Stages a text of any length by parts: redacted, in UTF-8 (lone surrogates become U+FFFD). */
export class FileWriter {
  readonly #parts: WriterParts;
  #pending = '';
  #size = 0;
  #begun = false;
  #working: Promise<void> = Promise.resolve();
  #failure: { readonly error: unknown } | null = null;
  #ended = false;

  constructor(parts: WriterParts) {
    this.#parts = parts;
  }

  /** Appends a text. If the disk or the quota is full it rejects and removes the file. */
  write(text: string): Promise<void> {
    if (this.#ended) return Promise.reject(new RangeError('The context file is closed'));
    return this.#inTurn(async () => {
      for (let at = 0; at < text.length; at += bufferUnits) {
        this.#pending += await this.#parts.redact.push(text.slice(at, at + bufferUnits));
        if (this.#pending.length >= bufferUnits) await this.#flush(false);
      }
    });
  }

  /** Ends the text. The file stays staged; `size` in bytes, `hash` their SHA-256. */
  async end() {
    if (this.#ended) throw new RangeError('The context file is closed');
    this.#ended = true;
    await this.#inTurn(async () => {
      this.#pending += await this.#parts.redact.end();
      await this.#flush(true);
      await this.#check();
    });
    return { part: this.#parts.part, size: this.#size, hash: this.#parts.hasher.hex() };
  }

  /** Removes the staged file. */
  async abort(): Promise<void> {
    this.#ended = true;
    this.#failure ??= { error: new AppError('FILES_FAILED', 'Writing was given up.') };
    await this.#working.catch(() => {});
    await this.#discard();
  }

  #inTurn(operation: () => Promise<void>): Promise<void> {
    const turn = this.#working.then(async () => {
      if (this.#failure !== null) throw this.#failure.error;
      try {
        await operation();
      } catch (error) {
        this.#failure ??= { error: filesError(error) };
        await this.#discard();
        throw this.#failure.error;
      }
    });
    this.#working = turn.catch(() => {});
    return turn;
  }

  /** The first half of a pair waits for the second. */
  async #flush(isLast: boolean): Promise<void> {
    const text = this.#pending;
    const end = !isLast && /[\ud800-\udbff]/.test(text.slice(-1)) ? text.length - 1 : text.length;
    this.#pending = text.slice(end);
    if (end === 0 && this.#begun) return;
    const bytes = encodeUtf8(text.slice(0, end));
    if (this.#size + bytes.length > this.#parts.maxBytes) throw new AppError('FILES_QUOTA_FULL');
    await this.#parts.tree.append(this.#parts.part, bytes);
    this.#begun = true;
    this.#parts.hasher.update(bytes);
    this.#size += bytes.length;
  }

  /** Another window may have cleared the folder meanwhile; then the beginning is missing. */
  async #check(): Promise<void> {
    const { tree, part } = this.#parts;
    const last = await tree.readRange(part, Math.max(0, this.#size - 1), 2);
    if (last?.length !== Math.min(1, this.#size))
      throw new AppError('FILES_FAILED', 'The context file was deleted while it was written.');
  }

  async #discard(): Promise<void> {
    this.#pending = '';
    await this.#parts.tree.remove(this.#parts.part).catch(() => {});
  }
}

/** Maps a failure of the disk to its error code and returns anything else unchanged. */
function filesError(error: unknown): unknown {
  if (!(error instanceof FileSystemError)) return error;
  const { kind } = error;
  return new AppError(kind === 'full' ? 'FILES_DISK_FULL' : kind === 'denied' ? 'FILES_DENIED' : 'FILES_FAILED');
}

/** @throws AppError where the operation fails by the disk */
export async function guarded<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    throw filesError(error);
  }
}
