import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/event.ts';
import { type FileSystem, FileSystemError } from '../base/fileSystem.ts';
import type { Sha256 } from '../base/hash.ts';
import { decodeUtf8, encodeUtf8 } from '../base/utf8.ts';
import type { ErrorCode } from '../protocol/errorCodes.ts';
import type { DocumentHistory, HistoryLimits, HistoryRecord } from './documentHistory.ts';
import {
  DamagedHistoryError,
  type RestoredHistory,
  recordLine,
  restoreHistory,
  snapshotLines,
} from './storedHistory.ts';
import { VersionSequence } from './versionId.ts';

/** How long stored histories are kept, and how large they may be together. */
const retentionMs = 30 * 24 * 60 * 60 * 1000;
const capBytes = 128 * 1024 * 1024;
/** Records are written together after this pause, so that typing costs one write now and then. */
const writePauseMs = 250;
const retryPauseMs = 5_000;
const folder = 'history';
const sequenceFile = `${folder}/sequence`;

interface Attached {
  readonly name: string;
  documentId: string;
  readonly history: DocumentHistory;
  readonly subscription: Disposable;
  /** Lines not yet written. */
  pending: string;
  /** The file must be written whole: it does not exist yet, is torn, has failed, or has grown too long. */
  rewrite: boolean;
  /** UTF-16 units in the file since it was last written whole, and right after that. */
  grown: number;
  whole: number;
  /** Nothing is stored for a document that was only looked at. */
  worthStoring: boolean;
  detached: boolean;
}

/**
 * Keeps histories over a reload and a kill (design H): written continuously, each file replaced atomically or appended to.
 * A failing disk never fails the caller: the history lives on in memory and the whole file is tried again later.
 */
export class HistoryStore implements Disposable {
  readonly #files: FileSystem;
  readonly #clock: Clock;
  readonly #sha256: Sha256;
  readonly #known: Set<string>;
  readonly #attached = new Map<DocumentHistory, Attached>();
  readonly #failed = new Emitter<ErrorCode>();
  readonly sequence: VersionSequence;
  #timer: Disposable | null = null;
  #writing: Promise<void> = Promise.resolve();
  #failing = false;
  #disposed = false;

  /** Tells a code once when storing starts to fail or a damaged history was set aside. */
  readonly onDidFail = this.#failed.event;

