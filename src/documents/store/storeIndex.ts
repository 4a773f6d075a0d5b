import * as z from 'zod';
import { Journal, readJournal } from '../../base/journal.ts';
import { LruMap } from '../../base/lruMap.ts';
import type { FileSystem } from '../../base/ports/fileSystem.ts';
import type { Sha256 } from '../../base/ports/hash.ts';
import { decodeUtf8 } from '../../base/utf8.ts';
import { type Version, versionOf } from '../versions/versionId.ts';
import { historyFolder, movedTo } from './storeFolder.ts';

/** Maximum numbers of consumers, and of earlier processes, that are remembered. */
const maxConsumers = 256;
const maxRuns = 256;
/** Maximum number of documents without a stored history that are remembered. */
const maxSeen = 4_096;

const text = z.string();
const number = z.int().nonnegative();
const indexEntrySchema = z.lazy(() =>
  z.union([
    /** The runs of earlier processes whose indexes this one replaces. */
    z.tuple([z.literal('start'), z.array(text)]),
    /** The files with the history of a document, to be read in this order. */
    z.tuple([z.literal('document'), text, z.array(text)]),
    /**
     * A file that is about to be written for a document; if it exists, it comes after the others.
     */
    z.tuple([z.literal('writing'), text, text]),
    z.tuple([z.literal('remove'), text]),
    /** A file or folder was renamed, with all documents in it. */
    z.tuple([z.literal('rename'), text, text]),
    /** A consumer received its first delivery when this was the newest version number. */
    z.tuple([z.literal('consumer'), text, number]),
    /** Version numbers up to this may be in use. */
    z.tuple([z.literal('floor'), number]),
    /** A process has stored everything up to this version number. */
    z.tuple([z.literal('stored'), text, number]),
    /**
     * A document without a stored history: its only version (number, timestamp, run), the digest of
     * the text, whether it may have had older versions.
     */
    z.tuple([z.literal('seen'), text, number, z.int(), text, text, z.boolean()]),
  ]),
);
type IndexEntry = z.infer<typeof indexEntrySchema>;

/**
 * The text of a document without a stored history, and its version, which may have been delivered.
 */
interface SeenText {
  readonly version: Version;
  /** SHA-256 of the text; empty if the document had a history that was removed. */
  readonly digest: string;
  /** True if it may have had older versions. */
  readonly isFolded: boolean;
}

/**
 * The index of the history store: the files of each document, the first delivery to each consumer,
 * and how far version numbers have gone. Each process start writes an index of its own, which names
 * the earlier ones that it replaces: a process that wakes up later does no harm.
 */
export class StoreIndex {
  readonly documents = new Map<string, readonly string[]>();
  readonly consumers = new LruMap<string, number>(maxConsumers);
  readonly seen = new LruMap<string, SeenText>(maxSeen);
  readonly #writing = new Map<string, string>();
  readonly #stored = new LruMap<string, number>(maxRuns);
  readonly #files: FileSystem;
  readonly #sha256: Sha256;
  readonly #journal: Journal;
  #earlierRuns: readonly string[] = [];
  /** Index files that the next whole one replaces. */
  #replaced: readonly string[] = [];
  #floor = 0;

  constructor(files: FileSystem, sha256: Sha256, run: string) {
    let count = 0;
    const newFile = () => `${historyFolder}/index-${run}-${count++}`;
    this.#files = files;
    this.#sha256 = sha256;
    this.#journal = new Journal(files, sha256, newFile, () => this.#entries());
  }

  /** The highest version number that may be in use. */
  get floor(): number {
    return this.#floor;
  }

  /** True if some seen documents are no longer remembered. */
  get forgetsSeen(): boolean {
    return this.seen.size >= maxSeen;
  }

  /** True if some process ended without storing everything. */
  get isLossy(): boolean {
    return this.#floor > Math.max(0, ...this.#stored.values());
  }

  get isDue(): boolean {
    return this.#journal.isDue;
  }

  /** The version number up to which a process has stored everything; 0 if unknown. */
  storedBy(run: string): number {
    return this.#stored.peek(run) ?? 0;
  }

