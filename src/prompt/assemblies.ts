import { AppError } from '../base/appError.ts';
import { Emitter, type Event } from '../base/event.ts';
import { KeyedLimiter } from '../base/keyedLimiter.ts';
import { LruMap } from '../base/lruMap.ts';
import type { Sha256 } from '../base/ports/hash.ts';
import { versionOnDisk } from '../documents/diffBase.ts';
import type { Documents } from '../documents/documents.ts';
import type { LiveContext } from '../documents/liveContext.ts';
import { call } from '../edits/ordinary.ts';
import type { Proof } from '../edits/proof.ts';
import { Assembler, type Assembly } from '../engine/assembler.ts';
import type { Budget } from '../engine/budget.ts';
import { writeBlock } from '../engine/format/markdown.ts';
import { layers, type Piece } from '../engine/piece.ts';
import { includedBefore } from '../engine/promptChanges.ts';
import type { Talk } from '../engine/talk.ts';
import type { Channel } from '../protocol/channels.ts';
import type { Consumer } from '../protocol/consumer.ts';
import type { Account, BudgetState } from '../protocol/prompt/assembly.ts';
import type { LiveContextPayload } from '../protocol/prompt/liveContext.ts';
import { type Profile, profiles } from '../protocol/prompt/profiles.ts';
import type { Format, Receipt } from '../protocol/prompt/receipt.ts';
import type { SettingValues } from '../protocol/settings.ts';
import type { ShareableText } from '../redaction/redactedText.ts';
import type { Sources } from '../sources/gather.ts';
import { immediatePieces } from '../sources/immediate/immediate.ts';
import { withoutOverlaps } from '../sources/retrieved/chunk.ts';
import { inputWindowOf } from '../tokens/modelTokens.ts';
import { fitsTokens } from '../tokens/tokenFit.ts';
import { type Conversation, type Conversations, canAct } from '../windows/conversations.ts';
import type { Budgets } from './budgets.ts';
import type { Deliveries, LastPrompt } from './deliveries/deliveries.ts';
import type { Deltas, PromptDelta } from './deltas.ts';
import { type PictureServices, takePicture } from './livePicture.ts';
import { ordinaryReadings } from './ordinaryReadings.ts';
import type { Outlines } from './outlines.ts';
import { redactContent } from './redactContent.ts';
import { systemTextFor } from './systemText.ts';
import { fallbackCounter, type ModelCounter, type Tokenizers } from './tokenizer.ts';

/** Maximum time that a delivery waits for rules and settings, ms; then it names them as missing. */
const essentialMs = 2_000;
/** Longer patches are shown by their hunk headers. */
const maxPatchTokens = 4_000;

const fallbackWarning = 'CONTEXT_BUDGET_FALLBACK: the tokenizer failed; tokens are overstated, a byte each';

export interface AssemblyParams {
  readonly projectId?: string | undefined;
  readonly documentId?: string | undefined;
  readonly cursorPosition?: number | undefined;
  readonly skillId: Profile;
  readonly additionalInput?: string | undefined;
  readonly format: Format;
  readonly preview: boolean;
  /** Hand it out, but count it as seen only with `deliveries:commit`. */
  readonly hold?: boolean | undefined;
  readonly diffs?: number | undefined;
  /** Versions that the reader holds; see {@link Deltas}. */
  readonly have?: readonly string[] | undefined;
  readonly trace?: boolean | undefined;
  /** Tokens that the receiving model takes as its input; a lower limit than the budget holds. */
  readonly inputLimit?: number | undefined;
  /** The longest text that the consumer can take, UTF-16 units. */
  readonly maxCharacters?: number | undefined;
  /** Gets the prompt that is made for another consumer. */
  readonly receiver?: Consumer | undefined;
}

export interface AssembliesServices extends PictureServices {
  readonly sha256: Sha256;
  readonly documents: Documents;
  readonly deliveries: Deliveries;
  readonly outlines: Outlines;
  readonly proof: Proof;
  readonly sources: Sources;
  readonly tokenizers: Tokenizers;
  readonly budgets: Budgets;
  readonly conversations: Conversations;
  readonly deltas: Deltas;
  readonly settings: () => SettingValues;
  /** Called for refused pieces; digests only. */
  readonly onViolation: (line: string) => void;
}

