import type { Disposable } from '../../base/disposable.ts';
import type { Event } from '../../base/event.ts';
import { withDeadline } from '../../base/fileDeadline.ts';
import type { Clock } from '../../base/ports/clock.ts';
import { type FileSystem, FileSystemError } from '../../base/ports/fileSystem.ts';
import type { Sha256 } from '../../base/ports/hash.ts';
import { decodeUtf8 } from '../../base/utf8.ts';
import type { ErrorCode } from '../../protocol/errorCodes.ts';
import type { SourceText } from '../../text/sourceText.ts';
import type { DocumentHistory, HistoryLimits, HistoryRecord } from '../versions/documentHistory.ts';
import { type Version, VersionSequence } from '../versions/versionId.ts';
import { AttachedHistory, type AttachedHistoryParts, type Earlier } from './attachedHistory.ts';
import { joinHistories } from './joinedHistory.ts';
import { DamagedHistoryError, type RestoredHistory, restoreHistory } from './storedHistory.ts';
import { historyFolder, movedTo, prune, setAside, storedFiles } from './storeFolder.ts';
import { StoreIndex } from './storeIndex.ts';
import { adoptHistories, surveyHistories } from './survey.ts';
import { WriteQueue } from './writeQueue.ts';

/** Records are written together after this pause, so that typing costs one write now and then. */
const writePauseMs = 250;
/** The store is brought under its cap again each time this much has been written, UTF-16 units. */
const boundAfterUnits = 16 * 1024 * 1024;

/** A long history is read in slices of this length, so that reading it blocks nobody, ms. */
const readSliceMs = 8;

/** Where nobody can tell yet how far version numbers have gone, they go on so far ahead of the clock, ms: it may have been set back. */
const unknownAheadMs = 25 * 60 * 60 * 1000;

/**
 * Keeps histories over a reload and a kill: written continuously, each file replaced atomically or appended to. A failing disk never
 * fails the caller: the history lives on in memory and is written later. What cannot be written keeps nothing else from being written,
 * and what cannot be read now is never taken for damaged, nor written over. No operation of the disk is waited for without end.
 *
 * No two process starts ever write to the same file: a history that is restored is written into a file of its own as soon as it goes on.
 */
export class HistoryStore implements Disposable {
  readonly #files: FileSystem;
  readonly #clock: Clock;
  readonly #sha256: Sha256;
  readonly #index: StoreIndex;
  readonly #attached = new Map<DocumentHistory, AttachedHistory>();
  /** Files that the index no longer names, to be removed or, when damaged, set aside. */
  readonly #unwanted = new Map<string, 'remove' | 'setAside'>();
  /** Stored histories that could not be read, or are damaged. */
  readonly #notRead = new Map<string, 'damaged' | 'unread'>();
  readonly #queue: WriteQueue;
  readonly sequence: VersionSequence;
  #opened = false;
  /** Whether an earlier process ended without storing all: what it knew of other documents is lost. */
  #lossy = false;
  #fileCount = 0;
  /** UTF-16 units written since the store was last brought under its cap. */
  #written = 0;

  /** Fires with a code once when storing starts to fail or a damaged history was set aside. */
  readonly onDidFail: Event<ErrorCode>;
  /** Fires when all that could not be written has been written after all. */
  readonly onDidRecover: Event<void>;

  private constructor(files: FileSystem, clock: Clock, sha256: Sha256, run: string) {
    this.#files = withDeadline(files, clock);
    this.#clock = clock;
    this.#sha256 = sha256;
    this.#index = new StoreIndex(this.#files, sha256, run);
    this.sequence = new VersionSequence(run);
    this.#queue = new WriteQueue(clock, () => this.#writeDue());
    this.onDidFail = this.#queue.onDidFail;
    this.onDidRecover = this.#queue.onDidRecover;
  }

