import { AppError } from '../base/appError.ts';
import type { Sha256 } from '../base/ports/hash.ts';
import type { Account } from '../protocol/prompt/assembly.ts';
import type { WindowPart } from '../protocol/prompt/prompt.ts';
import type { Format } from '../protocol/prompt/receipt.ts';
import { partWithin } from '../tokens/tokenFit.ts';
import { admit, scopeViolation } from './admission.ts';
import type { Budget } from './budget.ts';
import type { OverrideOf } from './detailOverride.ts';
import { type Entry, entryOf, fill } from './fill.ts';
import { isHostile } from './format/foreignText.ts';
import { type WrittenPrompt, writePrompt } from './format/format.ts';
import { isStable, markdownSegments, prefixSegments } from './format/markdown.ts';
import { type Segment, textOf } from './format/segments.ts';
import { ledgerLine, withShortages } from './ledger.ts';
import { type CountTokens, Measure, type Redact, type RenderedPiece } from './measure.ts';
import { dataOf, type Layer, type LevelOfDetail, type Piece, type PieceContent, type PieceData } from './piece.ts';
import { type PromptData, promptData } from './promptData.ts';
import { noTalk, type Talk, TalkFit } from './talk.ts';

export interface AssembleRequest {
  readonly projectId: string;
  readonly systemText: string;
  readonly pieces: readonly Piece[];
  readonly budget: Budget;
  /** The conversation so far; only chat messages hold it. */
  readonly talk?: Talk;
  readonly format: Format;
  readonly additionalInput?: string | undefined;
  /** Overrides that anchors have set for pieces. */
  readonly overrideOf?: OverrideOf | undefined;
  /** The state of windows; never cut. */
  readonly windows?: readonly WindowPart[];
  /** The hash of the prefix delivered last to the same consumer. */
  readonly lastPrefix?: string | undefined;
  /** Rules and settings that could not be read. The prompt lists them, and so do the warnings. */
  readonly missing?: readonly string[];
  /** Warnings from before: sources that failed. */
  readonly warnings: readonly string[];
}

/** Rules and the settings that are not learned. */
interface StablePrefix extends Pick<WrittenPrompt, 'text' | 'segments'> {
  /** SHA-256 of the text. */
  readonly hash: string;
  /** Headings included. */
  readonly tokens: number;
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
  /** Writes a piece at a level of detail, redacted, as the prompt would hold it. */
  readonly written: (piece: Piece, lod: LevelOfDetail) => string;
  /** Tokens of a text, as the assembly counts. */
  readonly count: CountTokens;
  /** Security log lines: pieces of another project that were refused. Digests only. */
  readonly violations: readonly string[];
}

/** A prompt as it is written while it is made to fit. */
interface CountedPrompt extends Pick<Assembly, 'data' | 'text' | 'segments' | 'prefix'> {
  readonly entries: readonly Entry[];
  /** The pieces that are in it. */
  readonly shown: readonly RenderedPiece[];
  readonly tokens: number;
}

/** Maximum size of the request from outside, tokens. */
const maxInputTokens = 64_000;

/** Makes prompts of pieces: pure but for its caches. The same request gives the same bytes. */
export class Assembler {
  readonly #measure: Measure;
  readonly #sha256: Sha256;
  readonly #exact: boolean;