/** Usual length of a token of a prompt, UTF-16 units. */
const unitsOfToken = 3.6;
/** Share of a prompt for the document and what is retrieved beside it. */
const besideShare = 0.85;
/** A prompt of this many tokens more than the document needs no sharing. */
const maxBeside = 40_000;
/** Beside retrieved code a patch of a larger share of the prompt is shown by its hunk headers. */
const patchShare = 0.04;
const leastDocumentShare = 0.14;
/** The same for a reply bound in characters: its reader searches by itself and misses the text around the cursor. */
const leastDocumentShareOfReply = 0.7;
/** Tokens of the system text and of headings. */
const frameTokens = 120;
/** Usual tokens of settings and headings. */
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

/** A prompt as soon as it is assembled, delivered or not. */
export interface AssembledPrompt {
  readonly consumer: Consumer;
  readonly format: Format;
  readonly account: Account;
}

/** All that one prompt is written from. */
interface GatheredParts {
  readonly params: AssemblyParams & { readonly documentId: string; readonly projectId: string };
  readonly consumer: Consumer;
  readonly channel: Channel;
  readonly live: LiveContext;
  readonly pieces: readonly Piece[];
  readonly missing: readonly string[];
  readonly warnings: readonly string[];
  readonly budget: LimitedBudget;
  readonly assembler: Assembler;
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
  /** Previews without a picture so far. An equal request shares the result. */
  readonly #previews = new Map<string, Promise<Assembled>>();
  readonly #assembled = new Emitter<AssembledPrompt>();

  /** Fires for every prompt, previews included. */
  readonly onDidAssemble: Event<AssembledPrompt> = this.#assembled.event;

  constructor(services: AssembliesServices) {
    this.#services = services;
  }

  async assemble(
    params: AssemblyParams,
    consumer: Consumer,
    channel: Channel = 'context:assemble',
  ): Promise<Assembled> {
    const documentId = await this.#services.documents.idOf(params.documentId);
    const assemble = (onPicture: () => void) =>
      this.#limiter.run(documentId, () => this.#assemble({ ...params, documentId }, consumer, channel, onPicture));
    return params.preview
      ? this.#shared(previewKey({ ...params, documentId }, consumer), assemble)
      : assemble(() => {});
  }

