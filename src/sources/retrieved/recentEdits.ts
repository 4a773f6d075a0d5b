import type { Clock } from '../../base/ports/clock.ts';
import type { Workspace } from '../../base/ports/workspace.ts';
import type { Histories } from '../../documents/histories.ts';
import type { DocumentHistory } from '../../documents/versions/documentHistory.ts';
import type { Piece } from '../../engine/piece.ts';
import { ChangeSet } from '../../text/changeSet.ts';
import type { SourceText } from '../../text/sourceText.ts';
import type { TextSpan } from '../../text/textChange.ts';
import type { PieceSource, SourceRequest } from '../gather.ts';
import { type Chunk, ChunkPieces } from './chunk.ts';
import type { Allowed, ProjectTexts } from './index/projectTexts.ts';

const maxEditedDocuments = 10;
/** Maximum number of edits of each document. */
const maxEditsShown = 3;
/** Maximum number of places of an edit. */
const maxEditPlaces = 8;
const maxEditedChunks = 6;
const maxEditLines = 30;
/** Lines before and after what was touched. */
const editMargin = 3;
/** Older edits are no news, ms. */
const newsMs = 8 * 60 * 60 * 1000;
/** An edit is half as relevant after each hour, ms. */
const halfLifeMs = 60 * 60 * 1000;

interface Touched {
  readonly documentId: string;
  readonly text: SourceText;
  readonly timestamp: number;
  /** From zero, both ends inside. */
  readonly first: number;
  readonly last: number;
}

/** What was edited last in other documents of the project, the newest highest. */
export class RecentEdits implements PieceSource {
  readonly name = 'EDITS';
  readonly #workspace: Workspace;
  readonly #histories: Histories;
  readonly #texts: ProjectTexts;
  readonly #allowed: Allowed;
  readonly #clock: Clock;
  readonly #pieces = new ChunkPieces();

  constructor(workspace: Workspace, histories: Histories, texts: ProjectTexts, allowed: Allowed, clock: Clock) {
    this.#workspace = workspace;
    this.#histories = histories;
    this.#texts = texts;
    this.#allowed = allowed;
    this.#clock = clock;
  }

  async pieces({ documentId, projectId }: SourceRequest): Promise<readonly Piece[]> {
    const others = this.#histories.documents
      .toReversed()
      .filter((id) => id !== documentId && this.#workspace.locate(id).projectId === projectId && this.#allowed(id));
    const since = this.#clock.now() - newsMs;
    const touched = others
      .flatMap((id) => {
        const history = this.#histories.get(id);
        return history === null || !this.#histories.isOpen(id) ? [] : { id, history };
      })
      .slice(0, maxEditedDocuments)
      .flatMap(({ id, history }) => mergedRanges(touchedLines(id, history, since)))
      .sort((a, b) => b.timestamp - a.timestamp)
      .slice(0, maxEditedChunks);
    const now = this.#clock.now();
    const chunks = touched.map((one, rank) => this.#chunkOf(projectId, one, rank, now - one.timestamp));
    return this.#pieces.of(chunks.filter((chunk) => chunk !== null));
  }

  #chunkOf(projectId: string, { documentId, text, first, last }: Touched, rank: number, age: number): Chunk | null {
    const score = Math.max(0.2, 0.75 * 2 ** -Math.floor(age / halfLifeMs) - 0.03 * rank);
    const what = { origin: 'edit', documentId, projectId, why: 'edited', score } as const;
    return this.#texts.chunkOf(text, what, first, Math.min(last, first + maxEditLines - 1));
  }
}

/** Where the last edits stand in the text now, the newest first. An event (a branch switch) is no edit of the developer's. */
function touchedLines(documentId: string, history: DocumentHistory, since: number): readonly Touched[] {
  const { text, newest } = history;
  const open = openChanges(history);
  const touched: Touched[] = [];
  const add = (changes: ChangeSet, later: ChangeSet, timestamp: number) => {
    for (const range of changedRanges(changes).slice(0, maxEditPlaces)) {
      const first = text.lineIndexOf(later.mapOffset(range.start, -1));
      const last = text.lineIndexOf(later.mapOffset(range.end, 1));
      touched.push({ documentId, text, timestamp, first: first - editMargin, last: last + editMargin });
    }
  };
  if (!open.isEmpty) add(open, ChangeSet.empty(text.length), history.openSince ?? newest.timestamp);
  let shown = 0;
  for (const { base, version, reason } of history.recentEdits()) {
    if (reason !== undefined || version.timestamp < since || shown++ >= maxEditsShown) break;
    const changes = history.between(base.number, version.number);
    const later = history.between(version.number, newest.number);
    if (changes !== null && later !== null) add(changes, later.compose(open), version.timestamp);
  }
  return touched;
}

/** What the open edit has changed since the newest version. */
function openChanges(history: DocumentHistory): ChangeSet {
  const { text } = history;
  const sealed = history.openSince === null ? text : (history.textOf(history.newest.number) ?? text);
  let shift = 0;
  const changes = text.getChangeRanges(sealed).map(({ start, end, newLength }) => {
    const at = start + shift;
    shift += newLength - (end - start);
    return { start, end, newText: text.slice(at, at + newLength) };
  });
  return ChangeSet.of(changes, sealed.length);
}

/** The changed ranges in the text after the changes. */
function changedRanges({ changes }: ChangeSet): readonly TextSpan[] {
  let shift = 0;
  return changes.map(({ start, end, newText }) => {
    const at = start + shift;
    shift += newText.length - (end - start);
    return { start: at, end: at + newText.length };
  });
}

/** Joins what overlaps in one document; the joined part is as new as its newest. */
function mergedRanges(touched: readonly Touched[]): readonly Touched[] {
  const joined: Touched[] = [];
  for (const one of touched.toSorted((a, b) => a.first - b.first)) {
    const last = joined.at(-1);
    if (last === undefined || one.first > last.last + 1) joined.push(one);
    else {
      const timestamp = Math.max(last.timestamp, one.timestamp);
      joined[joined.length - 1] = { ...last, last: Math.max(last.last, one.last), timestamp };
    }
  }
  return joined;
}
