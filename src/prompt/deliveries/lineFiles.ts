import { parseJson } from '../../base/json.ts';
import { type Clock, dayMs } from '../../base/ports/clock.ts';
import type { FileSystem } from '../../base/ports/fileSystem.ts';
import { decodeUtf8, encodeUtf8 } from '../../base/utf8.ts';

/** Maximum age of the files of a folder, ms, and maximum sizes of all and of one of them, bytes. */
interface LineLimits {
  readonly retentionMs: number;
  readonly capBytes: number;
  readonly fileBytes: number;
}

export interface LineFilesParts {
  readonly files: FileSystem;
  readonly clock: Clock;
  /** Draws a string that is not drawn twice, such as a UUID. */
  readonly newId: () => string;
}

/**
 * Lines of JSON in append-only files of a folder. Each process begins its own file, and the next
 * one when that is full or the day ends. Whole files are removed by age and total size, the oldest
 * first. Calls must not overlap.
 */
export class LineFiles {
  readonly #parts: LineFilesParts;
  readonly #folder: string;
  readonly #limits: () => LineLimits;
  #current: { readonly name: string; bytes: number } | null = null;

  constructor(parts: LineFilesParts, folder: string, limits: () => LineLimits) {
    this.#parts = parts;
    this.#folder = folder;
    this.#limits = limits;
  }

  /** The name of the file that the next lines go to. */
  next(): string {
    const { clock, newId } = this.#parts;
    const stamp = new Date(clock.now()).toISOString().replace(/[-:.Z]/g, '');
    const isFull = (this.#current?.bytes ?? 0) >= this.#limits().fileBytes;
    if (this.#current === null || isFull || !this.#current.name.startsWith(stamp.slice(0, 8))) {
      this.#current = { name: `${stamp}-${newId().slice(0, 8)}.jsonl`, bytes: 0 };
    }
    return this.#current.name;
  }

  async append(values: readonly object[]): Promise<void> {
    const name = this.next();
    const bytes = encodeUtf8(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
    if (this.#current?.bytes === 0) await this.tidy();
    await this.#parts.files.append(this.#path(name), bytes);
    if (this.#current !== null) this.#current.bytes += bytes.length;
  }

  /** The names of the files that are kept still, the newest first. */
  async names(): Promise<readonly string[]> {
    return (await this.#kept()).map(({ name }) => name);
  }

  /** The values of a file in order, without torn lines. Null if the file does not exist. */
  async read(name: string): Promise<readonly unknown[] | null> {
    const bytes = await this.#parts.files.read(this.#path(name));
    return (
      bytes &&
      decodeUtf8(bytes)
        .split('\n')
        .flatMap((line) => parseJson(line) ?? [])
    );
  }

  /** Removes expired files; failures are retried with the next file. */
  async tidy(): Promise<void> {
    const kept = new Set(await this.names());
    for (const { name } of await this.#parts.files.list(this.#folder)) {
      if (!kept.has(name)) await this.#parts.files.remove(this.#path(name)).catch(() => {});
    }
  }

  async #kept() {
    const { files, clock } = this.#parts;
    const { retentionMs, capBytes } = this.#limits();
    const listed = (await files.list(this.#folder)).toSorted((a, b) => (a.name < b.name ? 1 : -1));
    let total = 0;
    return listed.filter(({ name, size }) => {
      total += size;
      // The last line of a file may be a day younger than its first.
      const isYoung = clock.now() - begunAt(name) <= retentionMs + dayMs;
      return isYoung && (total <= capBytes || name === this.#current?.name);
    });
  }

  #path(name: string): string {
    return `${this.#folder}/${name}`;
  }
}

/** Start time in a file's name, ms since the epoch; NaN for other names. */
function begunAt(name: string): number {
  const [, date = '', hour = '', minute = ''] = /^(\d{8})T(\d\d)(\d\d)\d{5}-/.exec(name) ?? [];
  return Date.parse(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T${hour}:${minute}:00Z`);
}
