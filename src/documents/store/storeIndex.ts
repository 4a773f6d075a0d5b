import * as z from 'zod';
import { LruMap } from '../../base/lruMap.ts';
import type { FileSystem } from '../../base/ports/fileSystem.ts';
import type { Sha256 } from '../../base/ports/hash.ts';
import { decodeUtf8, encodeUtf8 } from '../../base/utf8.ts';
import { type Version, versionOf } from '../versions/versionId.ts';
import { checkedLine, checkedLines } from './checkedLines.ts';
import { historyFolder, movedTo } from './storeFolder.ts';

/** Maximum numbers of consumers, and of earlier processes, that are remembered. */
const maxConsumers = 256;
const maxRuns = 256;
/** Maximum number of documents without a stored history that are remembered. */
const maxSeen = 4_096;
/** The log is written anew once it is longer than this and four times as long as what it says, UTF-16 units. */
const leastCompacted = 128 * 1024;

const text = z.string();
const number = z.int().nonnegative();
const indexEntrySchema = z.lazy(() =>
  z.union([
    /** The history of a document is in a file. */
    z.tuple([z.literal('document'), text, text]),
    z.tuple([z.literal('remove'), text]),
    /** A file or folder was renamed, with all documents in it. */
    z.tuple([z.literal('rename'), text, text]),
    /** A consumer first received anything when this was the newest version number. */
    z.tuple([z.literal('consumer'), text, number]),
    /** Numbers up to this may be in use from now on. */
    z.tuple([z.literal('floor'), number]),
    /** All that a process had to store up to this version number is stored. */
    z.tuple([z.literal('stored'), text, number]),
    /** A document of which no history is stored: its only version (number, timestamp, run), the text's digest, whether there were older ones. */
    z.tuple([z.literal('seen'), text, number, z.int(), text, text, z.boolean()]),
  ]),
);
export type IndexEntry = z.infer<typeof indexEntrySchema>;

/** What a document without a stored history held, and as which version that may have been handed out. */
export interface SeenText {
  readonly version: Version;
  /** Its SHA-256; empty where it had a history that was removed. */
  readonly digest: string;
  /** Whether it may have had older versions. */
  readonly isFolded: boolean;
}

/** A line: how often the log was written anew, the number of the line, and what it says. */
const lineSchema = z.lazy(() =>
  z.tuple([number, number, z.union([indexEntrySchema, z.tuple([z.literal('start'), text, z.array(text)])])]),
);
type IndexLine = z.infer<typeof lineSchema>;

/**
 * The index of the history store: which file holds the history of which document, what each consumer knows, and how far version numbers
 * have gone. A log that is appended to, twice in the folder, so that a damaged byte costs nothing. Each process start writes a log of its
 * own, which says whose it takes the place of: what an earlier process still writes after it slept does no harm.
 */
export class StoreIndex {
  readonly documents = new Map<string, string>();
  readonly consumers = new LruMap<string, number>(maxConsumers);
  readonly #seen = new LruMap<string, SeenText>(maxSeen);
  readonly #removed = new Set<string>();
  readonly #named = new Set<string>();
  readonly #stored = new LruMap<string, number>(maxRuns);
  readonly #files: FileSystem;
  readonly #sha256: Sha256;
  readonly #run: string;
  /** The logs that this one takes the place of. */
  #earlier: readonly string[] = [];
  #floor = 0;
  #generation = 0;
  #lines = 0;
  #pending: IndexEntry[] = [];
  /** The log must be written whole: it does not exist yet, has failed or has grown too long. */
  #whole = true;
  /** Whether what was noted before could not be stored. */
  #failed = false;
  #length = 0;
  #compacted = 0;

  constructor(files: FileSystem, sha256: Sha256, run: string) {
    this.#files = files;
    this.#sha256 = sha256;
    this.#run = run;
  }

  /** The highest version number that may be in use. */
  get floor(): number {
    return this.#floor;
  }

  /** The documents without a stored history. */
  get seen(): ReadonlyMap<string, SeenText> {
    return this.#seen;
  }

  /** Whether documents that were seen are no longer remembered. */
  get forgetsSeen(): boolean {
    return this.#seen.size >= maxSeen;
  }

  /** Whether the document had a history that was removed or that went to another name. */
  wasRemoved(documentId: string): boolean {
    return this.#removed.has(documentId);
  }

  /** Whether a file has been the history of a document. */
  hasNamed(file: string): boolean {
    return this.#named.has(file);
  }

  /** Whether some process ended without storing all that it had to. */
  get isLossy(): boolean {
    return this.#floor > Math.max(0, ...this.#stored.values());
  }

  get isDue(): boolean {
    return this.#pending.length > 0 || this.#failed;
  }

  /** Up to which version number a process has stored all; 0 when it is unknown. */
  storedBy(run: string): number {
    return this.#stored.peek(run) ?? 0;
  }