  /** Opens the store. `run` goes into the version ids. Where it cannot be read now, it is tried again before anything is written. */
  static async open(files: FileSystem, clock: Clock, sha256: Sha256, run: string): Promise<HistoryStore> {
    const store = new HistoryStore(files, clock, sha256, run);
    await store.#open().catch((error) => {
      store.sequence.passed(clock.now() + unknownAheadMs);
      store.#queue.fail(error);
    });
    return store;
  }

  /** Whether a history may be stored for the document. */
  has(documentId: string): boolean {
    return this.#index.documents.has(documentId) || this.#attachedTo(documentId)?.detached === true;
  }

  /**
   * The first version of a document of which no history is stored: the one it had before, if its text has not changed since, else a new
   * one. `folded` is 1 when it may have had versions that are not known any more, else null.
   */
  firstVersion(documentId: string, text: SourceText): { readonly version: Version; readonly folded: number | null } {
    const seen = this.#index.seen.get(documentId);
    const isKnown = this.#opened && !this.#lossy && !this.#index.documents.has(documentId);
    if (isKnown && seen !== undefined && seen.digest === this.#sha256(text.toString()))
      return { version: seen.version, folded: seen.isFolded ? 1 : null };
    const mayHaveLost = !isKnown || seen !== undefined || this.#index.forgetsSeen;
    return { version: this.sequence.next(this.#clock.now()), folded: mayHaveLost ? 1 : null };
  }

  /** Up to which version number the process with a run has stored all; 0 when that is unknown. */
  storedBy(run: string): number {
    return this.#index.storedBy(run);
  }

  /** The version number that was the newest when the consumer first received anything; null when it never did. */
  firstDelivery(consumer: string): number | null {
    return this.#index.consumers.peek(consumer) ?? null;
  }

  addFirstDelivery(consumer: string, number: number): void {
    this.#index.add(['consumer', consumer, number]);
    this.#queue.schedule(writePauseMs);
  }

  /** Is not stored: a process that ends before the next compaction only makes the consumer be told more than it needs. */
  removeFirstDelivery(consumer: string): void {
    this.#index.consumers.delete(consumer);
  }

  /** Reads a stored history; null when there is none or none that can be had. Never rejects. */
  async load(documentId: string, limits: HistoryLimits): Promise<RestoredHistory | null> {
    // It may be renamed while it is read.
    const detached = this.#attachedTo(documentId);
    const stored = this.#index.documents.get(documentId);
    await this.#queue.write();
    if (detached !== null && this.#isCurrent(detached)) return { history: detached.history, damaged: false };
    const file = detached?.file ?? stored;
    if (file === undefined) return null;
    try {
      return await this.#read(file, limits);
    } catch (error) {
      const isDamaged = error instanceof DamagedHistoryError;
      this.#notRead.set(file, isDamaged ? 'damaged' : 'unread');
      if (isDamaged) this.#queue.report('STORE_DAMAGED');
      else this.#queue.fail(error);
      return null;
    }
  }

  /** Stores what happens to the history from now on; it takes the place of any other history of the document. */
  attach(documentId: string, history: DocumentHistory, restored: RestoredHistory | null, limits: HistoryLimits): void {
    const before = this.#attachedTo(documentId) ?? undefined;
    for (const other of [before, this.#attached.get(history)]) if (other !== undefined) this.#drop(other);
    const earlier = before === undefined ? this.#earlier(documentId, restored) : before.earlier;
    const attached = new AttachedHistory(
      documentId,
      history,
      {
        earlier,
        due: before !== undefined || restored === null || earlier?.state !== 'read',
        // That older versions were lost is worth knowing, and what comes behind those that could not be read is theirs.
        worthStoring: restored !== null || (earlier !== null && earlier.state !== 'read'),
      },
      (record) => this.#recorded(record),
      this.#attachedParts(limits),
    );
    attached.file = before?.file ?? null;
    this.#attached.set(history, attached);
    if (this.#opened) this.#see(attached);
    // What is damaged is put in order at once; a healthy file is written anew when there is something to write.
    if (earlier?.state === 'damaged') this.#queue.schedule(writePauseMs);
  }

  /** A file or folder was renamed: whatever is stored for the documents in it is found under their new ids. */
  rename(from: string, to: string): void {
    const moving = [...this.#index.documents.keys(), ...this.#index.seen.keys()].filter(
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
    this.#index.add(['rename', from, to]);
    void this.#queue.write();
  }

  /** Stops following the history; what it recorded so far is still written. */
  detach(history: DocumentHistory): void {
    const attached = this.#attached.get(history);
    if (attached === undefined) return;
    attached.dispose();
    attached.detached = true;
    if (!attached.isDue) this.#attached.delete(history);
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
    for (const attached of this.#attached.values()) attached.dispose();
    this.#queue.dispose();
  }

  async #open(): Promise<void> {
    const names = await storedFiles(this.#files);
    const { found, damaged } = await this.#index.read(names);
    const replaced = found ? await adoptHistories(this.#files, names, this.#index, this.#sha256) : [];
    const isSurveyed = damaged || (!found && names.some((name) => name.endsWith('.jsonl')));
    const hasSetAside = isSurveyed && (await surveyHistories(this.#files, names, this.#index, this.#sha256));
    if (damaged || hasSetAside) this.#queue.report('STORE_DAMAGED');
    for (const name of replaced) await this.#files.remove(name).catch(() => this.#unwanted.set(name, 'remove'));
    this.#lossy = damaged || hasSetAside || this.#index.isLossy;
    this.sequence.passed(this.#index.floor);
    this.#opened = true;
    // What is too old or too much is removed the next time.
    await this.#bound().catch(() => {});
    for (const attached of this.#attached.values()) {
      const file = this.#index.documents.get(attached.documentId);
      if (attached.earlier === null && attached.file === null && file !== undefined) {
        attached.earlier = { file, state: 'unread' };
        attached.worthStoring = true;
      }
      this.#see(attached);
    }
  }

  /**
   * Before any of its versions counts as stored, the index knows what a document holds of which no history is stored: so a change of it
   * while nobody followed it is seen.
   */
  #see({ documentId, history, file }: AttachedHistory): void {
    if (file !== null || this.#index.documents.has(documentId)) return;
    const { number, timestamp, run } = history.oldest;
    const seen = this.#index.seen.get(documentId);
    if (seen?.version.id === history.oldest.id) return;
    const digest = this.#sha256(history.textOf(number)?.toString() ?? '');
    this.#index.add(['seen', documentId, number, timestamp, run, digest, history.folded !== null]);
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
    if (restored.damaged) this.#queue.report('STORE_DAMAGED');
    return restored;
  }

  #attachedTo(documentId: string): AttachedHistory | null {
    for (const attached of this.#attached.values()) if (attached.documentId === documentId) return attached;
    return null;
  }

  /** What stands in the store for a document whose history is attached now. */
  #earlier(documentId: string, restored: RestoredHistory | null): Earlier | null {
    const file = this.#index.documents.get(documentId);
    if (file === undefined) return null;
    return { file, state: restored?.damaged ? 'damaged' : (this.#notRead.get(file) ?? 'read') };
  }

  /** Nothing is stored for the document any more. */
  #replace(documentId: string): void {
    const attached = this.#attachedTo(documentId);
    if (attached !== null) this.#drop(attached);
    const file = this.#index.documents.get(documentId);
    if (file === undefined) return;
    this.#unwanted.set(file, 'remove');
    this.#index.add(['remove', documentId]);
  }

  /** What was received is stored at once: nobody is to be told it again because the window was closed right after. */
  #recorded({ kind }: HistoryRecord): void {
    if (kind === 'watermark') void this.#queue.write();
    else this.#queue.schedule(writePauseMs);
  }

  #attachedParts(limits: HistoryLimits): AttachedHistoryParts {
    return {
      ...{ files: this.#files, sha256: this.#sha256, limits },
      newFile: () => `${historyFolder}/${this.sequence.run}-${this.#fileCount++}.jsonl`,
      joined: (...of) => this.#joined(...of),
    };
  }

  #drop(attached: AttachedHistory): void {
    attached.dispose();
    this.#attached.delete(attached.history);
  }

  /** Does all that is due, whether there was anything; throws the first failure after everything has been tried. */
  async #writeDue(): Promise<boolean> {
    if (!this.#opened) await this.#open();
    const due = [...this.#attached.values()].filter(({ isDue }) => isDue);
    const { last } = this.sequence;
    const isKnown = last <= this.#index.storedBy(this.sequence.run);
    if (due.length === 0 && isKnown && !this.#index.isDue && this.#unwanted.size === 0) return false;
    // Before a number is in any file, the index knows how far numbers may have gone.
    if (last > this.#index.floor) this.#index.add(['floor', last]);
    await this.#index.write();
    const failures: unknown[] = [];
    for (const attached of due) {
      await this.#write(attached).catch((error) => {
        // The others would be waited for in vain, too.
        if (error instanceof FileSystemError && error.kind === 'late') throw error;
        failures.push(error);
      });
    }
    if (failures.length === 0 && !isKnown) this.#index.add(['stored', this.sequence.run, last]);
    await this.#index.write();
    for (const [name, how] of this.#unwanted) await this.#clear(name, how).catch((error) => failures.push(error));
    for (const attached of due) {
      if (attached.detached && !attached.isDue) this.#attached.delete(attached.history);
    }
    if (failures.length > 0) throw failures[0];
    return true;
  }

  async #write(attached: AttachedHistory): Promise<void> {
    if (!this.#isCurrent(attached)) return;
    const known = attached.file;
    this.#grew(await attached.write());
    const { documentId, file, earlier } = attached;
    if (!this.#isCurrent(attached)) {
      if (file !== null && file !== known) this.#unwanted.set(file, 'remove');
      return;
    }
    if (file !== null && this.#index.documents.get(documentId) !== file)
      this.#index.add(['document', documentId, file]);
    if (earlier !== null) this.#unwanted.set(earlier.file, earlier.state === 'damaged' ? 'setAside' : 'remove');
    attached.earlier = null;
  }

  /** Whether the history has not been forgotten or replaced meanwhile. */
  #isCurrent(attached: AttachedHistory): boolean {
    return this.#attached.get(attached.history) === attached;
  }

  async #joined(file: string, later: DocumentHistory, limits: HistoryLimits): Promise<DocumentHistory | null> {
    try {
      const { history } = await this.#read(file, limits);
      joinHistories(history, later);
      return history;
    } catch (error) {
      if (error instanceof DamagedHistoryError) return null;
      throw error;
    }
  }

  #grew(units: number): void {
    this.#written += units;
    if (this.#written < boundAfterUnits) return;
    this.#written = 0;
    void this.#queue.run(() => this.#bound());
  }

  /** Removes the oldest of what is stored and not followed now. */
  async #bound(): Promise<void> {
    const inUse = new Set([...this.#attached.values()].flatMap(({ files }) => files));
    const known = new Set(this.#index.documents.values());
    const removed = await prune(this.#files, this.#clock.now(), known, inUse);
    for (const [documentId, file] of [...this.#index.documents])
      if (removed.has(file)) this.#index.add(['remove', documentId]);
  }

  /** The file is no longer named by the index, which is stored. */
  async #clear(name: string, how: 'remove' | 'setAside'): Promise<void> {
    if (this.#index.isDue) return;
    if (how === 'remove') await this.#files.remove(name);
    else if ((await this.#files.read(name)) !== null) await setAside(this.#files, name);
    this.#unwanted.delete(name);
  }
}
