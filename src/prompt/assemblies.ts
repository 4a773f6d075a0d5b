import { AppError } from '../base/appError.ts';
import { KeyedLimiter } from '../base/keyedLimiter.ts';
import { versionOnDisk } from '../documents/diffBase.ts';
import type { LiveContext } from '../documents/liveContext.ts';
import { type AssembleRequest, Assembler, type Assembly } from '../engine/assembler.ts';
import type { Budget } from '../engine/budget.ts';
import { writeBlock } from '../engine/format/markdown.ts';
import { layers, type Piece } from '../engine/piece.ts';
import { includedBefore } from '../engine/promptChanges.ts';
import type { Talk } from '../engine/talk.ts';
import type { Channel, ParsedParams } from '../protocol/channels.ts';
import type { Consumer } from '../protocol/consumer.ts';
import type { BudgetState } from '../protocol/prompt/assembly.ts';
import type { LiveContextPayload } from '../protocol/prompt/liveContext.ts';
import { profiles } from '../protocol/prompt/profiles.ts';
import type { Receipt } from '../protocol/prompt/receipt.ts';
import type { ShareableText } from '../redaction/redactedText.ts';
import { immediatePieces } from '../sources/immediate/immediate.ts';
import { withoutOverlaps } from '../sources/retrieved/chunk.ts';
import { inputWindowOf } from '../tokens/modelTokens.ts';
import { fitsTokens } from '../tokens/tokenFit.ts';
import { type Conversation, canAct } from '../windows/conversations.ts';
import type { Deliveries, LastPrompt } from './deliveries/deliveries.ts';
import type { Deltas } from './deltas.ts';
import { takePicture } from './livePicture.ts';
import type { Outlines } from './outlines.ts';
import { redactContent } from './redactContent.ts';
import type { PromptServices } from './services.ts';
import { systemTextFor } from './systemText.ts';
import { fallbackCounter, type ModelCounter } from './tokenizer.ts';

/** Longer patches are shown by their hunk headers. */
const maxPatchTokens = 4_000;

const fallbackWarning = 'CONTEXT_BUDGET_FALLBACK: the tokenizer failed; tokens are overstated, a byte each';

type NeededParams = 'skillId' | 'format' | 'preview';

/** A request for a prompt, on whichever channel. */
export interface AssemblyParams
  extends Pick<ParsedParams<'context:assemble'>, NeededParams>,
    Partial<Omit<ParsedParams<'context:assemble'>, NeededParams>>,
    Partial<Pick<ParsedParams<'live:get'>, 'diffs' | 'have' | 'trace'>> {
  /** Gets the prompt that is made for another consumer. */
  readonly receiver?: Consumer | undefined;
}

/** A request whose document is known. */
type DocumentParams = AssemblyParams & { readonly documentId: string };

type AssembliesServices = PromptServices & Readonly<{ deliveries: Deliveries; deltas: Deltas; outlines: Outlines }>;

/** Usual length of a token of a prompt, UTF-16 units. */
const unitsOfToken = 3.6;
/** Share of a prompt for the document and what is retrieved beside it. */
const besideShare = 0.85;
/** A patch of more tokens and a larger share of the prompt is shown by its hunk headers or counts of lines. */
const shortPatchTokens = 160;
const patchShare = 0.04;
const leastDocumentShare = 0.14;
/** The same for a reply bound in characters: its reader searches by itself and misses the text around the cursor. */
const leastDocumentShareOfReply = 0.7;
/** Usual tokens of the system text, settings and headings. */
const frameTokens = 120;
const settingsTokens = 250;

/** A prompt on its way out, with its receipt. */
export interface Assembled {
  readonly assembly: Assembly;
  readonly live: LiveContext;
  readonly receipt: Receipt;
  /** Every piece that was there, in the order of the layers; shown or not. */
  readonly pieces: readonly Piece[];
  /** The prompt delivered before this one. */
  readonly last: LastPrompt | undefined;
}

/**
 * Makes the prompts of all surfaces: gathers the pieces, assembles them, accounts for the delivery.
 */
