import * as z from 'zod';
import type { FileSystem } from '../../base/fileSystem.ts';
import { decodeUtf8, encodeUtf8 } from '../../base/utf8.ts';

const fileName = 'pins.json';
const damagedName = 'pins.damaged.json';

const heldPinSchema = z.strictObject({
  id: z.string(),
  documentId: z.string(),
  projectId: z.string(),
  /** In the text that was last known: UTF-16 units. */
  start: z.int().min(0),
  end: z.int().min(0),
  /** Of that text. */
  length: z.int().min(0),
  /** Line numbers from zero. */
  first: z.int().min(0),
  last: z.int().min(0),
  /** The beginning of the first line, to find the lines again after a change that nobody saw; null when it may have changed. */
  head: z.string().nullable(),
});
/** A pin as it is kept: a range that moves with its text. */
export type HeldPin = z.infer<typeof heldPinSchema>;

const fileSchema = z.strictObject({
  version: z.literal(1),
  next: z.int().min(1),
  pins: z.array(heldPinSchema).max(10_000),
});
/** All pins, the oldest first, and the number of the next one. */
export type HeldPins = Pick<z.infer<typeof fileSchema>, 'next' | 'pins'>;

/** Keeps the pins over a reload. */
export class PinStore {
  readonly #files: FileSystem;
  readonly #onFail: (error: unknown) => void;
  #writing: Promise<void> = Promise.resolve();

  /** `onFail` hears of what could not be read or written; pins then live in memory only. */
  constructor(files: FileSystem, onFail: (error: unknown) => void) {
    this.#files = files;
    this.#onFail = onFail;
  }

  /** None when there are none; a damaged file is set aside. */
  async load(): Promise<HeldPins> {
    const none: HeldPins = { next: 1, pins: [] };
    try {
      const bytes = await this.#files.read(fileName);
      if (bytes === null) return none;
      const read = fileSchema.safeParse(parsed(decodeUtf8(bytes)));
      if (read.success) return read.data;
      await this.#files.rename(fileName, damagedName);
    } catch (error) {
      this.#onFail(error);
    }
    return none;
  }

  /** Settles when it is written, or has failed. Writes never pass each other. */
  save(pins: HeldPins): Promise<void> {
    const bytes = encodeUtf8(JSON.stringify({ version: 1, ...pins }));
    this.#writing = this.#writing.then(() => this.#files.write(fileName, bytes)).catch(this.#onFail);
    return this.#writing;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