  #shared(key: string, assemble: (onPicture: () => void) => Promise<Assembled>): Promise<Assembled> {
    const known = this.#previews.get(key);
    if (known !== undefined) return known;
    const preview = assemble(() => this.#previews.delete(key)).finally(() => {
      if (this.#previews.get(key) === preview) this.#previews.delete(key);
    });
    this.#previews.set(key, preview);
    return preview;
  }

  /**
   * Does everything slow first. Nothing is awaited after the last picture of the document, so the
   * account matches the prompt even if the developer types meanwhile.
   */
  async #assemble(
    params: AssemblyParams & { readonly documentId: string },
    consumer: Consumer,
    channel: Channel,
    onPicture: () => void,
  ): Promise<Assembled> {
    const { documents, outlines, sources, budgets, settings } = this.#services;
    const values = settings();
    const { excerptTokens } = values;
    const { documentId } = params;
    const budget = limitedBudget(await budgets.get(), values.model);
    const counter = await this.#services.tokenizers.counterFor(values.model).catch(() => fallbackCounter);
    const assembler = this.#assembler(counter);
    const count = (text: string) => assembler.count(text);
    const room = roomOfPrompt(budget, params);
    const fitsPatch = (patch: string) => fitsTokens(patch, maxPatchTokens, count);
    const fitsShare = (patch: string) => fitsTokens(patch, Math.min(maxPatchTokens, room * patchShare), count);
    // Nobody types between two pictures, as a rule: then both are of one text.
    const wholeTexts = new LruMap<ShareableText, boolean>(1);
    const isWhole = (text: ShareableText) => wholeTexts.getOrMake(text, () => fitsTokens(text, excerptTokens, count));
    const outline = await outlines.of(await documents.find(documentId), isWhole);
    const { cursorPosition, diffs } = params;
    const picture = (delivery: boolean) =>
      takePicture(this.#services, documents.now(documentId, delivery), {
        ...{ consumer, cursorPosition, diffs, settings: values, outline, fitsPatch },
      });
    const { live: before, redacted, cursorOffset } = picture(false);
    const projectId = before.editorState.project_id;
    if (params.projectId !== undefined && params.projectId !== projectId) throw new AppError('CONTEXT_SCOPE_VIOLATION');
    const rawOffset = (offset: number) => (redacted.isHidden(offset) ? null : redacted.toRaw(offset));
    const { id: conversationId, name } = this.#services.conversations.of(consumer);
    const isTight = room <= excerptTokens + maxBeside;
    const immediateBefore = isTight
      ? immediatePieces(before, { excerptTokens, count, isWhole, fitsPatch: fitsShare })
      : [];
    const leastShare = params.maxCharacters === undefined ? leastDocumentShare : leastDocumentShareOfReply;
    const document = Math.min(room * leastShare, before.text.length / unitsOfToken);
    const least = document + settingsTokens + tokensBeside(immediateBefore, count);
    const forRetrieved = Math.floor(Math.min(askedRoom(room, budget, before.text.length), room - least));
    const about = { documentId, projectId, conversationId, live: before };
    const client = name === null ? {} : { client: name };
    const request = { ...about, ...client, cursorOffset, rawOffset, room: Math.max(0, forRetrieved) };
    const gathered = await sources.gather(request, params.preview ? undefined : essentialMs);
    onPicture();
    const { live } = picture(!params.preview);
    const options = { excerptTokens, count, isWhole, fitsPatch };
    const sharing = { ...options, fitsPatch: fitsShare };
    // Sized pieces keep their room; the document gets the rest.
    const isShared = isTight && gathered.pieces.some(({ isSized }) => isSized);
    const left = isShared
      ? documentRoom(room, leastShare, [...gathered.pieces, ...immediatePieces(live, sharing)], count)
      : excerptTokens;
    const shorter = { excerptTokens: left, isWhole: (text: ShareableText) => fitsTokens(text, left, count) };
    const immediate = immediatePieces(live, left < excerptTokens ? { ...sharing, ...shorter } : options);
    const pieces = inLayerOrder([...withoutOverlaps(gathered.pieces, immediate), ...immediate]);
    const { missing } = gathered;
    const warnings = counter === fallbackCounter ? [...gathered.warnings, fallbackWarning] : gathered.warnings;
    return this.#write({
      params: { ...params, projectId },
      ...{ consumer, channel, live, pieces, missing, warnings, budget, assembler },
    });
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
  #write({ params, consumer, channel, live, pieces, missing, warnings, budget, assembler }: GatheredParts): Assembled {
    const { deliveries, deltas, conversations, onViolation, redaction } = this.#services;
    const { projectId, documentId, skillId: profile, format, additionalInput, receiver = consumer } = params;
    const last = deliveries.last(projectId, consumer, profile);
    const conversation = conversations.of(consumer);
    const { windows } = conversation;
    const overrideOf = windows.overrides({ projectId, documentId }, pieces);
    const request = {
      projectId,
      systemText: systemTextFor(consumer),
      pieces,
      talk: talkOf(conversation, (text) => redaction.redactText(projectId, text).text),
      format,
      missing,
      warnings,
      windows: windows.parts({ projectId, documentId }, pieces, canAct(consumer)),
      ...(overrideOf === undefined ? {} : { overrideOf }),
      ...(additionalInput === undefined
        ? {}
        : { additionalInput: redaction.redactText(projectId, additionalInput).text }),
      ...(last.prefix === undefined ? {} : { lastPrefix: last.prefix }),
    };
    const assemble = (changed: Partial<PromptDelta>) =>
      this.#fitting(params, (inputLimit) =>
        assembler.assemble({ ...request, ...changed, budget: budgetFor(budget, profile, inputLimit) }),
      );
    const whole = assemble({});
    const isLook = channel === 'live:get' && format === 'markdown' && receiver === consumer;
    const asked = { reader: consumer, documentId, have: params.have };
    const delta = isLook && !params.trace ? deltas.of(asked, whole) : null;
    const shorter = delta && assemble(delta);
    const used = delta !== null && shorter !== null && deltas.isWorth(delta, shorter, whole) ? delta : null;
    const assembly = used === null ? whole : (shorter ?? whole);
    for (const line of assembly.violations) onViolation(line);
    const { text, prefix, data, account } = assembly;
    const { excerpt } = data.payload;
    const receipt = deliveries.account(
      {
        ...{ channel, params, consumer: receiver, projectId, documentId, format, text, shown: [documentId] },
        received: new Map([
          [documentId, this.#received(documentId, receiver, live, used?.isPatch ? undefined : excerpt)],
        ]),
        now: live.versionId,
      },
      { profile, prefix, tokenCount: account.tokenCount, included: () => includedBefore(assembly.included) },
      () => {
        if (isLook) deltas.received(asked, assembly, used);
        const contents = assembly.included.map(({ content }) => content);
        const readings = ordinaryReadings(live.editorState.file, contents);
        this.#services.proof.delivered(receiver, `${call('live_context', {})}\n${text}`, readings);
      },
    );
    const { inputLimit, maxCharacters } = params;
    if (!params.preview && receiver === consumer)
      conversation.promptLimits = { skillId: profile, format, inputLimit, maxCharacters };
    this.#assembled.fire({ consumer, format, account });
    return { assembly, live, receipt, pieces, last: last.prompt };
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

  /** Assembles with fewer tokens until the text has at most `maxCharacters` units. */
  #fitting(
    { inputLimit, maxCharacters = Number.POSITIVE_INFINITY }: AssemblyParams,
    run: (inputLimit: number | undefined) => Assembly,
  ): Assembly {
    let assembly = run(inputLimit);
    while (assembly.text.length > maxCharacters) {
      const { tokenCount } = assembly.account;
      assembly = run(Math.min(tokenCount - 1, Math.floor((tokenCount * maxCharacters * 0.98) / assembly.text.length)));
    }
    return assembly;
  }
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
function previewKey(params: AssemblyParams, consumer: Consumer): string {
  const { projectId, documentId, cursorPosition, skillId, additionalInput, format, diffs } = params;
  const { trace, have } = params;
  const shown = [additionalInput, format, diffs, trace, have];
  const asked = [projectId, documentId, cursorPosition, skillId, ...shown];
  return JSON.stringify([consumer, ...asked, params.inputLimit, params.maxCharacters]);
}

