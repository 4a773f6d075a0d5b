import type { Disposable } from '../../base/disposable.ts';
import type { Event } from '../../base/event.ts';
import { Journal } from '../../base/journal.ts';
import type { Clock } from '../../base/ports/clock.ts';
import { type FileSystem, storeErrorCode } from '../../base/ports/fileSystem.ts';
import type { Sha256 } from '../../base/ports/hash.ts';
import { decodeUtf8 } from '../../base/utf8.ts';
import type { ErrorCode } from '../../protocol/errorCodes.ts';
import type { SourceText } from '../../text/sourceText.ts';
import type { DocumentHistory, HistoryLimits, HistoryRecord } from '../versions/documentHistory.ts';
import { type Version, VersionSequence } from '../versions/versionId.ts';
import type { RestoredHistory } from './storedHistory.ts';
import { DamagedHistoryError, restoreHistory, storedRecord, storedRecords } from './storedHistory.ts';
import { historyFolder, movedTo, prune, setAside, storedFiles } from './storeFolder.ts';
import { StoreIndex } from './storeIndex.ts';
import { surveyHistories } from './survey.ts';
import { WriteQueue } from './writeQueue.ts';

/** Records are written together after this pause, so that typing costs few writes. */
const writePauseMs = 250;

/** A long history is read in slices of this length, so that reading it blocks nothing, ms. */
const readSliceMs = 8;

/**
 * If the store cannot be read, nobody knows how far version numbers have gone. They continue this
 * far ahead of the clock, ms, because the clock may have been set back.
 */
const unknownAheadMs = 25 * 60 * 60 * 1000;

/** Fate of a file that the index no longer names. */
type Fate = 'remove' | 'setAside';

/** A history whose changes are stored. Its file is written by this process alone. */
interface AttachedHistory {
  documentId: string;
  readonly history: DocumentHistory;
  readonly journal: Journal;
  /** Files that its own replaces once it is written. */
  readonly replaced: Map<string, Fate>;
  /** False while the document was only opened, not edited or delivered. */
  worthStoring: boolean;
  /** True if it has left memory otherwise; it goes once it is written. */
  detached: boolean;
  readonly subscription: Disposable;
}

/**
 * Stores histories so that they survive a reload and a kill. A failing disk never fails the caller:
 * the history stays in memory and is written later. A file that cannot be written does not hold up
 * the others, and a damaged one is set aside, never overwritten.
 *
 * No two processes write to the same file: a restored history is written to a file of its own.
 */
export class HistoryStore implements Disposable {
  readonly #files: FileSystem;
  readonly #clock: Clock;
  readonly #sha256: Sha256;
  readonly index: StoreIndex;
  readonly #attached = new Map<DocumentHistory, AttachedHistory>();
  /** Files that the index no longer names, to be removed or, when damaged, set aside. */
  readonly #unwanted = new Map<string, Fate>();
  /** Files of stored histories that are damaged. */
  readonly #damaged = new Set<string>();
  /** Documents whose stored histories failed to be read now: they stay as they are until the next start. */
  readonly #unread = new Set<string>();
  readonly #queue: WriteQueue;
  readonly sequence: VersionSequence;
  #opened = false;
  #bounded = false;
  /** True if an earlier process ended without storing everything. */
  #lossy = false;
  #fileCount = 0;

  /** Fires with a code once when storing starts to fail or a damaged history was set aside. */
  readonly onDidFail: Event<ErrorCode>;
  /** Fires when all that could not be written has been written after all. */
  readonly onDidRecover: Event<void>;

  private constructor(files: FileSystem, clock: Clock, sha256: Sha256, run: string) {
    this.#files = files;
    this.#clock = clock;
    this.#sha256 = sha256;
    this.index = new StoreIndex(files, sha256, run);
    this.sequence = new VersionSequence(run);
    this.#queue = new WriteQueue(clock, () => this.#writeDue());
    this.onDidFail = this.#queue.onDidFail;
    this.onDidRecover = this.#queue.onDidRecover;
  }

