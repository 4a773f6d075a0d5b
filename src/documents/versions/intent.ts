import type { Origin } from '../../protocol/prompt/liveContext.ts';
import type { ChangeSet } from '../../text/changeSet.ts';
import type { SourceText } from '../../text/sourceText.ts';
import type { TextSpan } from '../../text/textChange.ts';

/** Maximum distance between changes of one intent, in lines of the text and in time, ms. */
const nearLines = 8;
const nearMs = 2 * 60 * 1000;

/**
 * Changes of one origin on nearby lines, without a long pause or another place in between. They are
 * reported as one diff. Only the changes decide which belong together, not who looked at the
 * document meanwhile.
 */
export class Intent {
  readonly #origin: Origin;
  #last: number;
  /** The touched part of the present text. */
  #span: TextSpan;

  constructor(changes: ChangeSet, origin: Origin, timestamp: number) {
    this.#origin = origin;
    this.#last = timestamp;
    this.#span = spanAfter(changes);
  }

  /**
   * Joins the changes if they belong to it, and returns true if they do. `newer` is the text after
   * them.
   */
  takes(changes: ChangeSet, origin: Origin, timestamp: number, newer: SourceText): boolean {
    const canGoOn = origin === 'typing' || origin === 'undo' || origin === 'redo';
    if (!canGoOn || origin !== this.#origin) return false;
    if (timestamp - this.#last > nearMs || timestamp < this.#last) return false;
    const span = this.#spanWith(changes);
    if (newer.lineIndexOf(span.end) - newer.lineIndexOf(span.start) >= nearLines) return false;
    this.#last = timestamp;
    this.#span = span;
    return true;
  }

  #spanWith(changes: ChangeSet): TextSpan {
    const added = spanAfter(changes);
    return {
      start: Math.min(changes.mapOffset(this.#span.start, -1), added.start),
      end: Math.max(changes.mapOffset(this.#span.end, 1), added.end),
    };
  }
}

function spanAfter(changes: ChangeSet): TextSpan {
  const first = changes.changes[0];
  const last = changes.changes.at(-1);
  if (first === undefined || last === undefined) return { start: 0, end: 0 };
  return { start: first.start, end: last.end + changes.lengthAfter - changes.lengthBefore };
}
