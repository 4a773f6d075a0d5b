import { AppError } from '../base/appError.ts';
import type { Sha256 } from '../base/ports/hash.ts';
import type { Account } from '../protocol/prompt/assembly.ts';
import type { WindowPart } from '../protocol/prompt/prompt.ts';
import type { Format } from '../protocol/prompt/receipt.ts';
import { Admissions } from './admission.ts';
import { Batch, concatenated } from './batch.ts';
import { type Budget, floorsFor, roomOf, rulesRoomOf } from './budget.ts';
import type { OverrideOf } from './detailOverride.ts';
import { isHostile } from './format/foreignText.ts';
import { writePrompt } from './format/format.ts';
import { markdownSegments, writeBlock } from './format/markdown.ts';
import { type Segment, textOf } from './format/segments.ts';
import { type Ledger, ledgerOf, withShortages } from './ledger.ts';
import { type CountTokens, Measure, type Redact, type RenderedPiece } from './measure.ts';
import type { Layer, LevelOfDetail, Piece, PieceContent } from './piece.ts';
import { comparePrefix, PrefixWriter, type StablePrefix } from './prefix.ts';
import { type PromptData, promptData } from './promptData.ts';
import { noTalk, type Talk, TalkFit } from './talk.ts';
import { nextToRaise, raise, type TrimEntry, trim, trimRules } from './trimming.ts';

export interface AssembleRequest {
  readonly projectId: string;
  readonly systemText: string;
  readonly pieces: readonly Piece[];
  readonly budget: Budget;
  /** What was said so far; it stands in chat messages alone. */
  readonly talk?: Talk;
  readonly format: Format;
  readonly additionalInput?: string;
  /** What anchors have set for the pieces of windows. */
  readonly overrideOf?: OverrideOf;
  /** What the prompt says of windows; never cut. */
  readonly windows?: readonly WindowPart[];
  /** The prefix delivered last to the same consumer. */
  readonly lastPrefix?: StablePrefix;
  /** The rules and settings that the prompt is without, which it says itself; they are among the warnings. */
  readonly missing?: readonly string[];
  /** Warnings from before: sources that failed. */
  readonly warnings: readonly string[];
}

/** A whole prompt: its data, its text, and the account of what became of every piece. */
export interface Assembly {
  readonly data: PromptData;
  readonly text: string;
  /** The text in its parts. */
  readonly segments: readonly Segment[];
  readonly account: Account;
  readonly prefix: StablePrefix;
  /** The pieces that are in the prompt, in its order, as they are shown. */
  readonly included: readonly RenderedPiece[];
  /** A piece at a level of detail, redacted and written as it would stand in the prompt. */
  readonly written: (piece: Piece, lod: LevelOfDetail) => string;
  /** Tokens of a text, as the assembly counts. */
  readonly count: CountTokens;
  /** Security log lines: pieces of another project that were refused. Digests only. */
  readonly violations: readonly string[];
}

/** A prompt as it is written at some moment of trimming. */
interface CountedPrompt {
  readonly batches: readonly Batch[];
  /** The pieces that are in it. */
  readonly shown: readonly RenderedPiece[];
  readonly data: PromptData;
  readonly text: string;
  readonly segments: readonly Segment[];
  readonly tokens: number;
  readonly prefix: StablePrefix;
}

/** What the request from outside may take, tokens. */
const maxInputTokens = 64_000;
/** A smaller share of the limit is not worth another try. */
const spareShare = 0.04;
/** A larger share is given to a layer below the one that gave way last, rather than left unused. */
const wasteShare = 0.1;
/** Maximum number of pieces that are raised. */
const maxRaised = 24;
/** How often a piece is raised at most, by less and less. */
const maxRaises = 4;

/** Pieces → Assembly: pure but for its caches. The same request gives the same bytes. */
export class Assembler {
  readonly #measure: Measure;
  readonly #admissions: Admissions;
  readonly #prefixes: PrefixWriter;
  readonly #exact: boolean;

  /** `exact` is false when the counter is an estimate. */
  constructor(count: CountTokens, redact: Redact, sha256: Sha256, exact: boolean) {
    this.#measure = new Measure(count, redact, writeBlock);
    this.#admissions = new Admissions(this.#measure);
    this.#prefixes = new PrefixWriter(this.#measure, sha256);
    this.#exact = exact;
  }

  /** Tokens of a text. Throws whatever the counter throws. */
  count(text: string): number {
    return this.#measure.count(text);
  }

