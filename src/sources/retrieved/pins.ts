import * as z from 'zod';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import { JsonFile } from '../../base/jsonFile.ts';
import type { Clock } from '../../base/ports/clock.ts';
import type { FileSystem } from '../../base/ports/fileSystem.ts';
import type { Workspace } from '../../base/ports/workspace.ts';
import type { Piece } from '../../engine/piece.ts';
import type { Pin } from '../../protocol/decisions/pins.ts';
import type { ChangeSet } from '../../text/changeSet.ts';
import type { SourceText } from '../../text/sourceText.ts';
import type { PieceSource, SourceRequest } from '../gather.ts';
import { chunkPiece } from './chunk.ts';
import type { ProjectTexts } from './index/projectTexts.ts';

/** Maximum number of pins of a project; the oldest make room. */
const maxPins = 50;
const headLength = 200;
/** Delay after the last move until pins are stored, ms. */
const saveMs = 1_000;

const storedPinSchema = z.lazy(() =>
  z.strictObject({
    id: z.string(),
    documentId: z.string(),
    projectId: z.string(),
    /** In the text that was last known: UTF-16 units. */
    start: z.int().min(0),
    end: z.int().min(0),
    /** Length of that text. */
    length: z.int().min(0),
    /** Line numbers from zero. */
    first: z.int().min(0),
    last: z.int().min(0),
    /** Beginning of the first line, to find the lines again; null if it may have changed. */
    head: z.string().nullable(),
  }),
);
/** A pin as it is kept: a range that moves with its text. */
type StoredPin = z.infer<typeof storedPinSchema>;

const pinFileSchema = z.lazy(() =>
  z.strictObject({
    version: z.literal(1),
    /** The number of the next pin. */
    next: z.int().min(1),
    /** The oldest first. */
    pins: z.array(storedPinSchema).max(10_000),
  }),
);

/**
 * Stores the pins for the next start. `onFail` receives errors; the pins then live in memory only.
 */
export function pinFile(files: FileSystem, onFail: (error: unknown) => void): JsonFile<z.infer<typeof pinFileSchema>> {
  return new JsonFile(files, 'pins.json', pinFileSchema, onFail);
}

interface PinsParts {
  readonly workspace: Workspace;
  readonly texts: ProjectTexts;
  readonly clock: Clock;
  readonly file: ReturnType<typeof pinFile>;
}

/** Pinned lines: they move with their text, survive a reload, and score 1. */
export class Pins implements PieceSource, Disposable {
  readonly name = 'PINS';
  readonly #parts: PinsParts;
  readonly #changed = new Emitter<void>();
  /** The oldest first. */
  #pins: StoredPin[];
  #next: number;
  #saving: Disposable | null = null;

  /** Fires when pins come or go. */
  readonly onDidChange = this.#changed.event;

  private constructor(parts: PinsParts, pins: readonly StoredPin[], next: number) {
    this.#parts = parts;
    this.#pins = [...pins];
    this.#next = next;
  }

  static async open(parts: PinsParts): Promise<Pins> {
    const stored = await parts.file.load();
    return new Pins(parts, stored?.pins ?? [], stored?.next ?? 1);
  }

