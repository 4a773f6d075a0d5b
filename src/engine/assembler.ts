import { AppError } from '../base/appError.ts';
import type { Sha256 } from '../base/hash.ts';
import type { Account } from '../protocol/assembly.ts';
import type { WindowPart } from '../protocol/prompt.ts';
import type { Format } from '../protocol/receipt.ts';
import { admit } from './admission.ts';
import { type Budget, floorsFor, roomOf } from './budget.ts';
import type { OverrideOf } from './detailOverride.ts';
import { type WrittenPrompt, writePrompt } from './format/format.ts';
import { markdownSegments, writeBlock } from './format/markdown.ts';
import { type Segment, textOf } from './format/segments.ts';
import { ledgerLine } from './ledger.ts';
import { type CountTokens, Measure, type Redact, type RenderedPiece } from './measure.ts';
import { type Layer, type LevelOfDetail, layers, type Piece } from './piece.ts';
import { comparePrefix, PrefixWriter, type StablePrefix } from './prefix.ts';
import { type PromptData, promptData } from './promptData.ts';
import { type TrimEntry, tokensOf, trim, trimRules } from './trimming.ts';

export interface AssembleRequest {
  readonly projectId: string;
  readonly systemText: string;
  readonly pieces: readonly Piece[];
  readonly budget: Budget;
  /** What a conversation takes. */
  readonly talkTokens: number;
  readonly format: Format;
  readonly additionalInput?: string;
  /** What anchors have set for the pieces of windows. */
  readonly overrideOf?: OverrideOf;
  /** What the prompt says of windows; never cut. */
  readonly windows?: readonly WindowPart[];
  /** The prefix delivered last to the same consumer. */
  readonly lastPrefix?: StablePrefix;
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
  readonly included: readonly IncludedPiece[];
  /** A piece at a level of detail, redacted and written as it would stand in the prompt. */
  readonly written: (piece: Piece, lod: LevelOfDetail) => string;
  /** Tokens of a text, as the assembly counts. */
  readonly count: CountTokens;
  /** Security log lines: pieces of another project that were refused. Digests only. */
  readonly violations: readonly string[];
}

/** A piece in the prompt; `block` is how it stands in Markdown. */
export interface IncludedPiece extends RenderedPiece {
  readonly piece: Piece;
}

/** Pieces → Assembly: pure but for its caches. The same request gives the same bytes. */
export class Assembler {
  readonly #measure: Measure;
  readonly #prefixes: PrefixWriter;
  readonly #exact: boolean;

  /** `exact` is false when the counter is an estimate. */
  constructor(count: CountTokens, redact: Redact, sha256: Sha256, exact: boolean) {
    this.#measure = new Measure(count, redact, writeBlock);
    this.#prefixes = new PrefixWriter(this.#measure, sha256);
    this.#exact = exact;
  }

  /** Throws {@link AppError} when there is too much input or too little room. */
  assemble(request: AssembleRequest): Assembly {
    const systemTokens = this.#measure.count(`${request.systemText}\n\n`);
    const room = roomOf(request.budget, systemTokens, request.talkTokens);
    const { entries, warnings, violations } = admit(request, this.#measure);
    const rulesRoom = Math.floor(room * request.budget.shares.rules);
    const rulesWarnings = trimRules(entries, rulesRoom, this.#measure);
    const { data, segments, tokens, prefix } = this.#fit(request, entries, room + systemTokens);
    const account = this.#account(request, entries, room, tokens, prefix);
    return {
      data,
      text: textOf(segments),
      segments,
      account: { ...account, warnings: [...request.warnings, ...warnings, ...rulesWarnings] },
      prefix,
      included: entries.flatMap(({ piece, rendered }) => (rendered === null ? [] : [{ piece, ...rendered }])),
      written: (piece, lod) => this.#measure.at(piece, lod).block,
      count: (text) => this.#measure.count(text),
      violations,
    };
  }

  /** Trims until the written prompt fits; what the formats add around the pieces is only known afterwards. */
  #fit(request: AssembleRequest, entries: readonly TrimEntry[], limit: number) {
    const floors = floorsFor(limit);
    for (;;) {
      const shown = entries.flatMap(({ piece, rendered }) =>
        rendered === null ? [] : [{ id: piece.id, ...rendered }],
      );
      const data = promptData(
        request.systemText,
        shown.map(({ content }) => content),
        request.additionalInput,
        request.windows,
      );
      const prefix = this.#prefixes.write(entries);
      const markdown = markdownSegments(request.systemText, prefix, shown, request.additionalInput, request.windows);
      const written = writePrompt(data, markdown, request.format, shown);
      const tokens = this.#tokensOf(written);
      if (tokens <= limit) return { data, segments: written.segments, tokens, prefix };
      const saved = trim(entries, tokens - limit, floors, this.#measure);
      if (saved === 0) {
        throw new AppError(
          'CONTEXT_BUDGET_TOO_SMALL',
          `${tokens} tokens can't be cut, and there is room for ${limit}.`,
        );
      }
    }
  }

  #tokensOf({ uncounted, countedTokens }: WrittenPrompt): number {
    return uncounted.reduce((sum, text) => sum + this.#measure.count(text), countedTokens);
  }

  #account(
    request: AssembleRequest,
    entries: readonly TrimEntry[],
    room: number,
    tokenCount: number,
    prefix: StablePrefix,
  ): Omit<Account, 'warnings'> {
    const state = comparePrefix(prefix, request.lastPrefix);
    const layerOf = (layer: Layer) => {
      const ofLayer = entries.filter(({ piece }) => piece.layer === layer);
      const truncated = ofLayer.some(({ lod, partial }) => lod !== 'full' || partial);
      return { tokens: tokensOf(ofLayer), truncated, share: Math.floor(room * request.budget.shares[layer]) };
    };
    const [rules, settings, retrieved, immediate] = layers.map(layerOf) as [
      LayerAccount,
      LayerAccount,
      LayerAccount,
      LayerAccount,
    ];
    const chunks = entries.filter(({ piece, lod }) => piece.layer === 'retrieved' && lod !== 'cut').length;
    return {
      tokenCount,
      budget: request.budget.modelLimit - request.budget.outputReserve,
      exact: this.#exact,
      stablePrefixHash: state.hash,
      stablePrefixUnchanged: state.unchanged,
      prefix: state,
      layers: { rules, settings, retrieved: { ...retrieved, chunks }, immediate },
      ledger: entries.map((entry) => ledgerLine(entry)),
    };
  }
}

type LayerAccount = Account['layers']['rules'];
