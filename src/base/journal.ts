import type { FileSystem } from './ports/fileSystem.ts';
import type { Sha256 } from './ports/hash.ts';
import { encodeUtf8 } from './utf8.ts';

/** Records that share a line, and with it a checksum. */
const recordsPerLine = 16;
/** A journal that has grown by its own size and this is written whole again, UTF-16 units. */
const growthUnits = 256 * 1024;
const checksumUnits = 16;

/**
 * An append-only file of records that survives a kill at any moment. A line is the beginning of the
 * SHA-256 of its JSON, a space, and the JSON: a list of records.
 *
 * A failed operation may still happen later, so after a failure the journal is written whole into
 * another file. So is one that has grown too long.
 */
export class Journal {
  readonly #files: FileSystem;
  readonly #sha256: Sha256;
  /** Draws a name that no file has or ever had. */
  readonly #newFile: () => string;
  /** Everything so far, for the file with this name. */
  readonly #records: (file: string) => readonly unknown[];
  #file: string | null = null;
  /** The file to write whole; null while records can be appended. */
  #next: string | null;
  #pending: unknown[] = [];
  #isDue = false;
  /** Length after the last whole write, and what was appended since, UTF-16 units. */
  #whole = 0;
  #grown = 0;

  constructor(files: FileSystem, sha256: Sha256, newFile: () => string, records: (file: string) => readonly unknown[]) {
    this.#files = files;
    this.#sha256 = sha256;
    this.#newFile = newFile;
    this.#records = records;
    this.#next = newFile();
  }

  /** The file that holds the journal; null before the first write. */
  get file(): string | null {
    return this.#file;
  }

  /** The file that the next write creates; null if it appends. */
  get nextFile(): string | null {
    return this.#next;
  }

  get isDue(): boolean {
    return this.#isDue;
  }

  add(record: unknown): void {
    this.#isDue = true;
    this.#pending.push(record);
  }

  /** Makes a write due without a new record. */
  touch(): void {
    this.#isDue = true;
  }

  /** Writes what is due. */
  async write(): Promise<void> {
    const file = this.#next ?? (this.#file as string);
    const isWhole = this.#next !== null;
    const lines = this.#lines(isWhole ? this.#records(file) : this.#pending);
    this.#pending = [];
    this.#isDue = false;
    try {
      await (isWhole ? this.#files.write(file, encodeUtf8(lines)) : this.#files.append(file, encodeUtf8(lines)));
    } catch (error) {
      this.#isDue = true;
      this.#next = this.#newFile();
      throw error;
    }
    this.#file = file;
    if (isWhole) this.#whole = lines.length;
    this.#grown = isWhole ? 0 : this.#grown + lines.length;
    this.#next = this.#grown > this.#whole + growthUnits ? this.#newFile() : null;
  }

  #lines(records: readonly unknown[]): string {
    let lines = '';
    for (let at = 0; at < records.length; at += recordsPerLine) {
      const json = JSON.stringify(records.slice(at, at + recordsPerLine));
      lines += `${this.#sha256(json).slice(0, checksumUnits)} ${json}\n`;
    }
    return lines;
  }
}

/**
 * Yields the records of each line; null for a damaged line. Returns whether the last line is torn,
 * as a kill leaves it.
 */
export function* readJournal(text: string, sha256: Sha256): Generator<readonly unknown[] | null, boolean, undefined> {
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    yield recordsOf(text.slice(start, end), sha256);
    start = end + 1;
  }
  const tail = text.slice(start);
  if (tail === '') return false;
  // If only the line break is damaged, the line is whole.
  const last = recordsOf(tail, sha256) ?? recordsOf(tail.slice(0, -1), sha256);
  if (last !== null) yield last;
  return last === null;
}

function recordsOf(line: string, sha256: Sha256): readonly unknown[] | null {
  const json = line.slice(checksumUnits + 1);
  const isIntact = line[checksumUnits] === ' ' && sha256(json).startsWith(line.slice(0, checksumUnits));
  return isIntact ? JSON.parse(json) : null;
}
