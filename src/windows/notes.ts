import * as z from 'zod';
import { AppError } from '../base/appError.ts';
import { withFileLock } from '../base/fileLock.ts';
import { JsonFile } from '../base/jsonFile.ts';
import { KeyedLimiter } from '../base/keyedLimiter.ts';
import { type Clock, soon } from '../base/ports/clock.ts';
import { FileSystemError, type FileTree, storeErrorCode } from '../base/ports/fileSystem.ts';
import type { Piece } from '../engine/piece.ts';
import { type NotePart, noteAuthor, notePartSchema } from '../protocol/prompt/prompt.ts';
import { placeSchema } from '../protocol/windows.ts';
import type { Redaction } from '../redaction/redaction.ts';

/** Maximum number of notes of a project. */
const maxNotes = 50;
/** Longest wait for the file, ms; then the notes are those last known. */
const readMs = 50;
const openWeight = 0.95;
const doneWeight = 0.6;

const noteSchema = z.lazy(() => notePartSchema.extend({ location: placeSchema.nullable() }));
type Note = z.infer<typeof noteSchema>;

const boardSchema = z.lazy(() => z.strictObject({ next: z.int(), notes: z.array(noteSchema) }));
type Board = z.infer<typeof boardSchema>;

const fileSchema = z.lazy(() => z.strictObject({ version: z.literal(1), boards: z.record(z.string(), boardSchema) }));
type NotesFile = z.infer<typeof fileSchema>;

/** Author and time of a change. */
export type NoteChange = Pick<Note, 'by' | 'at'>;

/** Where the boards are stored. `onFail` receives read errors. */
interface NotesParts {
  readonly tree: FileTree;
  readonly clock: Clock;
  readonly redaction: Pick<Redaction, 'redactText'>;
  readonly onFail: (error: unknown) => void;
}

/**
 * The board of each project: notes by the developer and all agents, kept across reloads and shared
 * by the windows on one storage. A change is atomic, and stored when its promise resolves; one that
 * cannot be stored is refused. Ids are never used again.
 */
export class Notes {
  readonly name = 'NOTES';
  readonly #parts: NotesParts;
  /** As last read or written. */
  #boards: NotesFile['boards'] = {};
  readonly #turns = new KeyedLimiter();

  constructor(parts: NotesParts) {
    this.#parts = parts;
  }

  async pieces({ projectId }: Pick<Piece, 'projectId'>): Promise<readonly Piece[]> {
    const read = this.#turns.run('', () => this.#read());
    await soon(this.#parts.clock, readMs, read, null).catch(() => {});
    const { notes = [] } = this.#boards[projectId] ?? {};
    return notes.map((note) => notePiece({ ...note, text: this.#clean(projectId, note.text) }, projectId));
  }

  /**
   * Adds each line as a note, once while it is open; returns the ids. The oldest done notes make
   * room. Throws `ANCHOR_PARAMS` if too many are open.
   */
  add(projectId: string, text: string, about: NoteChange & Pick<Note, 'place' | 'location'>): Promise<string> {
    return this.#change(projectId, (board) => {
      const ids = new Set<number>();
      for (const line of text.split(/[\r\n]+/).flatMap((one) => one.trim() || [])) {
        const same = board.notes.find((note) => note.text === line && note.place === about.place && !isDone(note));
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
      if (isDone(note)) return `${told}, already done`;
      const ticked = { ...note, ticked_by: change.by, ticked_at: change.at };
      board.notes = board.notes.map((one) => (one === note ? ticked : one));
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
      const ticked = { ticked_by: change.by, ticked_at: change.at };
      board.notes = summary === '' ? [] : [{ id: board.next++, text: summary, ...change, ...ticked, location: null }];
      return summary || 'done';
    });
  }

  /** Settles when everything is stored or has failed. */
  flush(): Promise<void> {
    return this.#turns.run('', async () => {});
  }

  /** Changes a board as other windows have left it, under a lock. */
  #change(projectId: string, change: (board: Board) => string): Promise<string> {
    const apply = async (assertHeld: () => Promise<void>) => {
      const file = await this.#read();
      const { next = 1, notes = [] } = this.#boards[projectId] ?? {};
      const board = { next, notes: [...notes] };
      const result = change(board);
      const boards = { ...this.#boards, [projectId]: board };
      await assertHeld();
      await file.save(() => ({ version: 1, boards }));
      this.#boards = boards;
      return result;
    };
    const { tree, clock } = this.#parts;
    const changed = this.#turns.run('', () => withFileLock(tree, 'notes/lock', clock, apply));
    const clean = (text: string) => this.#clean(projectId, text);
    return changed.then(clean, (error) => {
      if (error instanceof AppError) throw new AppError(error.code, clean(error.message));
      if (!(error instanceof FileSystemError)) throw error;
      throw new AppError(storeErrorCode(error), 'The notes cannot be stored; nothing was changed.');
    });
  }

  /** Hides secrets that became known after the note was written. */
  #clean(projectId: string, text: string): string {
    return this.#parts.redaction.redactText(projectId, text).text;
  }

  /** Reads the boards. Throws if the file cannot be read; a damaged one is renamed by the next change. */
  async #read(): Promise<JsonFile<NotesFile>> {
    const file = new JsonFile(this.#parts.tree, 'notes.json', fileSchema, (error) => {
      this.#parts.onFail(error);
      if (error instanceof FileSystemError) throw error;
    });
    this.#boards = (await file.load())?.boards ?? {};
    return file;
  }
}

function dropDone(board: Board): void {
  const oldest = board.notes.find(isDone);
  if (oldest === undefined) throw new AppError('ANCHOR_PARAMS', `There are ${maxNotes} open notes: tick some first.`);
  board.notes = board.notes.filter((note) => note !== oldest);
}

function named({ notes }: Board, name: string): Note {
  const id = /^(?:note:)?(\d+)$/.exec(name)?.[1];
  // Of notes with one text, the last may be open.
  const note = notes.findLast((one) => (id === undefined ? one.text === name : one.id === Number(id)));
  if (note !== undefined) return note;
  const all = notes.map((one) => `${one.id}: ${one.text}`).join('; ');
  throw new AppError('ANCHOR_PARAMS', `There is no note ${JSON.stringify(name)}; there are ${all || 'none'}.`);
}

function isDone({ ticked_by: by }: NotePart): boolean {
  return by !== undefined;
}

function notePiece({ location, ...part }: Note, projectId: string): Piece {
  return {
    id: `note:${part.id}`,
    layer: 'retrieved',
    window: 'note',
    source: `${isDone(part) ? '✓ ' : ''}${part.text}${part.place === undefined ? '' : ` → ${part.place}`} (${noteAuthor(part)})`,
    location,
    projectId,
    // Older notes come first: as text, 10 is before 2.
    weight: (isDone(part) ? doneWeight : openWeight) - part.id / 1e6,
    keep: 'bounded',
    render: () => ({ kind: 'note', part }),
  };
}
