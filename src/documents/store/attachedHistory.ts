import type { Disposable } from '../../base/disposable.ts';
import type { FileSystem } from '../../base/ports/fileSystem.ts';
import type { Sha256 } from '../../base/ports/hash.ts';
import { encodeUtf8 } from '../../base/utf8.ts';
import type { DocumentHistory, HistoryLimits, HistoryRecord } from '../versions/documentHistory.ts';
import { recordsLine, snapshotLines } from './storedHistory.ts';

/** A file is written whole once it has grown by this much more than its own size, UTF-16 units. */
const growthUnits = 256 * 1024;

/** A stored history that another takes the place of. */
export interface Earlier {
  readonly file: string;
  /** `unread`: it could not be read, and belongs before what has been recorded since. */
  readonly state: 'read' | 'damaged' | 'unread';
}

export interface AttachedHistoryParts {
  readonly files: FileSystem;
  readonly sha256: Sha256;
  readonly limits: HistoryLimits;
  /** A name that no file has or ever had. */
  readonly newFile: () => string;
  /** The history of a file with a later one of the same document behind it; null when the file turns out to be damaged. */
  readonly joined: (file: string, later: DocumentHistory, limits: HistoryLimits) => Promise<DocumentHistory | null>;
}

/**
 * A history that is followed, and its file, which nothing else writes to. What failed may still happen: after a failure the history is
 * written whole, into another file.
 */
export class AttachedHistory implements Disposable {
  documentId: string;
  readonly history: DocumentHistory;
  /** Its file; null until it is written. */
  file: string | null = null;
  earlier: Earlier | null;
  /** Nothing is stored for a document that was only looked at. */
  worthStoring: boolean;
  detached = false;
  readonly #parts: AttachedHistoryParts;
  readonly #subscription: Disposable;
  /** Whether something is not yet written, and what of it can be appended. */
  #due: boolean;
  #pending: HistoryRecord[] = [];
  /** The file must be written whole: it does not exist yet, has failed, or has grown too long. */
  #rewrite = true;
  /** The file holds more than the history in memory: what could not be read at first. */
  #isTail = false;
  /** UTF-16 units in the file right after it was last written whole, and added since. */
  #whole = 0;
  #grown = 0;

  constructor(
    documentId: string,
    history: DocumentHistory,
    state: Pick<AttachedHistory, 'earlier' | 'worthStoring'> & { readonly due: boolean },
    onRecord: (record: HistoryRecord) => void,
    parts: AttachedHistoryParts,
  ) {
    this.documentId = documentId;
    this.history = history;
    this.earlier = state.earlier;
    this.worthStoring = state.worthStoring;
    this.#due = state.due;
    this.#parts = parts;
    this.#subscription = history.onDidRecord((record) => {
      if (record.kind !== 'checkpoint' || record.checkpoint.kind === 'named') this.worthStoring = true;
      this.#due = true;
      if (!this.#rewrite) this.#pending.push(record);
      if (this.worthStoring) onRecord(record);
    });
  }

  get isDue(): boolean {
    return this.worthStoring && this.#due;
  }

  /** The files that hold something of it. */
  get files(): readonly string[] {
    return [this.file, this.earlier?.file ?? null].filter((name) => name !== null);
  }

  /** Writes what is due; gives the UTF-16 units that were written. */
  async write(): Promise<number> {
    const { file } = this;
    try {
      return await (this.#rewrite || file === null ? this.#writeWhole() : this.#append(file));
    } catch (error) {
      this.#due = true;
      this.#rewrite = true;
      if (this.file !== null) this.earlier = { file: this.file, state: this.#isTail ? 'unread' : 'read' };
      this.file = null;
      throw error;
    }
  }

  /** Stops following it. */
  dispose(): void {
    this.#subscription.dispose();
  }

  async #writeWhole(): Promise<number> {
    const { files, sha256, newFile, joined, limits } = this.#parts;
    if (this.#isTail && this.file !== null) {
      this.earlier = { file: this.file, state: 'unread' };
      this.file = null;
    }
    const before = this.earlier?.state === 'unread' ? this.earlier.file : null;
    const whole = before === null ? null : await joined(before, this.history, limits);
    if (before !== null && whole === null) this.earlier = { file: before, state: 'damaged' };
    const file = this.file ?? newFile();
    const lines = snapshotLines(this.documentId, file, whole ?? this.history, sha256);
    this.#pending = [];
    this.#rewrite = false;
    this.#due = false;
    await files.write(file, encodeUtf8(lines));
    this.file = file;
    this.#isTail = whole !== null;
    this.#whole = lines.length;
    this.#grown = 0;
    return lines.length;
  }

  async #append(file: string): Promise<number> {
    const { files, sha256 } = this.#parts;
    const line = recordsLine(this.#pending, sha256);
    this.#pending = [];
    this.#due = false;
    await files.append(file, encodeUtf8(line));
    this.#grown += line.length;
    this.#rewrite = this.#grown > this.#whole + growthUnits;
    return line.length;
  }
}