  private constructor(files: FileSystem, clock: Clock, sha256: Sha256, known: Set<string>, first: number) {
    this.#files = files;
    this.#clock = clock;
    this.#sha256 = sha256;
    this.#known = known;
    this.sequence = new VersionSequence(first, (limit) => this.#enqueue(() => this.#writeSequence(limit)));
  }

  /** Opens the store: reads the sequence, drops what is too old or too much. Unreadable storage counts as empty. */
  static async open(files: FileSystem, clock: Clock, sha256: Sha256): Promise<HistoryStore> {
    let known = new Set<string>();
    let first = 1;
    try {
      known = await prune(files, clock.now());
      first = parseSequence(await files.read(sequenceFile)) ?? (await highestNumber(files, known)) + 1;
      await files.write(sequenceFile, encodeUtf8(String(first + VersionSequence.block)));
    } catch {
      // Told when the first write fails; a store that cannot be read starts empty.
    }
    return new HistoryStore(files, clock, sha256, known, first);
  }

  /** Whether a history may be stored for the document. */
  has(documentId: string): boolean {
    return this.#known.has(this.#nameOf(documentId));
  }

  /** Reads a stored history; null when there is none, or a damaged one, which is set aside and told once. */
  async load(documentId: string, limits: HistoryLimits): Promise<RestoredHistory | null> {
    const name = this.#nameOf(documentId);
    await this.#writing;
    try {
      const bytes = await this.#files.read(name);
      if (bytes === null) return null;
      return restoreHistory(decodeUtf8(bytes), this.sequence, limits, this.#sha256);
    } catch (error) {
      if (error instanceof DamagedHistoryError || error instanceof SyntaxError) await this.#setAside(name);
      else this.#tell(error);
      return null;
    }
  }

  /** Stores what happens to the history from now on. */
  attach(documentId: string, history: DocumentHistory, restored: RestoredHistory | null): void {
    this.#attached.get(history)?.subscription.dispose();
    const attached: Attached = {
      name: this.#nameOf(documentId),
      documentId,
      history,
      subscription: history.onDidRecord((record) => this.#record(attached, record)),
      pending: '',
      rewrite: restored === null || restored.torn,
      grown: 0,
      whole: 0,
      worthStoring: restored !== null,
      detached: false,
    };
    this.#attached.set(history, attached);
  }

  /** Stops following the history; what it recorded so far is still written. */
  detach(history: DocumentHistory): void {
    const attached = this.#attached.get(history);
    if (attached === undefined) return;
    attached.subscription.dispose();
    attached.detached = true;
    if (!this.#isDue(attached)) this.#attached.delete(history);
  }

  /** Forgets what is stored for a document. */
  remove(documentId: string): void {
    const name = this.#nameOf(documentId);
    this.#known.delete(name);
    for (const [history, attached] of this.#attached) {
      if (attached.name !== name) continue;
      attached.subscription.dispose();
      this.#attached.delete(history);
    }
    this.#enqueue(() => this.#files.remove(name));
  }

  /** Settles when everything recorded so far has been written or has failed. */
  async flush(): Promise<void> {
    this.#timer?.dispose();
    this.#timer = null;
    this.#enqueue(() => this.#writePending());
    await this.#writing;
  }

  dispose(): void {
    this.#disposed = true;
    this.#timer?.dispose();
    for (const { subscription } of this.#attached.values()) subscription.dispose();
    this.#failed.dispose();
  }

  #record(attached: Attached, record: HistoryRecord): void {
    if (record.kind !== 'checkpoint' || record.checkpoint.kind === 'named') attached.worthStoring = true;
    if (!attached.rewrite) attached.pending += recordLine(record, this.#sha256);
    if (attached.worthStoring) this.#schedule(writePauseMs);
  }

  #schedule(ms: number): void {
    if (this.#disposed || this.#timer !== null) return;
    this.#timer = this.#clock.after(ms, () => {
      this.#timer = null;
      this.#enqueue(() => this.#writePending());
    });
  }

  async #writePending(): Promise<void> {
    for (const attached of this.#attached.values()) {
      if (!this.#isDue(attached)) continue;
      await (attached.rewrite ? this.#writeWhole(attached) : this.#appendPending(attached));
      if (attached.detached) this.#attached.delete(attached.history);
    }
    this.#failing = false;
  }

  #isDue(attached: Attached): boolean {
    return attached.worthStoring && (attached.pending !== '' || attached.rewrite);
  }

  async #writeWhole(attached: Attached): Promise<void> {
    const lines = snapshotLines(attached.documentId, attached.history, this.#sha256);
    attached.pending = '';
    attached.rewrite = false;
    try {
      await this.#files.write(attached.name, encodeUtf8(lines));
    } catch (error) {
      attached.rewrite = true;
      throw error;
    }
    this.#known.add(attached.name);
    attached.whole = lines.length;
    attached.grown = 0;
  }

  async #appendPending(attached: Attached): Promise<void> {
    const lines = attached.pending;
    attached.pending = '';
    try {
      await this.#files.append(attached.name, encodeUtf8(lines));
    } catch (error) {
      attached.rewrite = true;
      throw error;
    }
    attached.grown += lines.length;
    if (attached.grown > attached.whole + 256 * 1024) attached.rewrite = true;
  }

  async #writeSequence(limit: number): Promise<void> {
    await this.#files.write(sequenceFile, encodeUtf8(String(limit)));
  }

  async #setAside(name: string): Promise<void> {
    this.#known.delete(name);
    try {
      await this.#files.rename(name, `${folder}/damaged/${name.slice(folder.length + 1)}`);
    } catch {
      // The damaged file stays where it is and is written over.
    }
    this.#failed.fire('STORE_DAMAGED');
  }

  /** Runs file operations one after another; a failure is told once and what failed is tried again later. */
  #enqueue(operation: () => Promise<void>): void {
    this.#writing = this.#writing.then(operation).catch((error) => {
      this.#tell(error);
      this.#schedule(retryPauseMs);
    });
  }

  #tell(error: unknown): void {
    if (this.#failing) return;
    this.#failing = true;
    const kind = error instanceof FileSystemError ? error.kind : 'other';
    this.#failed.fire(kind === 'full' ? 'STORE_FULL' : kind === 'denied' ? 'STORE_DENIED' : 'STORE_FAILED');
  }

  #nameOf(documentId: string): string {
    return `${folder}/${this.#sha256(documentId).slice(0, 32)}.jsonl`;
  }
}

/** Removes what is too old or beyond the cap, oldest first; returns the names of the rest. */
async function prune(files: FileSystem, now: number): Promise<Set<string>> {
  const entries = [...(await files.list(folder))].sort((a, b) => b.modified - a.modified);
  const known = new Set<string>();
  let total = 0;
  for (const { name, size, modified } of entries) {
    if (!name.endsWith('.jsonl')) continue;
    total += size;
    if (total <= capBytes && now - modified <= retentionMs) known.add(`${folder}/${name}`);
    else await files.remove(`${folder}/${name}`);
  }
  return known;
}

/** The first number that no version has yet; null when the file is missing or makes no sense. */
function parseSequence(bytes: Uint8Array | null): number | null {
  const number = bytes === null ? 0 : Number(decodeUtf8(bytes));
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}

/** The highest version number in any stored history, damaged or not: for when the sequence was lost. */
async function highestNumber(files: FileSystem, names: Iterable<string>): Promise<number> {
  let highest = 0;
  for (const name of names) {
    const bytes = (await files.read(name)) ?? new Uint8Array();
    for (const [, digits] of decodeUtf8(bytes).matchAll(/"number":(\d{1,15})\b/g))
      highest = Math.max(highest, Number(digits));
  }
  return highest;
}