type LimitedBudget = BudgetState['budget'] & { readonly modelLimit: number };

function limitedBudget({ budget }: BudgetState, model: string): LimitedBudget {
  return { ...budget, modelLimit: budget.modelLimit ?? inputWindowOf(model) };
}

function budgetFor(budget: LimitedBudget, profile: Profile, most = Number.POSITIVE_INFINITY): Budget {
  const outputReserve = budget.outputReserve ?? profiles[profile].outputReserve;
  return { ...budget, modelLimit: Math.min(budget.modelLimit, most + outputReserve), outputReserve };
}

/** Tokens of a whole prompt. */
function roomOfPrompt(
  budget: LimitedBudget,
  { skillId, inputLimit, maxCharacters = Number.POSITIVE_INFINITY }: AssemblyParams,
): number {
  const { modelLimit, outputReserve } = budgetFor(budget, skillId, inputLimit);
  return Math.max(0, Math.min(modelLimit - outputReserve, maxCharacters / unitsOfToken));
}

/** Tokens that retrieved pieces may request: all that the document does not need. */
function askedRoom(room: number, { shares }: LimitedBudget, documentLength: number): number {
  const share = shares.retrieved + shares.immediate - leastDocumentShare;
  return Math.max(room * share, room * besideShare - documentLength / unitsOfToken);
}

/** Tokens that the document may take beside the other pieces. */
function documentRoom(
  room: number,
  leastShare: number,
  pieces: readonly Piece[],
  count: (text: string) => number,
): number {
  return Math.floor(Math.max(room * leastShare, room - frameTokens - tokensBeside(pieces, count)));
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