  /** Throws {@link AppError} when there is too much input or too little room. */
  assemble(request: AssembleRequest): Assembly {
    this.#refuseLargeInput(request.additionalInput ?? '');
    const systemTokens = this.#measure.count(`${request.systemText}\n\n`);
    const room = roomOf(request.budget, systemTokens);
    const { batches, warnings, violations } = this.#admissions.admit(request);
    const talk = new TalkFit(request.format === 'messages' ? (request.talk ?? noTalk) : noTalk, (text) =>
      this.#measure.count(text),
    );
    const written = this.#fit(request, batches, room + systemTokens, talk);
    const account = this.#account(request, room, written);
    return {
      data: written.data,
      text: written.text,
      segments: written.segments,
      account: {
        ...account,
        ...(request.talk === undefined || request.format !== 'messages' ? {} : { talk: talk.account }),
        missing: [...(request.missing ?? [])],
        warnings: [
          ...request.warnings,
          ...warnings,
          ...rulesWarning(account.layers.rules, account.ledger),
          ...hostileWarnings(request, written.batches),
        ],
      },
      prefix: written.prefix,
      included: written.shown,
      written: (piece, lod) => this.#measure.at(piece, lod).block,
      count: (text) => this.#measure.count(text),
      violations,
    };
  }

  /** What comes from outside and is never cut has a limit of its own. */
  #refuseLargeInput(input: string): void {
    const tokens = this.#measure.count(input);
    if (tokens <= maxInputTokens) return;
    const message = `The request has ${tokens} tokens, and at most ${maxInputTokens} are taken: shorten additionalInput.`;
    throw new AppError('CONTEXT_INPUT_TOO_LARGE', message);
  }

  /**
   * Trims until the written prompt fits; what the formats add around the pieces is only known afterwards. Nothing is shortened while
   * all but old talk fits; what trimming saved too much is given back, first to pieces, then to old talk.
   */
  #fit(request: AssembleRequest, batches: readonly Batch[], limit: number, talk: TalkFit): CountedPrompt {
    if (talk.isEmpty) return this.#fitWindows(request, batches, limit, talk);
    const windows = this.#write(request, batches, talk).tokens;
    if (talk.keepAll(limit - windows)) return this.#write(request, batches, talk);
    talk.keepRecent(limit, windows, () => this.#least(request, batches));
    const fitting = this.#fitWindows(request, batches, limit, talk);
    talk.keepOlder(limit - fitting.tokens);
    return this.#write(request, fitting.batches, talk);
  }

  #fitWindows(request: AssembleRequest, batches: readonly Batch[], limit: number, talk: TalkFit): CountedPrompt {
    let written = this.#write(request, batches, talk);
    if (written.tokens <= limit) return written;
    const entries = copiesOf(batches);
    const others = written.tokens - written.prefix.rulesTokens;
    trimRules(entries, rulesRoomOf(limit, others, request.budget.shares.rules), this.#measure);
    const floors = floorsFor(limit);
    const write = () => this.#write(request, [new Batch(entries.map((entry) => ({ ...entry })))], talk);
    for (written = write(); written.tokens > limit; written = write()) {
      if (trim(entries, written.tokens - limit, floors, this.#measure) === 0)
        throw tooSmall(written.tokens, limit, entries);
    }
    return this.#refill(entries, limit, written, write);
  }

  /** What a prompt takes at the very least: all that can be cut is gone but for the gists of pins. */
  #least(request: AssembleRequest, batches: readonly Batch[]): number {
    const copies = copiesOf(batches);
    trimRules(copies, 0, this.#measure);
    trim(copies, Number.POSITIVE_INFINITY, floorsFor(0), this.#measure);
    for (const copy of copies)
      if (copy.override?.pinned && copy.lod === 'cut') copy.rendered = this.#measure.at(copy.piece, 'gist');
    return this.#write(request, [new Batch(copies)], new TalkFit(noTalk, () => 0)).tokens;
  }

  #refill(
    entries: readonly TrimEntry[],
    limit: number,
    fitting: CountedPrompt,
    write: () => CountedPrompt,
  ): CountedPrompt {
    const tried = new Set<TrimEntry>();
    let written = fitting;
    for (let raised = 0; raised < maxRaised && limit - written.tokens > limit * spareShare; raised++) {
      const room = limit - written.tokens;
      const entry = nextToRaise(entries, room, room > limit * wasteShare, this.#measure, tried);
      if (entry === null) break;
      written = this.#raised(entry, room, limit, write) ?? written;
    }
    return written;
  }

  /** The prompt with an entry raised; null when it stays as it was. A format of its own syntax takes more than was measured: then for less. */
  #raised(entry: TrimEntry, room: number, limit: number, write: () => CountedPrompt): CountedPrompt | null {
    let spare = room;
    for (let tries = 0; tries < maxRaises; tries++) {
      const undo = raise(entry, spare, this.#measure);
      if (undo === null) return null;
      const next = write();
      if (next.tokens <= limit) return next;
      undo();
      spare *= (room / (room + next.tokens - limit)) * 0.98;
    }
    return null;
  }

  #write(request: AssembleRequest, batches: readonly Batch[], talk: TalkFit): CountedPrompt {
    const { systemText, additionalInput, format, missing } = request;
    const windows = withShortages(request.windows ?? [], batches);
    const dataOf = <K extends PieceContent['kind']>(kind: K) =>
      concatenated(batches.map((batch) => batch.dataOf(kind)));
    const segmentsOf = (kind: PieceContent['kind']) => concatenated(batches.map((batch) => batch.segmentsOf(kind)));
    const data = promptData(systemText, dataOf, additionalInput, windows, missing);
    const prefix = this.#prefixes.write(batches);
    const markdown = markdownSegments(systemText, prefix, segmentsOf, additionalInput, windows, missing);
    const shown = concatenated(batches.map((batch) => batch.shown));
    const { text, segments, read } = writePrompt(data, markdown, format, shown, talk.messages);
    const tokens = read.reduce((sum, one) => sum + (one.tokens ?? this.#measure.count(one.text)), 0);
    return { batches, shown, data, text, segments, tokens, prefix };
  }

  /** In a format of its own syntax the pieces take other tokens than in Markdown, which chat messages are, too. */
  #ledgers(format: Format, { batches, segments }: CountedPrompt): readonly Ledger[] {
    if (format === 'markdown' || format === 'messages') return batches.map(({ ledger }) => ledger);
    const parts = Map.groupBy(segments, ({ piece }) => piece);
    const tokensOf = (id: string) => {
      const own = parts.get(id);
      return own && this.#measure.count(textOf(own));
    };
    return batches.map(({ entries }) => ledgerOf(entries, tokensOf));
  }

  #account(request: AssembleRequest, room: number, written: CountedPrompt): Omit<Account, 'warnings' | 'missing'> {
    const { prefix, tokens: tokenCount } = written;
    const state = comparePrefix(prefix, request.lastPrefix);
    const ledgers = this.#ledgers(request.format, written);
    const sumsOf = (layer: Layer) => ledgers.flatMap(({ sums }) => sums.get(layer) ?? []);
    const ofLayer = (layer: Layer): LayerAccount => {
      const sums = sumsOf(layer);
      const tokens = sums.reduce((sum, one) => sum + one.tokens, 0);
      const share = Math.floor(room * request.budget.shares[layer]);
      return { tokens, truncated: sums.some(({ truncated }) => truncated), share };
    };
    const [rules, settings, immediate] = [ofLayer('rules'), ofLayer('settings'), ofLayer('immediate')];
    const chunks = sumsOf('retrieved').reduce((sum, { shown }) => sum + shown, 0);
    const retrieved = { ...ofLayer('retrieved'), chunks };
    return {
      tokenCount,
      otherTokens: tokenCount - rules.tokens - settings.tokens - retrieved.tokens - immediate.tokens,
      budget: request.budget.modelLimit - request.budget.outputReserve,
      exact: this.#exact,
      stablePrefixHash: state.hash,
      stablePrefixUnchanged: state.unchanged,
      prefix: state,
      layers: { rules, settings, retrieved, immediate },
      ledger: [...concatenated(ledgers.map(({ lines }) => lines))],
    };
  }
}

type LayerAccount = Account['layers']['rules'];

/** What can be trimmed: the batches stand for later prompts as they are. */
function copiesOf(batches: readonly Batch[]): readonly TrimEntry[] {
  return batches.flatMap(({ entries }) => entries.map((entry) => ({ ...entry })));
}

function rulesWarning({ tokens, truncated, share }: LayerAccount, ledger: Account['ledger']): readonly string[] {
  if (tokens <= share && !truncated) return [];
  const cut = ledger.filter(({ layer, state }) => layer === 'rules' && state === 'cut').length;
  if (tokens <= share && cut === 0) return [];
  const left = cut === 0 ? 'all are there' : `${cut} were left out`;
  return [`CONTEXT_RULES_OVERBUDGET: rules take ${tokens} tokens, their share is ${share}; ${left}`];
}

/** Names the largest of what cannot be cut and is the developer's own: nobody can shorten the editor's state. */
function tooSmall(tokens: number, limit: number, entries: readonly TrimEntry[]): AppError {
  const largest = entries
    .filter(({ piece }) => piece.layer !== 'immediate')
    .flatMap(({ piece, rendered }) => (rendered === null ? [] : [{ id: piece.id, tokens: rendered.tokens }]))
    .sort((a, b) => b.tokens - a.tokens)
    .slice(0, 3)
    .map(({ id, tokens }) => `${id} (${tokens})`);
  const own = largest.length === 0 ? '' : ` The largest of your own: ${largest.join(', ')}.`;
  return new AppError(
    'CONTEXT_BUDGET_TOO_SMALL',
    `${tokens} tokens can't be cut, and there is room for ${limit}.${own}`,
  );
}

/** Names what looks as if it were made to be taken for ours, for the developer to see: it stands quoted or fenced. */
function hostileWarnings({ windows = [], additionalInput = '' }: AssembleRequest, batches: readonly Batch[]) {
  const pieces = batches.flatMap(({ hostile }) => hostile);
  const traces = windows.flatMap(({ window, closed = '' }) => (isHostile(closed) ? [`the trace of ${window}`] : []));
  const found = [...pieces, ...traces, ...(isHostile(additionalInput) ? ['the request'] : [])];
  return found.map(
    (what) => `CONTEXT_TEXT_HOSTILE: ${what} looks like an anchor, a window or a role; it is no more than text`,
  );
}