  /** Reads the indexes of earlier processes, given the names of all files in the folder. */
  async read(names: readonly string[]): Promise<{ readonly found: boolean; readonly damaged: boolean }> {
    const newest = new Map<string, { readonly name: string; readonly count: number }>();
    this.#replaced = names.filter((name) => {
      const [, run, count] = indexPattern.exec(name) ?? [];
      if (run !== undefined && Number(count) >= (newest.get(run)?.count ?? 0))
        newest.set(run, { name, count: Number(count) });
      return run !== undefined;
    });
    this.#earlierRuns = [...newest.keys()];
    const indexes = [];
    for (const [run, { name }] of newest) indexes.push({ run, ...(await this.#readOne(name)) });
    const replaced = new Set(
      indexes.flatMap(({ entries }) => entries.flatMap((one) => (one[0] === 'start' ? one[1] : []))),
    );
    const current = indexes.filter(({ run }) => !replaced.has(run));
    for (const { entries } of current) for (const entry of entries) this.#apply(entry);
    for (const [id, file] of this.#writing)
      if (names.includes(file)) this.#apply(['document', id, [...(this.documents.get(id) ?? []), file]]);
    this.#writing.clear();
    return { found: indexes.length > 0, damaged: current.some(({ damaged }) => damaged) };
  }

  /** Applies an entry; {@link write} stores it. */
  add(entry: IndexEntry): void {
    this.#apply(entry);
    this.#journal.add(entry);
  }

  /**
   * Stores what was added; returns index files that are no longer needed. What fails is stored the
   * next time.
   */
  async write(): Promise<readonly string[]> {
    if (!this.isDue) return [];
    const { file } = this.#journal;
    await this.#journal.write();
    if (this.#journal.file === file) return [];
    const replaced = [...this.#replaced, ...(file === null ? [] : [file])];
    this.#replaced = [];
    return replaced;
  }

  #entries(): readonly IndexEntry[] {
    return [
      ['start', [...this.#earlierRuns]],
      ['floor', this.#floor],
      ...[...this.documents].map(([id, files]): IndexEntry => ['document', id, [...files]]),
      ...[...this.#writing].map(([id, file]): IndexEntry => ['writing', id, file]),
      ...[...this.consumers].map(([consumer, at]): IndexEntry => ['consumer', consumer, at]),
      ...[...this.seen].map(([id, { version, digest, isFolded }]): IndexEntry => {
        return ['seen', id, version.number, version.timestamp, version.run, digest, isFolded];
      }),
      ...[...this.#stored].map(([run, at]): IndexEntry => ['stored', run, at]),
    ];
  }

  #apply(entry: IndexEntry): void {
    if (entry[0] === 'document') {
      this.documents.set(entry[1], entry[2]);
      this.#writing.delete(entry[1]);
      this.seen.delete(entry[1]);
    } else if (entry[0] === 'writing') this.#writing.set(entry[1], entry[2]);
    else if (entry[0] === 'remove') {
      this.documents.delete(entry[1]);
      this.#writing.delete(entry[1]);
      this.seen.set(entry[1], { version: versionOf(0, 0, ''), digest: '', isFolded: true });
    } else if (entry[0] === 'seen') {
      const [, id, number, timestamp, run, digest, isFolded] = entry;
      this.seen.set(id, { version: versionOf(number, timestamp, run), digest, isFolded });
      this.#floor = Math.max(this.#floor, number);
    } else if (entry[0] === 'consumer') this.consumers.set(entry[1], entry[2]);
    else if (entry[0] === 'floor') this.#floor = Math.max(this.#floor, entry[1]);
    else if (entry[0] === 'stored') this.#stored.set(entry[1], Math.max(this.storedBy(entry[1]), entry[2]));
    else if (entry[0] === 'rename') this.#rename(entry[1], entry[2]);
  }

  #rename(from: string, to: string): void {
    for (const map of [this.seen, this.#writing, this.documents] as Map<string, unknown>[]) {
      for (const [id, value] of [...map]) {
        const renamed = movedTo(id, from, to);
        if (renamed === null) continue;
        map.delete(id);
        map.set(renamed, value);
        if (map === this.documents) this.seen.delete(renamed);
      }
    }
  }

  async #readOne(name: string): Promise<{ readonly entries: readonly IndexEntry[]; readonly damaged: boolean }> {
    const lines = [...readJournal(decodeUtf8((await this.#files.read(name)) ?? new Uint8Array()), this.#sha256)];
    const entries = lines
      .flatMap((line) => line ?? [])
      .flatMap((value): IndexEntry[] => {
        const entry = indexEntrySchema.safeParse(value);
        return entry.success ? [entry.data] : [];
      });
    return { entries, damaged: lines.includes(null) || entries[0]?.[0] !== 'start' };
  }
}

const indexPattern = new RegExp(`^${historyFolder}/index-(\\w+)-(\\d+)$`);