export class Assemblies {
  readonly #services: AssembliesServices;
  /** Limits the concurrent assemblies of each document. */
  readonly #limiter = new KeyedLimiter({ running: 4, waiting: 8, code: 'CONTEXT_BACKPRESSURE' });
  #assemblers = new WeakMap<ModelCounter, Assembler>();
  #redactionEpoch = '';
  /** Pending previews; an equal request shares the result. */
  readonly #previews = new Map<string, Promise<Assembled>>();

  constructor(services: AssembliesServices) {
    this.#services = services;
  }

  async assemble(asked: AssemblyParams, consumer: Consumer, channel: Channel = 'context:assemble'): Promise<Assembled> {
    const documentId = await this.#services.documents.idOf(asked.documentId);
    const params = { ...asked, documentId };
    const assemble = () => this.#limiter.run(documentId, () => this.#assemble(params, consumer, channel));
    if (!params.preview) return assemble();
    const key = previewKey(params, consumer);
    const preview = this.#previews.get(key) ?? assemble().finally(() => this.#previews.delete(key));
    this.#previews.set(key, preview);
    return preview;
  }

  /**
   * Does everything slow first. Nothing is awaited after the last picture of the document, so the
   * account matches the prompt even if the developer types meanwhile.
   */
  async #assemble(params: DocumentParams, consumer: Consumer, channel: Channel): Promise<Assembled> {
    const { documents, outlines, allSources, budgets, tokenizers, conversations } = this.#services;
    const settings = this.#services.settings();
    const { documentId, cursorPosition, diffs, preview } = params;
    const budget = budgetOf(await budgets.get(), settings.model, params);
    const counter = await tokenizers.counterFor(settings.model).catch(() => fallbackCounter);
    const assembler = this.#assembler(counter);
    const count = (text: string) => assembler.count(text);
    const room = roomOfPrompt(budget, params);
    const longestPatch = Math.min(maxPatchTokens, Math.max(shortPatchTokens, room * patchShare));
    const fitsPatch = (patch: string) => fitsTokens(patch, longestPatch, count);
    const excerptOf = (excerptTokens: number) => {
      return { excerptTokens, isWhole: (text: ShareableText) => fitsTokens(text, excerptTokens, count) };
    };
    const options = { ...excerptOf(settings.excerptTokens), count, fitsPatch };
    const outline = await outlines.of(await documents.find(documentId), options.isWhole);
    const picture = (isDelivery: boolean) =>
      takePicture(this.#services, documents.now(documentId, isDelivery), {
        ...{ consumer, cursorPosition, diffs, settings, outline, fitsPatch },
      });
    const { live: before, redacted, cursorOffset } = picture(false);
    const projectId = before.editorState.project_id;
    if (params.projectId !== undefined && params.projectId !== projectId) throw new AppError('CONTEXT_SCOPE_VIOLATION');
    const { id: conversationId, name } = conversations.of(consumer);
    const leastShare = params.maxCharacters === undefined ? leastDocumentShare : leastDocumentShareOfReply;
    const document = before.text.length / unitsOfToken;
    const needed = Math.min(room * leastShare, document) + settingsTokens;
    const free = room - needed - tokensBeside(immediatePieces(before, options), count);
    const gathered = await allSources.gather(
      {
        ...{ documentId, projectId, conversationId, live: before, cursorOffset },
        ...(name === null ? {} : { client: name }),
        rawOffset: (offset) => {
          const raw = redacted.toRaw(offset);
          return redacted.hides(raw, raw + 1) ? null : raw;
        },
        room: Math.max(0, Math.floor(Math.min(free, askedRoom(room, budget, document)))),
      },
      !preview,
    );
    const { live } = picture(!preview);
    // Sized pieces keep their room; the document gets the rest.
    const isShared = gathered.pieces.some(({ isSized }) => isSized);
    const beside = isShared ? tokensBeside([...gathered.pieces, ...immediatePieces(live, options)], count) : 0;
    const left = Math.floor(Math.max(room * leastShare, room - frameTokens - beside));
    const isShorter = isShared && left < options.excerptTokens;
    const immediate = immediatePieces(live, isShorter ? { ...options, ...excerptOf(left) } : options);
    const pieces = inLayerOrder([...withoutOverlaps(gathered.pieces, immediate), ...immediate]);
    const warnings = counter === fallbackCounter ? [...gathered.warnings, fallbackWarning] : gathered.warnings;
    const written = { ...params, projectId };
    return this.#write(written, consumer, channel, live, assembler, { ...gathered, pieces, warnings, budget });
  }

  /** One for each counter, since it remembers counts; what is redacted changes them. */
  #assembler(counter: ModelCounter): Assembler {
    const { redaction, sha256 } = this.#services;
    if (redaction.epoch !== this.#redactionEpoch) this.#assemblers = new WeakMap();
    this.#redactionEpoch = redaction.epoch;
    const known = this.#assemblers.get(counter);
    const assembler = known ?? new Assembler(counter.count, redactContent(redaction), sha256, counter.exact);
    this.#assemblers.set(counter, assembler);
    return assembler;
  }

  /** Writes the prompt and accounts for it, at once. */
  #write(
    params: DocumentParams & { readonly projectId: string },
    consumer: Consumer,
    channel: Channel,
    live: LiveContext,
    assembler: Assembler,
    gathered: Pick<AssembleRequest, 'pieces' | 'missing' | 'warnings' | 'budget'>,
  ): Assembled {
    const { deliveries, deltas, conversations, onViolation, redaction } = this.#services;
    const { projectId, documentId, skillId: profile, format, additionalInput, receiver = consumer } = params;
    const { pieces, budget } = gathered;
    const last = deliveries.last(projectId, consumer, profile);
    const conversation = conversations.of(consumer);
    const { windows } = conversation;
    const clean = (text: string) => redaction.redactText(projectId, text).text;
    const request = {
      ...gathered,
      projectId,
      systemText: systemTextFor(consumer),
      talk: talkOf(conversation, clean),
      format,
      windows: windows.parts({ projectId, documentId }, pieces, canAct(consumer), clean),
      overrideOf: windows.overrides({ projectId, documentId }, pieces),
      additionalInput: additionalInput === undefined ? undefined : clean(additionalInput),
      lastPrefix: last?.prefix,
    };
    const assemble = (changed: Partial<AssembleRequest>) =>
      fitting(params.maxCharacters, budget, (less) => assembler.assemble({ ...request, ...changed, budget: less }));
    const whole = assemble({});
    const isLook =
      receiver === consumer &&
      (channel === 'live:get' ? format === 'markdown' : format === 'messages' && params.thread !== undefined);
    const have = params.thread === 'begin' ? [] : params.have;
    const asked = { reader: consumer, documentId, have, epoch: redaction.epoch };
    const delta = isLook && !params.trace ? deltas.of(asked, whole) : null;
    const shorter = delta && assemble({ ...delta, format: 'markdown', windows: [] });
    const used = delta !== null && shorter !== null && deltas.isWorth(delta, shorter, whole) ? delta : null;
    const assembly = used === null ? whole : (shorter ?? whole);
    for (const line of assembly.violations) onViolation(line);
    const { text, prefix, data, account } = assembly;
    const { excerpt } = data.payload;
    const receipt = deliveries.account(
      {
        ...{ channel, params, consumer: receiver, projectId, documentId, text, shown: [documentId] },
        format: used === null ? format : 'markdown',
        received: new Map([
          [documentId, this.#received(documentId, receiver, live, used?.isAll ? undefined : excerpt)],
        ]),
        now: live.versionId,
      },
      {
        profile,
        prefix: prefix.hash,
        tokenCount: account.tokenCount,
        included: () => includedBefore(assembly.included),
      },
      () => isLook && deltas.received(asked, assembly, used),
    );
    const { inputLimit, maxCharacters } = params;
    if (!params.preview && receiver === consumer && params.thread !== 'continue')
      conversation.promptLimits = { skillId: profile, format, inputLimit, maxCharacters };
    return { assembly, live, receipt, pieces, last };
  }

  /**
   * The version that the reader has: the shown one, if all that is new to it is in the shown lines.
   */
  #received(
    documentId: string,
    reader: Consumer,
    { versionId }: LiveContext,
    excerpt: LiveContextPayload['excerpt'],
  ): number {
    const { documents } = this.#services;
    const { history } = documents.now(documentId);
    const shown = documents.number(versionId);
    const known = history.watermarks.get(reader) ?? versionOnDisk(history).number;
    const from = history.startAfter(known);
    const changes = excerpt === undefined || from === 'gone' ? null : history.between(from.number, shown);
    const text = history.textOf(shown);
    if (excerpt === undefined || changes === null || text === null) return excerpt === undefined ? shown : known;
    const isWhole = excerpt.last_line > 0 && excerpt.first_column === undefined;
    const start = isWhole ? text.lineAt(excerpt.first_line - 1).start : Number.POSITIVE_INFINITY;
    const end = isWhole ? text.lineAt(excerpt.last_line - 1).endWithBreak : 0;
    return changes.inverseRanges().every((range) => range.start >= start && range.end <= end) ? shown : known;
  }
}

