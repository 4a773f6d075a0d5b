import type { Clock } from '../base/clock.ts';
import { Emitter, type Event } from '../base/event.ts';
import { LruMap } from '../base/lruMap.ts';
import type { Piece } from '../engine/piece.ts';
import type { LiveContext } from '../live/liveContext.ts';

/** What a source is asked for: pieces that belong beside this picture of now. */
export interface SourceRequest {
  readonly documentId: string;
  readonly projectId: string;
  readonly live: LiveContext;
  /** UTF-16 units; null when the document has no cursor. */
  readonly cursorOffset: number | null;
}

/** Gives pieces of one layer. It keeps its pieces while they do not change, so that they are measured once. */
export interface PieceSource {
  /** Stands before `_UNAVAILABLE` in warnings: upper case, such as `INSTRUCTIONS`. */
  readonly name: string;
  pieces(request: SourceRequest): Promise<readonly Piece[]>;
}

/** How long a source may take before the prompt goes without it, ms (design E). */
const sourceMs = 100;
/** Answers that serve the next time; the ones used longest ago go first. */
const keptAnswers = 256;

/** Asks all sources at once. A late or failing one costs only itself; what it gives late serves the next time. */
export class Sources {
  readonly #sources: readonly PieceSource[];
  readonly #clock: Clock;
  /** The last pieces of each source, by document. */
  readonly #last = new LruMap<string, readonly Piece[]>(keptAnswers);
  readonly #answeredLate = new Emitter<void>();

  /** A source that was late has now given other pieces than the prompt went out with. */
  readonly onDidAnswerLate: Event<void> = this.#answeredLate.event;

  constructor(sources: readonly PieceSource[], clock: Clock) {
    this.#sources = sources;
    this.#clock = clock;
  }

  /** The pieces in the order of the sources, and a warning for each source that did not answer in time. */
  async gather(
    request: SourceRequest,
  ): Promise<{ readonly pieces: readonly Piece[]; readonly warnings: readonly string[] }> {
    const answers = await Promise.all(this.#sources.map((source) => this.#ask(source, request)));
    return {
      pieces: answers.flatMap(({ pieces }) => pieces),
      warnings: answers.flatMap(({ warning }) => warning ?? []),
    };
  }

  async #ask(source: PieceSource, request: SourceRequest): Promise<{ pieces: readonly Piece[]; warning?: string }> {
    const key = `${source.name} ${request.documentId}`;
    const late = new Promise<'late'>((resolve) => this.#clock.after(sourceMs, () => resolve('late')));
    const asked = Promise.resolve()
      .then(() => source.pieces(request))
      .then(
        (pieces) => {
          this.#last.set(key, pieces);
          return pieces;
        },
        () => 'failed' as const,
      );
    const answer = await Promise.race([asked, late]);
    if (typeof answer !== 'string') return { pieces: answer };
    if (answer === 'failed') return { pieces: [], warning: `${source.name}_UNAVAILABLE: the source failed` };
    const pieces = this.#last.get(key) ?? [];
    void asked.then((late) => {
      if (late !== 'failed' && !sameIds(late, pieces)) this.#answeredLate.fire();
    });
    return { pieces, warning: `${source.name}_UNAVAILABLE: no answer within ${sourceMs} ms` };
  }
}

function sameIds(some: readonly Piece[], others: readonly Piece[]): boolean {
  return some.length === others.length && some.every(({ id }, index) => id === others[index]?.id);
}