  /**
   * Pins whole lines of a text, from one, both ends inside. An existing pin of the same lines is
   * returned.
   */
  async create(
    documentId: string,
    text: SourceText,
    lines: Pin['lines'],
  ): Promise<{ readonly pin: Pin; readonly unpinned: string[] }> {
    const { first, last } = lines;
    const { projectId } = this.#parts.workspace.locate(documentId);
    const known = this.#of(documentId).map((pin) => placedPin(pin, text));
    const same = known.find((pin) => pin.first === first - 1 && pin.last === last - 1);
    if (same !== undefined) return { pin: this.#wire(same), unpinned: [] };
    const pin = pinnedAt({ id: `pin-${this.#next++}`, documentId, projectId }, text, first - 1, last - 1);
    this.#pins.push(pin);
    const unpinned = this.#pins.filter((one) => one.projectId === projectId).slice(0, -maxPins);
    this.#pins = this.#pins.filter((one) => !unpinned.includes(one));
    await this.flush();
    this.#changed.fire();
    return { pin: this.#wire(pin), unpinned: unpinned.map(({ id }) => id) };
  }

  /** The pins of a project, the oldest first. */
  async list(projectId: string): Promise<Pin[]> {
    return (await this.#settle(projectId)).map(({ pin }) => this.#wire(pin));
  }

  /** Unpins; false when the project has no such pin. */
  async delete(projectId: string, id: string): Promise<boolean> {
    const kept = this.#pins.filter((pin) => pin.id !== id || pin.projectId !== projectId);
    if (kept.length === this.#pins.length) return false;
    this.#pins = kept;
    await this.flush();
    this.#changed.fire();
    return true;
  }

  /**
   * Moves the document's pins with a change of its text. Text typed at their ends stays outside.
   */
  follow(documentId: string, changes: ChangeSet): void {
    if (changes.isEmpty) return;
    for (const pin of this.#of(documentId))
      if (pin.length === changes.lengthBefore) this.#replace(pin, movedPin(pin, changes));
  }

  /** The document has another name now. */
  rename(from: string, to: string): void {
    const { projectId } = this.#parts.workspace.locate(to);
    for (const pin of this.#of(from)) this.#replace(pin, { ...pin, documentId: to, projectId });
  }

  async pieces({ projectId }: SourceRequest): Promise<readonly Piece[]> {
    const chunks = (await this.#settle(projectId)).flatMap(({ pin, text }) => {
      // Its lines were deleted; undoing that brings them back.
      if (text === null || pin.start === pin.end) return [];
      const what = {
        origin: 'pin',
        documentId: pin.documentId,
        projectId,
        why: 'kept',
        score: 1,
      } as const;
      return this.#parts.texts.chunkOf(text, what, pin.first, pin.last) ?? [];
    });
    return chunks.map(chunkPiece);
  }

  /** Stores what is not stored yet. */
  flush(): Promise<void> {
    this.#saving?.dispose();
    this.#saving = null;
    return this.#parts.file.save(() => ({ version: 1, next: this.#next, pins: this.#pins }));
  }

  dispose(): void {
    this.#saving?.dispose();
    this.#changed.dispose();
  }

  #of(documentId: string): readonly StoredPin[] {
    return this.#pins.filter((pin) => pin.documentId === documentId);
  }

  /** A project's pins at their current lines; text is null if it cannot be read. */
  async #settle(projectId: string) {
    const pins = this.#pins.filter((pin) => pin.projectId === projectId);
    const texts = await Promise.all(pins.map(({ documentId }) => this.#parts.texts.text(projectId, documentId)));
    return pins.flatMap(({ id }, index) => {
      // It may have moved or gone while the texts were read.
      const pin = this.#pins.find((one) => one.id === id);
      const text = texts[index] ?? null;
      if (pin === undefined) return [];
      const now = text === null ? pin : placedPin(pin, text);
      if (now !== pin) this.#replace(pin, now);
      return [{ pin: now, text }];
    });
  }

  #replace(pin: StoredPin, by: StoredPin): void {
    this.#pins = this.#pins.map((one) => (one === pin ? by : one));
    this.#saving ??= this.#parts.clock.after(saveMs, () => void this.flush());
  }

  #wire({ id, documentId, projectId, first, last }: StoredPin): Pin {
    const { path: file } = this.#parts.workspace.locate(documentId);
    return { id, documentId, projectId, file, lines: { first: first + 1, last: last + 1 } };
  }
}

type Identity = Pick<StoredPin, 'id' | 'documentId' | 'projectId'>;

function pinnedAt({ id, documentId, projectId }: Identity, text: SourceText, first: number, last: number): StoredPin {
  const range = { start: text.lineAt(first).start, end: text.lineAt(last).end };
  return { id, documentId, projectId, ...range, length: text.length, first, last, head: headOfLine(text, first) };
}

function movedPin(pin: StoredPin, changes: ChangeSet): StoredPin {
  const isEmpty = pin.start === pin.end;
  const start = changes.mapOffset(pin.start, isEmpty ? -1 : 1);
  const end = changes.mapOffset(pin.end, isEmpty ? 1 : -1);
  return { ...pin, start: Math.min(start, end), end: Math.max(start, end), length: changes.lengthAfter, head: null };
}

/**
 * Places a pin in a text: by its range if the text is known, else by its first line, the nearest
 * match first.
 */
function placedPin(pin: StoredPin, text: SourceText): StoredPin {
  if (text.length === pin.length) {
    const first = text.lineIndexOf(pin.start);
    const last = text.lineIndexOf(pin.end);
    const head = headOfLine(text, first);
    if (pin.head === head && pin.first === first && pin.last === last) return pin;
    if (pin.head === null) return { ...pin, first, last, head };
  }
  const height = pin.last - pin.first;
  const first = Math.min(pin.head === null ? pin.first : nearestLine(text, pin.head, pin.first), text.lineCount - 1);
  return pinnedAt(pin, text, first, Math.min(first + height, text.lineCount - 1));
}

function nearestLine(text: SourceText, head: string, from: number): number {
  for (let distance = 0; distance < text.lineCount; distance++) {
    for (const line of [from - distance, from + distance]) {
      if (line >= 0 && line < text.lineCount && headOfLine(text, line) === head) return line;
    }
  }
  return from;
}

function headOfLine(text: SourceText, line: number): string {
  const { start, end } = text.lineAt(line);
  return text.slice(start, Math.min(end, start + headLength));
}
