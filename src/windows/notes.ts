import * as z from 'zod';
import { AppError } from '../base/appError.ts';
import { JsonFile } from '../base/jsonFile.ts';
import type { FileSystem } from '../base/ports/fileSystem.ts';
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

/**
 * The board of each project: notes by the developer and all agents, kept across reloads. A change
 * is atomic, and stored when its promise resolves. Ids are never used again.
 */
export class Notes {
  readonly name = 'NOTES';
  readonly #file: JsonFile<z.infer<typeof fileSchema>>;
  readonly #boards: Map<string, Board>;
  readonly #redaction: Pick<Redaction, 'redactText'>;

  private constructor(
    file: JsonFile<z.infer<typeof fileSchema>>,
    boards: Readonly<Record<string, Board>>,
    redaction: Pick<Redaction, 'redactText'>,
  ) {
    this.#file = file;
    this.#redaction = redaction;
    this.#boards = new Map(Object.entries(boards));
  }

  /** `onFail` receives read and write errors; notes are then in memory only. */
  static async open(
    files: FileSystem,
    redaction: Pick<Redaction, 'redactText'>,
    onFail: (error: unknown) => void,
  ): Promise<Notes> {
    const file = new JsonFile(files, 'notes.json', fileSchema, onFail);
    return new Notes(file, (await file.load())?.boards ?? {}, redaction);
  }

  async pieces({ projectId }: Pick<Piece, 'projectId'>): Promise<readonly Piece[]> {
    const clean = (text: string) => this.#redaction.redactText(projectId, text).text;
    return this.#board(projectId).notes.map((note) => notePiece({ ...note, text: clean(note.text) }, projectId));
  }

  /**
   * Adds each line as a note, once while it is open; returns the ids. The oldest done notes make
   * room. Throws `ANCHOR_PARAMS` if too many are open.
   */
  async add(projectId: string, text: string, about: NoteChange & Pick<Note, 'place' | 'location'>): Promise<string> {
    const board = this.#board(projectId);
    const ids = new Set<number>();
    for (const line of text.split(/[\r\n]+/).flatMap((one) => one.trim() || [])) {
      const same = board.notes.find((note) => note.text === line && note.place === about.place && !note.done);
      if (same === undefined && board.notes.length >= maxNotes) dropDone(board);
      if (same === undefined) board.notes.push({ id: board.next++, text: line, ...about });
      ids.add(same?.id ?? board.next - 1);
    }
    await this.#save(projectId, board);
    return [...ids].join(', ');
  }

  /** Marks a note done, once; `name` is its id or text. */
  async tick(projectId: string, name: string, change: NoteChange): Promise<string> {
    const board = this.#board(projectId);
    const note = named(board, name);
    if (note.done) return `${note.id}: ${note.text}, already done`;
    board.notes = board.notes.map((one) => (one === note ? { ...note, ...change, done: true } : one));
    await this.#save(projectId, board);
    return `${note.id}: ${note.text}`;
  }

  async remove(projectId: string, name: string): Promise<string> {
    const board = this.#board(projectId);
    const note = named(board, name);
    board.notes = board.notes.filter((one) => one !== note);
    await this.#save(projectId, board);
    return `${note.id}: ${note.text}`;
  }

  /** Replaces all notes by a summary, if there is one. */
  async close(projectId: string, summary: string, change: NoteChange): Promise<string> {
    const board = this.#board(projectId);
    board.notes = summary === '' ? [] : [{ id: board.next++, text: summary, ...change, done: true, location: null }];
    await this.#save(projectId, board);
    return summary || 'done';
  }

  /** Settles when everything is stored or has failed. */
  flush(): Promise<void> {
    return this.#file.flush();
  }

  #board(projectId: string): Board {
    return this.#boards.get(projectId) ?? { next: 1, notes: [] };
  }

  #save(projectId: string, board: Board): Promise<void> {
    this.#boards.set(projectId, board);
    return this.#file.save(() => ({ version: 1, boards: Object.fromEntries(this.#boards) }));
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
