import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import { type FileSystem, FileSystemError } from '../../base/fileSystem.ts';
import type { Sha256 } from '../../base/hash.ts';
import { decodeUtf8, encodeUtf8 } from '../../base/utf8.ts';
import type { ErrorCode } from '../../protocol/errorCodes.ts';
import type { DocumentHistory, HistoryLimits, HistoryRecord } from '../versions/documentHistory.ts';
import { VersionSequence } from '../versions/versionId.ts';
import { FirstDeliveries } from './firstDeliveries.ts';
import {
  DamagedHistoryError,
  type RestoredHistory,
  recordLine,
  restoreHistory,
  snapshotLines,
} from './storedHistory.ts';
import {
  damagedFolder,
  firstDeliveriesFile,
  firstNumber,
  historyFolder,
  movedTo,
  prune,
  readText,
  SmallFile,
  sequenceFile,
} from './storeFolder.ts';

/** Records are written together after this pause, so that typing costs one write now and then. */
const writePauseMs = 250;
/** What failed is tried again after this pause, which doubles while it goes on failing. */
const retryPauseMs = 5_000;
const longestPauseMs = 60_000;
/** A file is written whole once it has grown by this much more than its own size, UTF-16 units. */
const growthUnits = 256 * 1024;
/** After so many UTF-16 units have been written the store is brought under its cap again. */
const boundAfterUnits = 16 * 1024 * 1024;
/** So many renames are remembered. */
const maxMoves = 100;

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

/** What was found when the store was opened. */
interface Opened {
  readonly known: Set<string>;
  /** The first free version number, and up to where numbers are reserved. */
  readonly first: number;
  readonly reserved: number;
  readonly firstDeliveries: string | null;
}

/**
 * Keeps histories over a reload and a kill (design H): written continuously, each file replaced atomically or appended to.
 * A failing disk never fails the caller: the history lives on in memory and the whole file is tried again later. What
 * cannot be written keeps nothing else from being written.
 */
export class HistoryStore implements Disposable {
  readonly #files: FileSystem;
  readonly #clock: Clock;
  readonly #sha256: Sha256;
  /** Files that are there. */
  readonly #known: Set<string>;
  /** Those of them that an earlier session wrote and that were not asked for since. */
  readonly #earlier: Set<string>;
  readonly #attached = new Map<DocumentHistory, Attached>();
  /** Files to be removed, with the file that takes the place of each and must be there first. */
  readonly #unwanted = new Map<string, string | null>();
  /** Renames of files and folders, old to new: what was in them is still stored under its old name. */
  readonly #moves: { readonly from: string; readonly to: string }[] = [];
  readonly #failed = new Emitter<ErrorCode>();
  readonly #recovered = new Emitter<void>();
  readonly sequence: VersionSequence;
  readonly firstDeliveries: FirstDeliveries;
  readonly #sequenceFile: SmallFile;
  readonly #firstDeliveriesFile: SmallFile;
  #timer: Disposable | null = null;
  #writing: Promise<void> = Promise.resolve();
  #failing = false;
  #retryMs = retryPauseMs;
  /** UTF-16 units written since the store was last brought under its cap. */
  #written = 0;
  #disposed = false;

  /** Tells a code once when storing starts to fail or a damaged history was set aside. */
  readonly onDidFail = this.#failed.event;
  /** Tells when all that could not be written has been written after all. */
  readonly onDidRecover = this.#recovered.event;

  private constructor(files: FileSystem, clock: Clock, sha256: Sha256, opened: Opened) {
    this.#files = files;
    this.#clock = clock;
    this.#sha256 = sha256;
    this.#known = opened.known;
    this.#earlier = new Set(opened.known);
    this.#sequenceFile = new SmallFile(files, sequenceFile);
    this.#firstDeliveriesFile = new SmallFile(files, firstDeliveriesFile);
    this.sequence = new VersionSequence(
      opened.first,
      (limit) => {
        this.#sequenceFile.set(String(limit));
        this.#enqueue(() => this.#writeDue());
      },
      opened.reserved,
    );
    this.firstDeliveries = new FirstDeliveries(opened.firstDeliveries, () => {
      this.#firstDeliveriesFile.set(this.firstDeliveries.toString());
      this.#schedule(writePauseMs);
    });
  }

  /** Opens the store: reads the sequence, drops what is too old or too much. Unreadable storage counts as empty. */
  static async open(files: FileSystem, clock: Clock, sha256: Sha256): Promise<HistoryStore> {
    const known = await prune(files, clock.now()).catch(() => new Set<string>());
    // What fails here is told when the first write fails.
    const first = await firstNumber(files, known).catch(() => null);
    const limit = (first ?? 1) + VersionSequence.block;
    const reserving = new SmallFile(files, sequenceFile);
    reserving.set(String(limit));
    const isReserved = first !== null && (await reserving.write().catch(() => null)) !== null;
    const firstDeliveries = await readText(files, firstDeliveriesFile);
    return new HistoryStore(files, clock, sha256, {
      known,
      first: first ?? 1,
      reserved: isReserved ? limit : 1,
      firstDeliveries,
    });
  }