  /** `exact` is false when the counter is an estimate. */
  constructor(count: CountTokens, redact: Redact, sha256: Sha256, exact: boolean) {
    this.#measure = new Measure(count, redact);
    this.#sha256 = sha256;
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
    const { modelLimit, outputReserve } = request.budget;
    // For the four layers, the talk and the additional input.
    const room = Math.max(0, modelLimit - systemTokens - outputReserve);
    const { pieces, warnings } = admit(request.projectId, request.pieces, this.#measure);
    const entries = pieces.map((piece) => entryOf(piece, this.#measure, request.overrideOf));
    const isTalking = request.format === 'messages' && request.talk !== undefined;
    const count = (text: string) => this.#measure.count(text);
    const talk = new TalkFit(isTalking ? (request.talk ?? noTalk) : noTalk, count);
    const written = this.#fit(request, entries, room + systemTokens, talk);
    const account = this.#account(request, room, written);
    return {
      data: written.data,
      text: written.text,
      segments: written.segments,
      account: {
        ...account,
        ...(isTalking ? { talk: talk.account } : {}),
        missing: [...(request.missing ?? [])],
        warnings: [
          ...request.warnings,
          ...warnings,
          ...rulesWarning(account.layers.rules, account.ledger),
          ...hostileWarnings(request, written.shown),
        ],
      },
      prefix: written.prefix,
      included: written.shown,
      written: (piece, lod) => this.#measure.at(piece, lod).block,
      count,
      violations: warnings.filter((warning) => warning.startsWith(scopeViolation)),
    };
  }

  /** The request from outside is never cut, so it has a limit of its own. */
  #refuseLargeInput(input: string): void {
    const tokens = this.#measure.count(input);
    if (tokens <= maxInputTokens) return;
    const message = `The request has ${tokens} tokens, and at most ${maxInputTokens} are taken: shorten additionalInput.`;
    throw new AppError('CONTEXT_INPUT_TOO_LARGE', message);
  }

  /** Nothing is shortened while all but old talk fits; what the pieces leave goes to old talk. */
  #fit(request: AssembleRequest, entries: readonly Entry[], limit: number, talk: TalkFit): CountedPrompt {
    if (talk.isEmpty) return this.#fitPieces(request, entries, limit, talk);
    const pieces = this.#write(request, entries, talk).tokens;
    if (talk.keepAll(limit - pieces)) return this.#write(request, entries, talk);
    const least = () => this.#filled(request, entries, 0, new TalkFit(noTalk, () => 0)).tokens;
    talk.keepRecent(limit, pieces, least);
    const fitting = this.#fitPieces(request, entries, limit, talk);
    talk.keepOlder(limit - fitting.tokens);
    return this.#write(request, fitting.entries, talk);
  }

  /**
   * Narrows down the room for pieces: the tokens that a format adds around them are known only once
   * the prompt is written.
   */
  #fitPieces(request: AssembleRequest, entries: readonly Entry[], limit: number, talk: TalkFit): CountedPrompt {
    const whole = this.#write(request, entries, talk);
    if (whole.tokens <= limit) return whole;
    const inPieces = entries.reduce((sum, { rendered }) => sum + (rendered?.tokens ?? 0), 0);
    const first = Math.max(0, limit - Math.max(0, whole.tokens - inPieces));
    const fitting = partWithin(limit, { first, most: inPieces }, (room) => this.#filled(request, entries, room, talk));
    const prompt = fitting ?? this.#filled(request, entries, 0, talk);
    if (prompt.tokens > limit) throw tooSmall(prompt.tokens, limit, prompt.entries);
    return prompt;
  }

  #filled(request: AssembleRequest, entries: readonly Entry[], room: number, talk: TalkFit): CountedPrompt {
    return this.#write(request, fill(entries, room, request.budget.shares, this.#measure), talk);
  }

