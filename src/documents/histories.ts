import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/event.ts';
import type { Clock } from '../base/ports/clock.ts';
import type { CheckpointKind, Origin } from '../protocol/prompt/liveContext.ts';
import type { ChangeSet } from '../text/changeSet.ts';
import { SourceText } from '../text/sourceText.ts';
import { versionOnDisk } from './diffBase.ts';
import { difference } from './difference.ts';
import type { HistoryStore } from './store/historyStore.ts';
import type { RestoredHistory } from './store/storedHistory.ts';
import { movedTo } from './store/storeFolder.ts';
import { DocumentHistory, defaultLimits, type Edit, type HistoryLimits, joinMs } from './versions/documentHistory.ts';
import { parseVersionId, type Version } from './versions/versionId.ts';

/** Maximum memory of all histories together, bytes. */
const defaultCapBytes = 128 * 1024 * 1024;
/** One history may take this share of it. */
const historyShare = 1 / 4;
/**
 * Beyond the maximum, a closed history leaves memory and an open one keeps this share of its edits.
 */
const shareOfOpen = 1 / 4;

/** A change of a document as the editor reported it. */
export interface RecordedChange {
  readonly changes: ChangeSet;
  readonly origin: Origin;
  /** ms since the epoch. */
  readonly timestamp: number;
}

/** A change of a followed document; its origin may be corrected later. */
export interface RecordedEdit extends Omit<RecordedChange, 'timestamp'> {
  readonly documentId: string;
  /** The text before the changes. */
  readonly before: SourceText;
  /** True if the changes were computed from two texts, since nobody knows how they were made. */
  readonly isComputed?: true;
}

interface HistoryEntry {
  readonly history: DocumentHistory;
  open: boolean;
}

/** A document whose stored history is being read. What happens meanwhile waits. */
interface Loading {
  /** It may be renamed while it is read. */
  documentId: string;
  /**
   * The text that it was opened with, and who changed it since it was last seen; null if only
   * recalled.
   */
  readonly opened: { readonly text: SourceText; readonly origin: Origin } | null;
  text: SourceText | null;
  open: boolean;
  readonly queue: ((history: DocumentHistory) => void)[];
}

/**
 * The histories of all documents, by document id (URI). The least recently used leave memory first.
 */
export class Histories implements Disposable {
  readonly #clock: Clock;
  readonly #store: HistoryStore;
  readonly #limits: HistoryLimits;
  readonly #capBytes: number;
  /** In order of use, the most recently used last. */
  readonly #entries = new Map<string, HistoryEntry>();
  readonly #loading = new Map<string, Loading>();
  readonly #reads = new Set<Promise<void>>();
  readonly #changed = new Emitter<string>();
  readonly #edited = new Emitter<RecordedEdit>();
  readonly #renamed = new Emitter<{ readonly from: string; readonly to: string }>();
  #sealTimer: Disposable | null = null;

  /** Fires with the id of a document when its text, versions or checkpoints changed. */
  readonly onDidChange = this.#changed.event;
  /** Fires after each recorded change of a document. */
  readonly onDidEdit = this.#edited.event;
  readonly onDidRename = this.#renamed.event;
  /**
   * The texts that documents will have after agents' edits. Editors merge and normalise edits, so any
   * change that leads to such a text has the origin `agent`.
   */
  readonly expected = new Map<string, SourceText>();

  constructor(clock: Clock, store: HistoryStore, capBytes: number = defaultCapBytes) {
    this.#clock = clock;
    this.#store = store;
    this.#capBytes = capBytes;
    this.#limits = { ...defaultLimits, bytes: capBytes * historyShare };
  }