  /** Reads the logs of earlier processes, given the names of all files there. Whether any were found, and whether they are damaged. */
  async read(names: readonly string[]): Promise<{ readonly found: boolean; readonly damaged: boolean }> {
    const runs = [...new Set(names.flatMap((name) => runPattern.exec(name)?.[1] ?? []))];
    const logs: { readonly run: string; readonly lines: readonly IndexLine[]; readonly damaged: boolean }[] = [];
    for (const run of runs) logs.push({ run, ...(await this.#readLog(run)) });
    const superseded = new Set(
      logs.flatMap(({ lines }) => lines.flatMap(([, , entry]) => (entry[0] === 'start' ? entry[2] : []))),
    );
    const current = logs.filter(({ run }) => !superseded.has(run));
    for (const { lines } of current) {
      for (const [, , entry] of lines) if (entry[0] !== 'start') this.#apply(entry);
    }
    this.#earlier = runs;
    return { found: runs.length > 0, damaged: current.some(({ damaged }) => damaged) };
  }

  /** Notes what happened; {@link write} stores it. */
  add(entry: IndexEntry): void {
    this.#apply(entry);
    this.#pending.push(entry);
  }

  /** Stores what was noted. What fails is stored the next time. */
  async write(): Promise<void> {
    if (!this.isDue) return;
    this.#failed = true;
    await (this.#whole ? this.#writeWhole() : this.#appendPending());
    this.#failed = false;
  }

  async #appendPending(): Promise<void> {
    const text = this.#pending.map((entry) => this.#line(entry)).join('');
    this.#pending = [];
    this.#whole = true;
    const bytes = encodeUtf8(text);
    for (const name of fileNamesOf(this.#run)) await this.#files.append(name, bytes);
    this.#length += text.length;
    this.#whole = this.#length > Math.max(leastCompacted, 4 * this.#compacted);
  }

  async #writeWhole(): Promise<void> {
    this.#generation++;
    this.#lines = 0;
    this.#pending = [];
    const entries: IndexEntry[] = [
      ['floor', this.#floor],
      ...[...this.documents].map(([id, file]): IndexEntry => ['document', id, file]),
      ...[...this.consumers].map(([consumer, at]): IndexEntry => ['consumer', consumer, at]),
      ...[...this.#seen].map(([id, { version, digest, isFolded }]): IndexEntry => {
        return ['seen', id, version.number, version.timestamp, version.run, digest, isFolded];
      }),
      ...[...this.#stored].map(([run, at]): IndexEntry => ['stored', run, at]),
    ];
    const text =
      this.#line(['start', this.#run, [...this.#earlier]]) + entries.map((entry) => this.#line(entry)).join('');
    const bytes = encodeUtf8(text);
    for (const name of fileNamesOf(this.#run)) await this.#files.write(name, bytes);
    this.#whole = false;
    this.#length = text.length;
    this.#compacted = text.length;
    for (const run of this.#earlier) for (const name of fileNamesOf(run)) await this.#files.remove(name);
  }

  #line(entry: IndexLine[2]): string {
    return checkedLine([this.#generation, this.#lines++, entry], this.#sha256);
  }

  #apply(entry: IndexEntry): void {
    if (entry[0] === 'document') {
      this.documents.set(entry[1], entry[2]);
      this.#named.add(entry[2]);
      this.#seen.delete(entry[1]);
    } else if (entry[0] === 'remove') {
      this.#remove(entry[1]);
      this.#seen.set(entry[1], { version: versionOf(0, 0, ''), digest: '', isFolded: true });
    } else if (entry[0] === 'seen') {
      const [, id, number, timestamp, run, digest, isFolded] = entry;
      this.#seen.set(id, { version: versionOf(number, timestamp, run), digest, isFolded });
      this.#floor = Math.max(this.#floor, number);
    } else if (entry[0] === 'consumer') this.consumers.set(entry[1], entry[2]);
    else if (entry[0] === 'floor') this.#floor = Math.max(this.#floor, entry[1]);
    else if (entry[0] === 'stored') this.#stored.set(entry[1], Math.max(this.storedBy(entry[1]), entry[2]));
    else {
      for (const [id, file] of [...this.documents]) {
        const renamed = movedTo(id, entry[1], entry[2]);
        if (renamed === null) continue;
        this.#remove(id);
        this.documents.set(renamed, file);
        this.#seen.delete(renamed);
      }
      for (const [id, seen] of [...this.#seen]) {
        const renamed = movedTo(id, entry[1], entry[2]);
        if (renamed === null) continue;
        this.#seen.delete(id);
        if (!this.documents.has(renamed)) this.#seen.set(renamed, seen);
      }
    }
  }

  #remove(documentId: string): void {
    this.documents.delete(documentId);
    this.#removed.add(documentId);
  }

  /** The lines of a log that stand in either copy of its newest generation. */
  async #readLog(run: string): Promise<{ readonly lines: readonly IndexLine[]; readonly damaged: boolean }> {
    const byNumber = new Map<number, IndexLine>();
    let generation = 0;
    const copies = new Set<string>();
    for (const name of fileNamesOf(run)) copies.add(decodeUtf8((await this.#files.read(name)) ?? new Uint8Array()));
    for (const copy of copies) {
      for (const line of checkedLines(copy, this.#sha256)) {
        const parsed = lineSchema.safeParse(line?.value);
        if (!parsed.success || parsed.data[0] < generation) continue;
        if (parsed.data[0] > generation) byNumber.clear();
        generation = parsed.data[0];
        byNumber.set(parsed.data[1], parsed.data);
      }
    }
    const lines = [...byNumber.values()].sort((a, b) => a[1] - b[1]);
    return { lines, damaged: lines.length === 0 || lines.at(-1)?.[1] !== lines.length - 1 };
  }
}

const runPattern = new RegExp(`^${historyFolder}/index-(\\w+)(?:\\.copy)?$`);

function fileNamesOf(run: string): readonly [string, string] {
  return [`${historyFolder}/index-${run}`, `${historyFolder}/index-${run}.copy`];
}
