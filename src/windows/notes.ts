import { AppError } from '../base/appError.ts';
import type { Piece, PieceContent } from '../engine/piece.ts';
import { pageEnd } from '../text/pages.ts';

/** Maximum number of notes that a conversation keeps of a project. */
const maxNotes = 20;
/** They come before what was searched for. */
const noteScore = 0.95;
/** The longest summary of a note, UTF-16 units. */
const summaryLength = 400;

export interface Note {
  readonly projectId: string;
  readonly title: string;
  readonly text: string;
  /** The consumer that wrote it. */
  readonly by: string;
}

interface KeptNote {
  readonly note: Note;
  readonly piece: Piece;
}

/** The notes of a conversation. */
export class Notes {
  /** By project and title. */
  readonly #notes = new Map<string, Map<string, KeptNote>>();

  /** The notes of a project as pieces, old to new. */
  of(projectId: string): readonly Piece[] {
    return [...(this.#notes.get(projectId)?.values() ?? [])].map(({ piece }) => piece);
  }

  get all(): readonly Note[] {
    return [...this.#notes.values()].flatMap((notes) => [...notes.values()].map(({ note }) => note));
  }

  /** Writes a note; an empty text deletes it. Throws `ANCHOR_PARAMS` if there are too many. */
  write(note: Note): 'written' | 'taken away' {
    const { projectId, title, text } = note;
    const notes = this.#notes.get(projectId) ?? new Map<string, KeptNote>();
    if (text === '') {
      notes.delete(title);
      return 'taken away';
    }
    if (!notes.has(title) && notes.size >= maxNotes) {
      const titles = [...notes.keys()].join(', ');
      throw new AppError(
        'ANCHOR_PARAMS',
        `At most ${maxNotes} notes are kept: take one away first. There are ${titles}.`,
      );
    }
    this.#set(note);
    return 'written';
  }

  /** Sets notes as they were in an earlier process. */
  restore(notes: readonly Note[]): void {
    for (const note of notes) this.#set(note);
  }

  #set(note: Note): void {
    const notes = this.#notes.get(note.projectId) ?? new Map<string, KeptNote>();
    notes.set(note.title, { note, piece: notePiece(note) });
    this.#notes.set(note.projectId, notes);
  }
}

function notePiece({ projectId, title, text, by }: Note): Piece {
  const part = {
    file: title,
    first_line: 1,
    last_line: text.split('\n').length,
    language: 'markdown',
    why: `note by ${by}`,
    score: noteScore,
  };
  const headOf = (units: number): PieceContent => {
    const head = text.slice(0, pageEnd(text, 0, units));
    return { kind: 'chunk', part: head === text ? { ...part, text } : { ...part, text: head, detail: 'head' } };
  };
  return {
    id: `note:${title}`,
    layer: 'retrieved',
    window: 'note',
    source: title,
    location: null,
    projectId,
    weight: noteScore,
    keep: 'bounded',
    render: (lod) => {
      if (lod === 'gist') return { kind: 'chunk', part: { ...part, text: '', detail: 'line' } };
      return headOf(lod === 'full' ? text.length : summaryLength);
    },
    renderWithin: headOf,
  };
}