  /** The ids of all documents with a history, least recently used first. */
  get documents(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /** Settles when no history is being read from the store. */
  async ready(): Promise<void> {
    while (this.#reads.size > 0) await Promise.all(this.#reads);
  }

  get(documentId: string): DocumentHistory | null {
    return this.#entries.get(documentId)?.history ?? null;
  }

  isOpen(documentId: string): boolean {
    return this.#entries.get(documentId)?.open ?? this.#loading.get(documentId)?.open ?? false;
  }

  /** The current text, also while the stored history is being read. */
  textOf(documentId: string): SourceText | null {
    return this.#entries.get(documentId)?.history.text ?? this.#loading.get(documentId)?.text ?? null;
  }

  /** Follows a document. Changes since it was last seen become one edit by `origin`. */
  open(documentId: string, text: string, origin: Origin = 'disk'): void {
    const known = this.#entries.get(documentId);
    const loading = this.#loading.get(documentId);
    if (known !== undefined) {
      known.open = true;
      this.#arrive(documentId, known.history, SourceText.from(text), origin);
    } else if (loading !== undefined) {
      loading.open = true;
      const now = SourceText.from(text);
      loading.text = now;
      loading.queue.push((history) => this.#arrive(documentId, history, now, origin));
    } else if (this.#store.has(documentId) && !(documentId.startsWith('untitled:') && text === ''))
      // An empty untitled document is a new one, even if an older one had its name.
      this.#load(documentId, { text: SourceText.from(text), origin });
    else this.#start(documentId, SourceText.from(text));
  }

  /** Reads the stored history, if any, of a document that was not opened in this session. */
  async recall(documentId: string): Promise<void> {
    const isHere = this.#entries.has(documentId) || this.#loading.has(documentId);
    if (!isHere && this.#store.has(documentId)) this.#load(documentId, null);
    await this.ready();
  }

  /** The document was closed. Its history stays. */
  close(documentId: string): void {
    for (const state of [this.#entries.get(documentId), this.#loading.get(documentId)]) if (state) state.open = false;
    this.#withHistory(documentId, (history) => history.seal());
  }

  /** What was not saved of a closed document is no longer its text. */
  discardUnsaved(documentId: string): void {
    const entry = this.#entries.get(documentId);
    const saved = entry?.history.textOf(versionOnDisk(entry.history).number) ?? null;
    if (entry?.open === false && saved !== null) this.#catchUp(documentId, entry.history, saved, 'disk');
  }

  /**
   * A file is about to get a name that a deleted one may have had. If their texts are equal, there
   * is a new version all the same: without one, a guess at the old text would be confirmed.
   */
  vacate(documentId: string): void {
    this.#withHistory(documentId, (history) => this.#catchUp(documentId, history, SourceText.from(''), 'disk'));
  }

  /** Records a change. {@link relabel} may correct its origin later. */
  record(documentId: string, { changes, origin: known, timestamp }: RecordedChange): void {
    const loading = this.#loading.get(documentId);
    if (loading?.text) loading.text = changes.apply(loading.text);
    this.#withHistory(documentId, (history) => {
      const before = history.text;
      const isAgents = this.#isExpected(documentId, () => changes.apply(before));
      const origin = isAgents ? 'agent' : known;
      history.record(changes, origin, timestamp);
      this.#edited.fire({ documentId, before, changes, origin });
    });
    this.#touch(documentId);
    this.#scheduleSeal();
    this.#changed.fire(documentId);
  }

  /** Later changes do not join what was typed so far. */
  seal(documentId: string): void {
    this.get(documentId)?.seal();
  }

  /**
   * Corrects the origin of the newest edits, new to old, while `isMeant` holds. Returns the current
   * version, or null if there is no history.
   */
  relabel(documentId: string, origin: Origin, isMeant: (edit: Edit) => boolean): Version | null {
    const version = this.get(documentId)?.relabel(origin, isMeant) ?? null;
    this.#changed.fire(documentId);
    return version;
  }

  /**
   * Marks an edit as an event after which a new story begins: a branch switch changed many files at
   * once.
   */
  markAsEvent(documentId: string, version: Version, reason: string): void {
    this.#withHistory(documentId, (history) => {
      history.label(version.number, 'disk', reason);
      history.checkpoint('switched', this.#clock.now());
    });
    this.#changed.fire(documentId);
  }

  /** Returns true if this is the expected text, which is then no longer expected. */
  #isExpected(documentId: string, text: () => SourceText): boolean {
    return this.expected.get(documentId)?.equals(text()) === true && this.expected.delete(documentId);
  }

  /** Makes the history agree with the document: one edit of unknown origin if they differ. */
  reconcile(documentId: string, text: string): void {
    const now = SourceText.from(text);
    const isAgents = this.#isExpected(documentId, () => now);
    this.#withHistory(documentId, (history) => this.#catchUp(documentId, history, now, isAgents ? 'agent' : 'unknown'));
    this.#changed.fire(documentId);
  }

  checkpoint(documentId: string, kind: CheckpointKind): void {
    this.#withHistory(documentId, (history) => history.checkpoint(kind, this.#clock.now()));
    this.#changed.fire(documentId);
  }

  /** Takes git's HEAD as a checkpoint; null if HEAD has no such file. */
  headCheckpoint(documentId: string, headText: string | null): void {
    this.#withHistory(documentId, (history) => {
      if (headText === null) return history.unpin('head');
      const text = SourceText.from(headText);
      if (history.checkpoints.some((one) => one.kind === 'head' && history.textOf(one.version.number)?.equals(text)))
        return;
      if (history.text.equals(text)) history.checkpoint('head', this.#clock.now());
      else history.headCheckpoint(text, difference(text, history.text), this.#clock.now());
    });
    this.#changed.fire(documentId);
  }

  /**
   * A file or folder was renamed: the histories of its documents continue under their new ids. What
   * was followed under a new id meanwhile comes after that.
   */
  rename(from: string, to: string): void {
    this.#store.rename(from, to);
    for (const documentId of [...this.#entries.keys(), ...this.#loading.keys()]) {
      const renamed = movedTo(documentId, from, to);
      if (renamed !== null) this.#renameOne(documentId, renamed);
    }
  }

  /** Forgets a document that is no longer followed. */
  forget(documentId: string): void {
    this.#loading.delete(documentId);
    this.#drop(documentId);
    this.#store.remove(documentId);
    this.#changed.fire(documentId);
  }

  /**
   * Remembers which version of these documents the consumer has received last, by its number. Of
   * the other documents a new consumer can read the files, so their texts on disk count as
   * received; unsaved edits do not.
   */
  mark(consumer: string, received: ReadonlyMap<string, number>): void {
    const isNew = this.firstDelivery(consumer) === null;
    for (const [documentId, { history }] of this.#entries) {
      const number = received.get(documentId);
      if (number !== undefined) history.markAt(consumer, number);
      else if (isNew) history.markAt(consumer, versionOnDisk(history).number);
    }
    if (isNew) this.#store.addFirstDelivery(consumer, this.newestNumber);
  }

  /** The consumer lost what it received: its next delivery counts as its first. */
  forgetConsumer(consumer: string): void {
    for (const { history } of this.#entries.values()) history.forget(consumer);
    // Not stored: if it comes back after a kill, the consumer only receives more than it needs.
    this.#store.index.consumers.delete(consumer);
  }

  /** The number of the newest version at the consumer's first delivery; null before that. */
  firstDelivery(consumer: string): number | null {
    return this.#store.index.consumers.peek(consumer) ?? null;
  }

  /** The highest version number of all documents. */
  get newestNumber(): number {
    return this.#store.sequence.last;
  }

  /**
   * The number of a version of this process, or of an earlier one that had stored everything up to
   * then; null for any other id. All changes since such a version are known.
   */
  numberOf(versionId: string): number | null {
    const parsed = parseVersionId(versionId);
    if (parsed === null) return null;
    const { number, run } = parsed;
    const { sequence } = this.#store;
    return number <= (run === sequence.run ? sequence.last : this.#store.index.storedBy(run)) ? number : null;
  }

  /** Seals and stores everything. */
  async flush(): Promise<void> {
    await this.ready();
    for (const { history } of this.#entries.values()) history.seal();
    await this.#store.flush();
  }

  dispose(): void {
    this.#sealTimer?.dispose();
    this.#changed.dispose();
  }

  #renameOne(from: string, to: string): void {
    const text = this.isOpen(to) ? this.textOf(to) : null;
    const open = this.isOpen(to) || this.isOpen(from);
    const known = this.#entries.get(from);
    this.#loading.delete(to);
    this.#drop(to);
    if (known !== undefined) {
      const { history } = known;
      this.#entries.delete(from);
      this.#entries.set(to, { history, open });
      // Under its new name, a reader knows of it what is on disk.
      for (const reader of [...history.watermarks.keys()]) history.markAt(reader, versionOnDisk(history).number);
    }
    const loading = this.#loading.get(from);
    if (known === undefined && loading !== undefined) {
      this.#loading.delete(from);
      this.#loading.set(to, Object.assign(loading, { documentId: to, open, text: text ?? loading.text }));
    }
    this.#renamed.fire({ from, to });
    if (text !== null) this.#withHistory(to, (history) => this.#catchUp(to, history, text, 'unknown'));
    this.#changed.fire(from);
    this.#changed.fire(to);
  }

  #start(documentId: string, text: SourceText, open = true): void {
    const { sequence } = this.#store;
    const { version, folded } = this.#store.firstVersion(documentId, text);
    const history = new DocumentHistory(version, text, sequence, this.#limits, folded);
    this.#entries.set(documentId, { history, open });
    this.#store.attach(documentId, history, null);
    this.#trim();
    this.#arrive(documentId, history, text, 'disk');
  }

  #load(documentId: string, opened: Loading['opened']): void {
    const loading: Loading = { documentId, opened, text: opened?.text ?? null, open: opened !== null, queue: [] };
    this.#loading.set(documentId, loading);
    const read = this.#store.load(documentId, this.#limits).then((restored) => this.#loaded(loading, restored));
    this.#reads.add(read);
    void read.finally(() => this.#reads.delete(read));
  }

  /** Does nothing if the document was forgotten while it was read. */
  #loaded(loading: Loading, restored: RestoredHistory | null): void {
    const { documentId, opened, text, open, queue } = loading;
    if (this.#loading.get(documentId) !== loading) return;
    this.#loading.delete(documentId);
    if (restored !== null) {
      this.#entries.set(documentId, { history: restored.history, open });
      this.#store.attach(documentId, restored.history, restored);
      if (opened !== null) this.#arrive(documentId, restored.history, opened.text, opened.origin);
      this.#trim();
    } else if (text !== null) this.#start(documentId, opened?.text ?? text, open);
    const history = this.get(documentId);
    if (history !== null) for (const step of queue) step(history);
    this.#changed.fire(documentId);
  }

  /**
   * The document was opened with this text: catches up, and takes the `opened` checkpoint unless it
   * is unchanged.
   */
  #arrive(documentId: string, history: DocumentHistory, text: SourceText, origin: Origin): void {
    const changed = this.#catchUp(documentId, history, text, origin);
    const known = history.checkpoints.some((checkpoint) => checkpoint.kind === 'opened');
    if (changed || !known) history.checkpoint('opened', this.#clock.now());
    this.#touch(documentId);
    this.#changed.fire(documentId);
  }

  /** Records the difference to `text`; returns true if there was any. */
  #catchUp(documentId: string, history: DocumentHistory, text: SourceText, origin: Origin): boolean {
    const before = history.text;
    if (before.equals(text)) return false;
    history.seal();
    const changes = difference(before, text);
    history.record(changes, origin, this.#clock.now());
    history.seal();
    this.#edited.fire({ documentId, before, changes, origin, isComputed: true });
    return true;
  }

  #withHistory(documentId: string, step: (history: DocumentHistory) => void): void {
    const history = this.get(documentId);
    if (history !== null) step(history);
    else this.#loading.get(documentId)?.queue.push(step);
  }

  #touch(documentId: string): void {
    const entry = this.#entries.get(documentId);
    if (entry === undefined) return;
    this.#entries.delete(documentId);
    this.#entries.set(documentId, entry);
  }

  #drop(documentId: string): void {
    const entry = this.#entries.get(documentId);
    if (entry === undefined) return;
    this.#store.detach(entry.history);
    this.#entries.delete(documentId);
  }

  /**
   * Enforces the maximum memory, least recently used first. The most recently used history stays
   * whole.
   */
  #trim(): void {
    let total = 0;
    for (const { history } of this.#entries.values()) total += history.byteSize;
    for (const [documentId, { history, open }] of [...this.#entries].slice(0, -1)) {
      if (total <= this.#capBytes) return;
      total -= history.byteSize;
      if (open) {
        history.shrink(shareOfOpen);
        total += history.byteSize;
      } else this.#drop(documentId);
    }
  }

  /** Seals edits that nothing can join any more, so that they are stored while the user pauses. */
  #scheduleSeal(): void {
    if (this.#sealTimer !== null) return;
    this.#sealTimer = this.#clock.after(joinMs + 1, () => {
      this.#sealTimer = null;
      let waiting = false;
      for (const [documentId, { history }] of this.#entries) {
        if (history.openSince === null) continue;
        if (this.#clock.now() - history.openSince <= joinMs) waiting = true;
        else {
          history.seal();
          this.#changed.fire(documentId);
        }
      }
      this.#trim();
      if (waiting) this.#scheduleSeal();
    });
  }
}
