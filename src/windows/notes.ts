import { AppError } from '../base/appError.ts';
import type { Piece } from '../engine/piece.ts';

/** So many notes a conversation keeps of a project. */
const maxNotes = 20;
/** They come before what was searched for. */
const noteScore = 0.95;

/** What an agent or the developer has written down for the prompts of a conversation. */
export class Notes {
  /** By project and title. */
  readonly #pieces = new Map<string, Map<string, Piece>>();

  /** The notes of a project, old to new. */
  of(projectId: string): readonly Piece[] {
    return [...(this.#pieces.get(projectId)?.values() ?? [])];
  }

  /** Writes a note, or takes it away when the text is empty. Throws {@link AppError} `ANCHOR_PARAMS` when there are too many. */
  write(projectId: string, title: string, text: string, by: string): 'written' | 'taken away' {
    const notes = this.#pieces.get(projectId) ?? new Map<string, Piece>();
    this.#pieces.set(projectId, notes);
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
    notes.set(title, notePiece(projectId, title, text, by));
    return 'written';
  }
}

function notePiece(projectId: string, title: string, text: string, by: string): Piece {
  const lines = text.split('\n');
  const part = {
    file: title,
    first_line: 1,
    last_line: lines.length,
    language: 'markdown',
    why: `note by ${by}`,
    score: noteScore,
  };
  return {
    id: `note:${title}`,
    layer: 'retrieved',
    window: 'note',
    source: title,
    location: null,
    projectId,
    weight: noteScore,
    render: (lod) => {
      if (lod === 'full') return { kind: 'chunk', part: { ...part, text } };
      const head = lod === 'summary' ? lines.slice(0, 5).join('\n') : '';
      return { kind: 'chunk', part: { ...part, text: head, detail: lod === 'summary' ? 'head' : 'line' } };
    },
  };
}