  #write(request: AssembleRequest, entries: readonly Entry[], talk: TalkFit): CountedPrompt {
    const { systemText: system_text, additionalInput: additional_input, format, missing } = request;
    const windows = withShortages(request.windows ?? [], entries);
    const shown = entries.flatMap(({ rendered }) => rendered ?? []);
    const byKind = Map.groupBy(shown, ({ content }) => content.kind);
    const contents = (kind: PieceContent['kind']) => byKind.get(kind) ?? [];
    const dataOfKind = <K extends PieceContent['kind']>(kind: K) =>
      contents(kind).map(({ content }) => dataOf(content)) as readonly object[] as readonly PieceData<K>[];
    const data = promptData({ system_text, additional_input }, dataOfKind, windows, missing);
    const prefix = this.#prefixOf(shown);
    const markdown = markdownSegments(data, prefix, contents);
    const { text, segments, read } = writePrompt(data, markdown, format, shown, talk.messages);
    const tokens = read.reduce((sum, one) => sum + (one.tokens ?? this.#measure.count(one.text)), 0);
    return { entries, shown, data, text, segments, tokens, prefix };
  }

  #prefixOf(shown: readonly RenderedPiece[]): StablePrefix {
    const segments = prefixSegments(shown.filter(isStable));
    const text = textOf(segments);
    const tokens = segments.reduce((sum, { text: own, tokens }) => sum + (tokens ?? this.#measure.count(own)), 0);
    return { segments, text, hash: this.#sha256(text), tokens };
  }

  /** Lines in the order of the prompt. XML and JSON take other tokens for a piece than Markdown. */
  #ledger(format: Format, { entries, segments }: CountedPrompt): Account['ledger'] {
    if (format === 'markdown' || format === 'messages') return entries.map((entry) => ledgerLine(entry));
    const parts = Map.groupBy(segments, ({ piece }) => piece);
    return entries.map((entry) => {
      const own = parts.get(entry.piece.id);
      return ledgerLine(entry, own && this.#measure.count(textOf(own)));
    });
  }

  #account(request: AssembleRequest, room: number, written: CountedPrompt): Omit<Account, 'warnings' | 'missing'> {
    const { prefix, tokens: tokenCount } = written;
    const { hash, tokens } = prefix;
    const { lastPrefix } = request;
    const state = { hash, tokens, unchanged: lastPrefix === hash, isFirst: lastPrefix === undefined };
    const ledger = this.#ledger(request.format, written);
    const ofLayer = (layer: Layer): LayerAccount => ({
      tokens: 0,
      truncated: false,
      share: Math.floor(room * request.budget.shares[layer]),
    });
    const layers = {
      rules: ofLayer('rules'),
      settings: ofLayer('settings'),
      retrieved: { ...ofLayer('retrieved'), chunks: 0 },
      immediate: ofLayer('immediate'),
    };
    let otherTokens = tokenCount;
    for (const { layer, tokens, state: shown } of ledger) {
      layers[layer].tokens += tokens;
      otherTokens -= tokens;
      if (shown !== 'kept') layers[layer].truncated = true;
      if (layer === 'retrieved' && shown !== 'cut') layers.retrieved.chunks++;
    }
    return {
      tokenCount,
      otherTokens,
      budget: request.budget.modelLimit - request.budget.outputReserve,
      exact: this.#exact,
      stablePrefixHash: state.hash,
      stablePrefixUnchanged: state.unchanged,
      prefix: state,
      layers,
      ledger,
    };
  }
}

type LayerAccount = Account['layers']['rules'];

function rulesWarning({ tokens, truncated, share }: LayerAccount, ledger: Account['ledger']): readonly string[] {
  if (tokens <= share && !truncated) return [];
  const cut = ledger.filter(({ layer, state }) => layer === 'rules' && state === 'cut').length;
  if (tokens <= share && cut === 0) return [];
  const left = cut === 0 ? 'all are there' : `${cut} were left out`;
  return [`CONTEXT_RULES_OVERBUDGET: rules take ${tokens} tokens, their share is ${share}; ${left}`];
}

/**
 * Names the largest pieces that the developer can shorten; nobody can shorten the editor's state.
 */
function tooSmall(tokens: number, limit: number, entries: readonly Entry[]): AppError {
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

/** Warns the developer of texts that imitate the prompt's own. They are quoted or fenced in it. */
function hostileWarnings({ windows = [], additionalInput = '' }: AssembleRequest, shown: readonly RenderedPiece[]) {
  const pieces = shown.filter(({ hostile }) => hostile).map(({ id }) => id);
  const notes = windows.flatMap(({ window, removed = '' }) => (isHostile(removed) ? [`the note on ${window}`] : []));
  const found = [...pieces, ...notes, ...(isHostile(additionalInput) ? ['the request'] : [])];
  return found.map(
    (what) => `CONTEXT_TEXT_HOSTILE: ${what} looks like an anchor, a window or a role; it is no more than text`,
  );
}
