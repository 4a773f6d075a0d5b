import { Emitter, type Event } from '../base/event.ts';
import { LruMap } from '../base/lruMap.ts';
import { type Clock, soon } from '../base/ports/clock.ts';
import { haveSameItems } from '../base/sameItems.ts';
import type { LiveContext } from '../documents/liveContext.ts';
import type { Piece } from '../engine/piece.ts';

/** The current state of the editor that pieces are wanted for. */
export interface SourceRequest {
  readonly documentId: string;
  readonly projectId: string;
  /** Its text is redacted, and every offset is one of that text. */
  readonly live: LiveContext;
  /** Whose prompt it is for; without it the developer's own. */
  readonly conversationId?: string;
  /** The name that the reading agent gives itself. */
  readonly client?: string;
  /** UTF-16 units; null when the document has no cursor. */
  readonly cursorOffset: number | null;
  /** Tokens that the pieces of the layer may take together; absent without a limit. */
  readonly room?: number;
  /** Returns an offset in the editor's own text; null for an offset inside a placeholder. */
  readonly rawOffset: (offset: number) => number | null;
}

/**
 * Provides pieces of one layer. Unchanged pieces stay the same objects, so that they are measured
 * once.
 */
export interface PieceSource {
  /** Stands before `_UNAVAILABLE` and `_FAILED` in warnings: upper case, such as `INSTRUCTIONS`. */
  readonly name: string;
  /** True for rules and settings: a delivery and a document's first prompt wait for them. */
  readonly essential?: boolean;
  /** True if conversations get different pieces. */
  readonly perConversation?: boolean;
  /** Adds to `gaps` what the pieces are without, as `CODE: what and why`. */
  pieces(request: SourceRequest, gaps: string[]): Promise<readonly Piece[]>;
}

export interface Gathered {
  /** In the order of the sources. */
  readonly pieces: readonly Piece[];
  /**
   * Rules and settings that could not be read, as `CODE: what and why`; also among the warnings.
   */
  readonly missing: readonly string[];
  /** All that the prompt is without. */
  readonly warnings: readonly string[];
}

/** Maximum time of a source, ms. */
const sourceMs = 100;
/** The same of rules and settings that are waited for; then a prompt names them as missing. */
const essentialMs = 2_000;
const maxAnswers = 256;

/**
 * Asks all sources at once. If one is late or fails, its last pieces are used, and a warning says
 * so.
 */
export class Sources {
  readonly #sources: readonly PieceSource[];
  readonly #clock: Clock;
  /** The last pieces of each source, by document. */
  readonly #last = new LruMap<string, readonly Piece[]>(maxAnswers);
  readonly #answeredLate = new Emitter<void>();

  /** Fires when a late source has given pieces that the delivered prompt did not have. */
  readonly onDidAnswerLate: Event<void> = this.#answeredLate.event;

  constructor(sources: readonly PieceSource[], clock: Clock) {
    this.#sources = sources;
    this.#clock = clock;
  }

  /** Waits for each source as long as it may take. Never rejects. */
  async gather(request: SourceRequest, isDelivery: boolean): Promise<Gathered> {
    const answers = await Promise.all(this.#sources.map((source) => this.#ask(source, request, isDelivery)));
    return {
      pieces: answers.flatMap(({ pieces }) => pieces),
      missing: answers.flatMap(({ warnings }, at) => (this.#sources[at]?.essential ? warnings : [])),
      warnings: answers.flatMap(({ warnings }) => warnings),
    };
  }

  async #ask(source: PieceSource, request: SourceRequest, isDelivery: boolean) {
    const { name } = source;
    const key = `${name} ${source.perConversation ? request.conversationId : ''} ${request.documentId}`;
    const ms = source.essential && (isDelivery || !this.#last.has(key)) ? essentialMs : sourceMs;
    const gaps: string[] = [];
    const asked = Promise.resolve()
      .then(() => source.pieces(request, gaps))
      .then(
        (pieces) => {
          this.#last.set(key, pieces);
          return pieces;
        },
        () => 'failed' as const,
      );
    const answer = await soon(this.#clock, ms, asked, 'late' as const);
    if (typeof answer !== 'string') return { pieces: answer, warnings: gaps };
    const last = this.#last.get(key);
    const pieces = last ?? [];
    if (answer === 'late') {
      void asked.then((later) => {
        if (later !== 'failed' && (last === undefined || !haveSameItems(later.map(idOf), last.map(idOf))))
          this.#answeredLate.fire();
      });
    }
    const what = answer === 'late' ? `UNAVAILABLE: no answer within ${ms} ms` : 'FAILED: the source failed';
    const standIn = pieces.length > 0 ? '; its last answer is shown' : '';
    return { pieces, warnings: [`${name}_${what}${standIn}`] };
  }
}

const idOf = ({ id }: Piece): string => id;