  /**
   * Opens the store. `run` becomes a part of version ids. If the store cannot be read now, it is
   * read before the first write.
   */
  static async open(files: FileSystem, clock: Clock, sha256: Sha256, run: string): Promise<HistoryStore> {
    const store = new HistoryStore(files, clock, sha256, run);
    await store.#open().catch((error) => {
      store.sequence.passed(clock.now() + unknownAheadMs);
      store.#queue.fail(error);
    });
    return store;
  }

  /** Returns true if a history may be stored for the document. */
  has(documentId: string): boolean {
    return this.index.documents.has(documentId) || this.#attachedTo(documentId)?.detached === true;
  }

  /**
   * The first version of a document without a stored history: its earlier version if the text has
   * not changed since, else a new one. `folded` is 1 if it may have had versions that are unknown
   * now, else null.
   */
  firstVersion(documentId: string, text: SourceText): { readonly version: Version; readonly folded: number | null } {
    const seen = this.index.seen.get(documentId);
    const isKnown = this.#opened && !this.#lossy && !this.index.documents.has(documentId);
    if (isKnown && seen !== undefined && seen.digest === this.#sha256(text.toString()))
      return { version: seen.version, folded: seen.isFolded ? 1 : null };
    const mayHaveLost = !isKnown || seen !== undefined || this.index.forgetsSeen;
    return { version: this.sequence.next(this.#clock.now()), folded: mayHaveLost ? 1 : null };
  }

  addFirstDelivery(consumer: string, number: number): void {
    this.index.add(['consumer', consumer, number]);
    this.#queue.schedule(writePauseMs);
  }

  /** Reads a stored history; null if none can be read. Never rejects. */
  async load(documentId: string, limits: HistoryLimits): Promise<RestoredHistory | null> {
    const known = this.#attachedTo(documentId);
    await this.#queue.write();
    if (known !== null && this.#isCurrent(known)) return { history: known.history, damaged: false };
    // It may be renamed while it is read. A later file holds all of the earlier ones.
    const files = this.index.documents.get(known?.documentId ?? documentId) ?? [];
    for (const [index, file] of files.toReversed().entries()) {
      try {
        const restored = await this.#read(file, limits);
        if (index > 0) restored.history.markGap();
        return restored;
      } catch (error) {
        if (!(error instanceof DamagedHistoryError)) {
          this.#unread.add(documentId);
          this.#queue.report(storeErrorCode(error));
          return null;
        }
        this.#damaged.add(file);
        this.#queue.report('STORE_DAMAGED');
      }
    }
    return null;
  }

  /**
   * Stores each change of the history from now on; it replaces any other history of the document,
   * unless that could not be read.
   */
  attach(documentId: string, history: DocumentHistory, restored: RestoredHistory | null): void {
    if (restored === null && this.#unread.has(documentId)) return;
    const known = this.#attached.get(history);
    if (known?.documentId === documentId) {
      known.detached = false;
      return;
    }
    const other = this.#attachedTo(documentId);
    for (const one of [known, other]) if (one) this.#drop(one);
    const own = other?.journal.file ?? null;
    const files = new Set([...(this.index.documents.get(documentId) ?? []), ...(own === null ? [] : [own])]);
    const isDamaged = [...files].some((file) => this.#damaged.has(file));
    const newFile = () => `${historyFolder}/${this.sequence.run}-${this.#fileCount++}.jsonl`;
    const records = (file: string) => storedRecords(attached.documentId, file, history);
    const journal = new Journal(this.#files, this.#sha256, newFile, records);
    const subscription = history.onDidRecord((record) => {
      if (record.kind !== 'checkpoint' || record.checkpoint.kind === 'named') attached.worthStoring = true;
      journal.add(storedRecord(record));
      if (attached.worthStoring) this.#recorded(record);
    });
    const replaced = new Map(
      [...files].map((file): [string, Fate] => [file, this.#damaged.has(file) ? 'setAside' : 'remove']),
    );
    const worthStoring = restored !== null || isDamaged;
    const attached: AttachedHistory = {
      ...{ documentId, history, journal, replaced },
      worthStoring,
      detached: false,
      subscription,
    };
    if (restored === null || isDamaged || known !== undefined || other !== null) journal.touch();
    this.#attached.set(history, attached);
    if (this.#opened) this.#see(attached);
    // A damaged file is replaced at once, a healthy one when there is something to write.
    if (isDamaged) this.#queue.schedule(writePauseMs);
  }

  /** A file or folder was renamed: what is stored for its documents moves to their new ids. */
  rename(from: string, to: string): void {
    const moving = [...this.index.documents.keys(), ...this.index.seen.keys()].filter(
      (id) => movedTo(id, from, to) !== null,
    );
    for (const id of moving) {
      const target = movedTo(id, from, to) as string;
      if (!moving.includes(target)) this.#replace(target);
    }
    for (const attached of this.#attached.values()) {
      const renamed = movedTo(attached.documentId, from, to);
      if (renamed === null) continue;
      this.#replace(renamed);
      attached.documentId = renamed;
    }
    if (moving.length === 0) return;
    this.index.add(['rename', from, to]);
    void this.#queue.write();
  }

  /** The history leaves memory; what it recorded so far is still written. */
  detach(history: DocumentHistory): void {
    const attached = this.#attached.get(history);
    if (attached === undefined) return;
    attached.detached = true;
    if (!isDue(attached)) this.#drop(attached);
  }

  /** Forgets what is stored for a document. */
  remove(documentId: string): void {
    this.#replace(documentId);
    void this.#queue.write();
  }

  /** Settles when everything recorded so far has been written or has failed. */
  flush(): Promise<void> {
    return this.#queue.flush();
  }

  dispose(): void {
    for (const { subscription } of this.#attached.values()) subscription.dispose();
    this.#queue.dispose();
  }

  async #open(): Promise<void> {
    const names = await storedFiles(this.#files, historyFolder);
    const { found, damaged } = await this.index.read(names);
    const isLost = damaged || (!found && names.some((name) => name.endsWith('.jsonl')));
    const hasSetAside = isLost && (await surveyHistories(this.#files, this.index, this.#sha256));
    if (damaged || hasSetAside) this.#queue.report('STORE_DAMAGED');
    this.#lossy = damaged || hasSetAside || this.index.isLossy;
    this.sequence.passed(this.index.floor);
    this.#opened = true;
    for (const attached of this.#attached.values()) {
      if (this.index.documents.has(attached.documentId)) {
        this.#unread.add(attached.documentId);
        this.#drop(attached);
      } else this.#see(attached);
    }
  }

  /**
   * Adds the text of a document without a stored history to the index, before its version counts as
   * stored: a change while nobody follows the document is noticed.
   */
  #see({ documentId, history, journal }: AttachedHistory): void {
    if (journal.file !== null || this.index.documents.has(documentId)) return;
    const { number, timestamp, run } = history.oldest;
    const seen = this.index.seen.get(documentId);
    if (seen?.version.id === history.oldest.id) return;
    const digest = this.#sha256(history.textOf(number)?.toString() ?? '');
    this.index.add(['seen', documentId, number, timestamp, run, digest, history.folded !== null]);
  }

  async #read(file: string, limits: HistoryLimits): Promise<RestoredHistory> {
    const bytes = await this.#files.read(file);
    if (bytes === null) throw new DamagedHistoryError('The file is gone');
    let began = this.#clock.now();
    const pause = async () => {
      if (this.#clock.now() - began < readSliceMs) return;
      await this.#clock.pause?.();
      began = this.#clock.now();
    };
    const restored = await restoreHistory(decodeUtf8(bytes), file, this.sequence, limits, this.#sha256, pause);
    if (restored.damaged) {
      this.#damaged.add(file);
      this.#queue.report('STORE_DAMAGED');
    }
    return restored;
  }

  #attachedTo(documentId: string): AttachedHistory | null {
    for (const attached of this.#attached.values()) if (attached.documentId === documentId) return attached;
    return null;
  }

  /** Nothing is stored for the document any more. */
  #replace(documentId: string): void {
    const attached = this.#attachedTo(documentId);
    if (attached !== null) this.#drop(attached);
    const files = this.index.documents.get(documentId);
    if (files === undefined) return;
    for (const file of files) this.#unwanted.set(file, 'remove');
    this.index.add(['remove', documentId]);
  }

  /**
   * Watermarks are stored at once: a consumer must not receive the same twice because the window
   * was closed.
   */
  #recorded({ kind }: HistoryRecord): void {
    if (kind === 'watermark') void this.#queue.write();
    else this.#queue.schedule(writePauseMs);
  }

  #drop(attached: AttachedHistory): void {
    attached.subscription.dispose();
    this.#attached.delete(attached.history);
  }

  /**
   * Does everything that is due; returns true if there was anything. Throws the first failure after
   * trying all.
   */
  async #writeDue(): Promise<boolean> {
    if (!this.#opened) await this.#open();
    if (!this.#bounded) await this.#bound();
    const due = [...this.#attached.values()].filter(isDue);
    const { last } = this.sequence;
    const isKnown = last <= this.index.storedBy(this.sequence.run);
    if (due.length === 0 && isKnown && !this.index.isDue && this.#unwanted.size === 0) return false;
    // The index knows of numbers and files before they exist.
    if (last > this.index.floor) this.index.add(['floor', last]);
    for (const { documentId, journal } of due)
      if (journal.nextFile !== null) this.index.add(['writing', documentId, journal.nextFile]);
    await this.#writeIndex();
    const failures: unknown[] = [];
    for (const attached of due) {
      await this.#write(attached).catch((error) => failures.push(error));
    }
    if (failures.length + this.#unread.size === 0 && !isKnown) this.index.add(['stored', this.sequence.run, last]);
    await this.#writeIndex();
    for (const [name, fate] of this.#unwanted) await this.#clear(name, fate).catch((error) => failures.push(error));
    for (const attached of due) if (attached.detached && !isDue(attached)) this.#drop(attached);
    if (failures.length > 0) throw failures[0];
    return true;
  }

  async #writeIndex(): Promise<void> {
    for (const name of await this.index.write()) this.#unwanted.set(name, 'remove');
  }

  async #write(attached: AttachedHistory): Promise<void> {
    if (!this.#isCurrent(attached)) return;
    const { journal, replaced } = attached;
    const old = journal.file;
    await journal.write();
    const file = journal.file as string;
    if (file === old) return;
    if (!this.#isCurrent(attached)) {
      this.#unwanted.set(file, 'remove');
      return;
    }
    this.index.add(['document', attached.documentId, [file]]);
    if (old !== null) this.#unwanted.set(old, 'remove');
    for (const [name, fate] of replaced) this.#unwanted.set(name, fate);
    replaced.clear();
  }

  /** Returns false if the history was forgotten or replaced meanwhile. */
  #isCurrent(attached: AttachedHistory): boolean {
    return this.#attached.get(attached.history) === attached;
  }

  /** Removes the oldest histories before any is read or written; following waits for nothing of it. */
  async #bound(): Promise<void> {
    this.#bounded = true;
    const known = new Set([...this.index.documents.values()].flat());
    // What cannot be removed now is removed the next time.
    const removed = await prune(this.#files, this.#clock.now(), known).catch(() => new Set<string>());
    for (const [documentId, files] of [...this.index.documents]) {
      const left = files.filter((file) => !removed.has(file));
      if (left.length === 0) this.index.add(['remove', documentId]);
      else if (left.length < files.length) this.index.add(['document', documentId, left]);
    }
  }

  /** The file is no longer named by the index, which is stored. */
  async #clear(name: string, fate: Fate): Promise<void> {
    if (this.index.isDue) return;
    if (fate === 'remove') await this.#files.remove(name);
    else if ((await this.#files.read(name)) !== null) await setAside(this.#files, name);
    this.#unwanted.delete(name);
  }
}

function isDue({ worthStoring, journal }: AttachedHistory): boolean {
  return worthStoring && journal.isDue;
}