/** Assembles with fewer tokens until the text has at most `maxCharacters` units. */
function fitting(
  maxCharacters = Number.POSITIVE_INFINITY,
  budget: Budget,
  assemble: (budget: Budget) => Assembly,
): Assembly {
  let assembly = assemble(budget);
  for (let { text } = assembly; text.length > maxCharacters; { text } = assembly) {
    const { tokenCount } = assembly.account;
    const less = Math.min(tokenCount - 1, Math.floor((tokenCount * maxCharacters * 0.98) / text.length));
    assembly = assemble({ ...budget, modelLimit: less + budget.outputReserve });
  }
  return assembly;
}

/** Maximum number of context files that a prompt names for older rounds. */
const maxNamedFiles = 5;

/** The conversation before the request, without secrets. */
function talkOf({ items, archived }: Conversation, clean: (text: string) => string): Talk {
  const rounds = items.rounds().map((round) => ({
    seq: round[0]?.seq ?? 0,
    messages: round.map(({ type, content }) => {
      return { role: type === 'User' ? 'user' : 'assistant', content: clean(content) } as const;
    }),
  }));
  const count = archived.length;
  const files =
    count > maxNamedFiles ? `${count} context files (context_list)` : `the context files ${archived.join(', ')}`;
  const where = count === 0 ? '' : ` They are kept in ${files}.`;
  return { rounds, note: `(Older rounds of this chat are left out.${where})`, isCut: count > 0 };
}