  /** Whether a history may be stored for the document. */
  has(documentId: string): boolean {
    return this.#known.has(this.#nameOf(this.#storedAs(documentId)));
  }

  /** A file or folder was renamed: what is stored for the documents in it is found under their new ids. */
  moved(from: string, to: string): void {
    this.#moves.push({ from, to });
    if (this.#moves.length > maxMoves) this.#moves.shift();
  }

  /** Reads a stored history; null when there is none, or a damaged one, which is set aside and told once. */
  async load(documentId: string, limits: HistoryLimits): Promise<RestoredHistory | null> {
    const name = this.#nameOf(documentId);
    const storedAs = this.#storedAs(documentId);
    if (storedAs !== documentId) this.#disown(this.#nameOf(storedAs));
    this.#enqueue(() => this.#writeDue());
    await this.#writing;
    const unwritten = [...this.#attached.values()].find((one) => one.name === name);
    if (unwritten !== undefined) return { documentId, history: unwritten.history, torn: true, whole: 0, grown: 0 };
    try {
      const restored = await this.#read(storedAs, limits);
      if (restored === null || storedAs === documentId) return restored;
      this.#remove(this.#nameOf(storedAs), name);
      return { ...restored, documentId, torn: true };
    } catch {
      await this.#setAside(this.#nameOf(storedAs));
      return null;
    }
  }

  /** Stores what happens to the history from now on; it takes the place of any other history of the document. */
  attach(
    documentId: string,
    history: DocumentHistory,
    restored: RestoredHistory | null,
    worthStoring = restored !== null,
  ): void {
    const name = this.#nameOf(documentId);
    for (const other of this.#attached.values()) {
      if (other.name === name || other.history === history) this.#drop(other);
    }
    this.#earlier.delete(name);
    const attached: Attached = {
      name,
      documentId,
      history,
      subscription: history.onDidRecord((record) => this.#record(attached, record)),
      pending: '',
      rewrite: restored === null || restored.torn,
      grown: restored?.grown ?? 0,
      whole: restored?.whole ?? 0,
      worthStoring,
      detached: false,
    };
    this.#attached.set(history, attached);
  }

  /** Stores the history of `from` as that of `to` from now on. */
  rename(from: string, to: string, history: DocumentHistory): void {
    const worthStoring = this.#attached.get(history)?.worthStoring ?? false;
    this.#disown(this.#nameOf(to));
    this.attach(to, history, null, worthStoring);
    this.#remove(this.#nameOf(from), worthStoring ? this.#nameOf(to) : null);
  }

  /** Stops following the history; what it recorded so far is still written. */
  detach(history: DocumentHistory): void {
    const attached = this.#attached.get(history);
    if (attached === undefined) return;
    attached.subscription.dispose();
    attached.detached = true;
    if (!isDue(attached)) this.#attached.delete(history);
  }

  /** Forgets what is stored for a document. */
  remove(documentId: string): void {
    this.#remove(this.#nameOf(documentId), null);
  }

  /** Settles when everything recorded so far has been written or has failed. */
  async flush(): Promise<void> {
    this.#timer?.dispose();
    this.#timer = null;
    this.#enqueue(() => this.#writeDue());
    await this.#writing;
  }

  dispose(): void {
    this.#disposed = true;
    this.#timer?.dispose();
    for (const { subscription } of this.#attached.values()) subscription.dispose();
    this.#failed.dispose();
    this.#recovered.dispose();
  }

  async #read(documentId: string, limits: HistoryLimits): Promise<RestoredHistory | null> {
    const bytes = await this.#files.read(this.#nameOf(documentId));
    if (bytes === null) return null;
    const restored = restoreHistory(decodeUtf8(bytes), this.sequence, limits, this.#sha256);
    if (restored.documentId !== documentId) throw new DamagedHistoryError('It is of another document');
    return restored;
  }

  /** The id under which a history of the document is stored: its own, or one it had before files were renamed. */
  #storedAs(documentId: string): string {
    if (this.#known.has(this.#nameOf(documentId))) return documentId;
    let id = documentId;
    for (const { from, to } of this.#moves.toReversed()) {
      id = movedTo(id, to, from) ?? id;
      if (this.#earlier.has(this.#nameOf(id))) return id;
    }
    return documentId;
  }

  /** The file is no document's history any more. */
  #disown(name: string): void {
    this.#known.delete(name);
    this.#earlier.delete(name);
  }

  #remove(name: string, successor: string | null): void {
    for (const attached of this.#attached.values()) if (attached.name === name) this.#drop(attached);
    this.#disown(name);
    this.#unwanted.set(name, successor);
    this.#enqueue(() => this.#writeDue());
  }

  #record(attached: Attached, record: HistoryRecord): void {
    if (record.kind !== 'checkpoint' || record.checkpoint.kind === 'named') attached.worthStoring = true;
    if (!attached.rewrite) attached.pending += recordLine(record, this.#sha256);
    if (attached.worthStoring) this.#schedule(writePauseMs);
  }

  #drop(attached: Attached): void {
    attached.subscription.dispose();
    this.#attached.delete(attached.history);
  }

  #schedule(ms: number): void {
    if (this.#disposed || this.#timer !== null) return;
    this.#timer = this.#clock.after(ms, () => {
      this.#timer = null;
      this.#enqueue(() => this.#writeDue());
    });
  }

  /** Does all that is due; throws the first failure after everything has been tried. */
  async #writeDue(): Promise<void> {
    const due = [...this.#attached.values()].filter(isDue);
    const tasks = [
      async () => this.sequence.reserved(Number(await this.#sequenceFile.write())),
      () => this.#firstDeliveriesFile.write(),
      ...due.map((attached) => () => this.#write(attached)),
      ...[...this.#unwanted.keys()].map((name) => () => this.#removeFile(name)),
    ];
    const failures: unknown[] = [];
    for (const task of tasks) await task().catch((error) => failures.push(error));
    for (const attached of due) {
      if (attached.detached && !isDue(attached)) this.#attached.delete(attached.history);
    }
    if (failures.length > 0) throw failures[0];
    this.#retryMs = retryPauseMs;
    if (this.#failing) this.#recovered.fire();
    this.#failing = false;
  }

  async #write(attached: Attached): Promise<void> {
    if (!this.#isCurrent(attached)) return;
    await (attached.rewrite ? this.#writeWhole(attached) : this.#appendPending(attached));
  }

  /** Whether the history has not been forgotten or replaced meanwhile. */
  #isCurrent(attached: Attached): boolean {
    return this.#attached.get(attached.history) === attached;
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
    if (this.#isCurrent(attached)) {
      this.#known.add(attached.name);
      this.#unwanted.delete(attached.name);
    }
    attached.whole = lines.length;
    attached.grown = 0;
    this.#grew(lines.length);
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
    this.#grew(lines.length);
    if (attached.grown > attached.whole + growthUnits) attached.rewrite = true;
  }

  #grew(units: number): void {
    this.#written += units;
    if (this.#written < boundAfterUnits) return;
    this.#written = 0;
    this.#enqueue(() => this.#bound());
  }

  /** Removes the oldest of what is stored and not followed now, as at the start. */
  async #bound(): Promise<void> {
    const inUse = new Set([...this.#attached.values()].map(({ name }) => name));
    const left = await prune(this.#files, this.#clock.now(), inUse);
    for (const name of [...this.#known]) if (!left.has(name)) this.#disown(name);
  }

  async #removeFile(name: string): Promise<void> {
    const successor = this.#unwanted.get(name);
    if (successor === undefined || (successor !== null && !this.#known.has(successor))) return;
    await this.#files.remove(name);
    this.#unwanted.delete(name);
  }

  /** A file that cannot be read as a history is kept beside the others; where that fails, too, it is written over. */
  async #setAside(name: string): Promise<void> {
    this.#disown(name);
    try {
      await this.#files.rename(name, `${damagedFolder}/${name.slice(historyFolder.length + 1)}`);
      this.#failed.fire('STORE_DAMAGED');
    } catch (error) {
      this.#tell(error);
    }
  }

  /** Runs file operations one after another; a failure is told once and what failed is tried again later. */
  #enqueue(operation: () => Promise<void>): void {
    this.#writing = this.#writing.then(operation).catch((error) => {
      this.#tell(error);
      this.#schedule(this.#retryMs);
      this.#retryMs = Math.min(2 * this.#retryMs, longestPauseMs);
    });
  }

  #tell(error: unknown): void {
    if (this.#failing) return;
    this.#failing = true;
    const kind = error instanceof FileSystemError ? error.kind : 'other';
    this.#failed.fire(kind === 'full' ? 'STORE_FULL' : kind === 'denied' ? 'STORE_DENIED' : 'STORE_FAILED');
  }

  #nameOf(documentId: string): string {
    return `${historyFolder}/${this.#sha256(documentId).slice(0, 32)}.jsonl`;
  }
}

function isDue({ worthStoring, pending, rewrite }: Attached): boolean {
  return worthStoring && (pending !== '' || rewrite);
}
