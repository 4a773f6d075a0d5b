import * as z from 'zod';
import { AppError } from '../base/appError.ts';
import { withFileLock } from '../base/fileLock.ts';
import { JsonFile } from '../base/jsonFile.ts';
import type { Clock } from '../base/ports/clock.ts';
import { FileSystemError, type FileTree } from '../base/ports/fileSystem.ts';
import type { Piece } from '../engine/piece.ts';
import { notePartSchema } from '../protocol/prompt/prompt.ts';
import { placeSchema } from '../protocol/windows.ts';
import type { Redaction } from '../redaction/redaction.ts';

/** Maximum number of notes of a project. */
const maxNotes = 50;
const openWeight = 0.95;
const doneWeight = 0.6;

const noteSchema = z.lazy(() => notePartSchema.extend({ location: placeSchema.nullable() }));
type Note = z.infer<typeof noteSchema>;

const boardSchema = z.lazy(() => z.strictObject({ next: z.int(), notes: z.array(noteSchema) }));
type Board = z.infer<typeof boardSchema>;

const fileSchema = z.lazy(() => z.strictObject({ version: z.literal(1), boards: z.record(z.string(), boardSchema) }));

/** Author and time of a change. */
export type NoteChange = Pick<Note, 'by' | 'at'>;

/** Where the boards are stored. `onFail` receives read and write errors; notes are then in memory only. */
interface NotesParts {
  readonly tree: FileTree;
  readonly clock: Clock;
  readonly redaction: Pick<Redaction, 'redactText'>;
  readonly onFail: (error: unknown) => void;
}

/**
 * The board of each project: notes by the developer and all agents, kept across reloads and shared
 * by the windows on one storage. A change is atomic, and stored when its promise resolves. Ids are
 * never used again.
 */
export class Notes {
  readonly name = 'NOTES';
  readonly #parts: NotesParts;
  readonly #file: JsonFile<z.infer<typeof fileSchema>>;
  #boards: Readonly<Record<string, Board>> = {};
  /** What is in memory could not be stored: what is stored is older. */
  #isUnstored = false;
  #changing: Promise<unknown> = Promise.resolve();

  private constructor(parts: NotesParts) {
    this.#parts = parts;
    this.#file = new JsonFile(parts.tree, 'notes.json', fileSchema, (error) => {
      this.#isUnstored = true;
      parts.onFail(error);
    });
  }

  static async open(parts: NotesParts): Promise<Notes> {
    const notes = new Notes(parts);
    notes.#boards = (await notes.#file.load())?.boards ?? {};
    return notes;
  }

  async pieces({ projectId }: Pick<Piece, 'projectId'>): Promise<readonly Piece[]> {
    const clean = (text: string) => this.#parts.redaction.redactText(projectId, text).text;
    const { notes = [] } = this.#boards[projectId] ?? {};
    return notes.map((note) => notePiece({ ...note, text: clean(note.text) }, projectId));
  }

  /**
   * Adds each line as a note, once while it is open; returns the ids. The oldest done notes make
   * room. Throws `ANCHOR_PARAMS` if too many are open.
   */
  add(projectId: string, text: string, about: NoteChange & Pick<Note, 'place' | 'location'>): Promise<string> {
    return this.#change(projectId, (board) => {
      const ids = new Set<number>();
      for (const line of text.split(/[\r\n]+/).flatMap((one) => one.trim() || [])) {
        const same = board.notes.find((note) => note.text === line && note.place === about.place && !note.done);
        if (same === undefined && board.notes.length >= maxNotes) dropDone(board);
        if (same === undefined) board.notes.push({ id: board.next++, text: line, ...about });
        ids.add(same?.id ?? board.next - 1);
      }
      return [...ids].join(', ');
    });
  }

  /** Marks a note done, once; `name` is its id or text. */
  tick(projectId: string, name: string, change: NoteChange): Promise<string> {
    return this.#change(projectId, (board) => {
      const note = named(board, name);
      const told = `${note.id}: ${note.text}`;
      if (note.done) return `${told}, already done`;
      board.notes = board.notes.map((one) => (one === note ? { ...note, ...change, done: true } : one));
      return told;
    });
  }

  remove(projectId: string, name: string): Promise<string> {
    return this.#change(projectId, (board) => {
      const note = named(board, name);
      board.notes = board.notes.filter((one) => one !== note);
      return `${note.id}: ${note.text}`;
    });
  }

  /** Replaces all notes by a summary, if there is one. */
  close(projectId: string, summary: string, change: NoteChange): Promise<string> {
    return this.#change(projectId, (board) => {
      board.notes = summary === '' ? [] : [{ id: board.next++, text: summary, ...change, done: true, location: null }];
      return summary || 'done';
    });
  }

  /** Settles when everything is stored or has failed. */
  async flush(): Promise<void> {
    await this.#changing;
  }

  /** Changes a board as other windows have left it, under a lock; without a disk, in memory. */
  #change(projectId: string, change: (board: Board) => string): Promise<string> {
    const apply = async (assertHeld = async () => {}) => {
      if (!this.#isUnstored) this.#boards = (await this.#file.load())?.boards ?? this.#boards;
      const { next = 1, notes = [] } = this.#boards[projectId] ?? {};
      const board = { next, notes: [...notes] };
      const result = change(board);
      await assertHeld();
      this.#isUnstored = false;
      this.#boards = { ...this.#boards, [projectId]: board };
      await this.#file.save(() => ({ version: 1, boards: this.#boards }));
      return result;
    };
    const changed = this.#changing.then(() =>
      withFileLock(this.#parts.tree, 'notes/lock', this.#parts.clock, apply).catch((error) => {
        if (error instanceof FileSystemError) return apply();
        throw error;
      }),
    );
    this.#changing = changed.catch(() => {});
    return changed;
  }
}

function dropDone(board: Board): void {
  const oldest = board.notes.find(({ done }) => done);
  if (oldest === undefined) throw new AppError('ANCHOR_PARAMS', `There are ${maxNotes} open notes: tick some first.`);
  board.notes = board.notes.filter((note) => note !== oldest);
}

function named({ notes }: Board, name: string): Note {
  const id = /^(?:note:)?(\d+)$/.exec(name)?.[1];
  const note = notes.find((one) => (id === undefined ? one.text === name : one.id === Number(id)));
  if (note !== undefined) return note;
  const all = notes.map((one) => `${one.id}: ${one.text}`).join('; ');
  throw new AppError('ANCHOR_PARAMS', `There is no note ${JSON.stringify(name)}; there are ${all || 'none'}.`);
}

function notePiece({ location, ...part }: Note, projectId: string): Piece {
  return {
    id: `note:${part.id}`,
    layer: 'retrieved',
    window: 'note',
    source: `${part.done ? '✓ ' : ''}${part.text} (${part.by})`,
    location,
    projectId,
    // Older notes come first: as text, 10 is before 2.
    weight: (part.done ? doneWeight : openWeight) - part.id / 1e6,
    keep: 'bounded',
    render: () => ({ kind: 'note', part }),
  };
}