/** Two requests with one key ask for the same preview. */
function previewKey({ receiver: _, hold: __, ...params }: AssemblyParams, consumer: Consumer): string {
  const asked = Object.entries(params).filter(([, value]) => value !== undefined);
  return JSON.stringify([consumer, ...asked.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

function budgetOf({ budget }: BudgetState, model: string, { skillId, inputLimit }: AssemblyParams): Budget {
  const modelLimit = budget.modelLimit ?? inputWindowOf(model);
  // The answer never takes more than half of what a small model takes.
  const outputReserve = budget.outputReserve ?? Math.min(profiles[skillId].outputReserve, Math.floor(modelLimit / 2));
  return { ...budget, modelLimit: Math.min(modelLimit, (inputLimit ?? modelLimit) + outputReserve), outputReserve };
}

/** Tokens of a whole prompt. */
function roomOfPrompt(
  { modelLimit, outputReserve }: Budget,
  { maxCharacters = Number.POSITIVE_INFINITY }: AssemblyParams,
): number {
  return Math.max(0, Math.min(modelLimit - outputReserve, maxCharacters / unitsOfToken));
}

/** Tokens that retrieved pieces may request: all that the document does not need. */
function askedRoom(room: number, { shares }: Budget, document: number): number {
  return Math.max(room * (shares.retrieved + shares.immediate - leastDocumentShare), room * besideShare - document);
}

/** Tokens of all pieces beside the document but those that give way to it. */
function tokensBeside(pieces: readonly Piece[], count: (text: string) => number): number {
  const others = pieces.filter(({ id, layer, isSized }) => id !== 'document' && (layer !== 'retrieved' || isSized));
  return others.reduce((sum, piece) => sum + count(writeBlock(piece.render('full'))), 0);
}

/** Sorts pieces by layer; within a layer rules by weight and chunks by score. */
function inLayerOrder(pieces: readonly Piece[]): readonly Piece[] {
  return layers.flatMap((layer) => {
    const ofLayer = pieces.filter((piece) => piece.layer === layer);
    return layer === 'immediate' ? ofLayer : ofLayer.toSorted((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1));
  });
}
