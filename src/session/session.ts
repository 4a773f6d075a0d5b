import * as z from 'zod';
import { AppError } from '../base/appError.ts';
import { Emitter, type Event } from '../base/event.ts';
import { DiffSummaries } from '../documents/diffSummary.ts';
import { Documents } from '../documents/documents.ts';
import { type EditPreview, Edits } from '../edits/applyEdits.ts';
import type { EditAsker } from '../edits/editReplies.ts';
import { Judge } from '../edits/judge/judge.ts';
import { Assemblies } from '../prompt/assemblies.ts';
import { Changes } from '../prompt/changes.ts';
import { Deliveries } from '../prompt/deliveries/deliveries.ts';
import { Deltas } from '../prompt/deltas.ts';
import { Outlines } from '../prompt/outlines.ts';
import { Readers } from '../prompt/readers.ts';
import { systemTextFor } from '../prompt/systemText.ts';
import { type Channel, channels, type Params, type ParsedParams, takes, type Value } from '../protocol/channels.ts';
import type { Consumer } from '../protocol/consumer.ts';
import type { EditTarget } from '../protocol/edits.ts';
import { type ErrorCode, errorCodes } from '../protocol/errorCodes.ts';
import { failure, type Result, success } from '../protocol/result.ts';
import { Sources } from '../sources/gather.ts';
import { Conversations, canAct } from '../windows/conversations.ts';
import { agentTurnHandlers } from './handlers/agents/agentTurns.ts';
import { learnOwnEdits } from './handlers/agents/ownWrites.ts';
import { answerHandlers, editsOfAnswer } from './handlers/answers.ts';
import { constraintHandlers } from './handlers/constraints.ts';
import { contextHandlers } from './handlers/context.ts';
import { deliveryHandlers } from './handlers/deliveries.ts';
import { fileHandlers } from './handlers/files.ts';
import type { Handler, Handlers } from './handlers/handlers.ts';
import { pinHandlers } from './handlers/pins.ts';
import { preferenceHandlers } from './handlers/preferences.ts';
import { redactionHandlers } from './handlers/redactions.ts';
import { versionHandlers } from './handlers/versions.ts';
import { windowHandlers } from './handlers/windows.ts';
import { auditRequest } from './requestAudit.ts';
import type { SessionDependencies, SessionServices } from './services.ts';
import { whyNotHandlers } from './whyNot.ts';

/**
 * Validates requests and dispatches them. All surfaces call it and nothing below. A request always
 * settles with a `Result`.
 */
export class Session {
  /** Fires with the consumer of each delivery, after its watermark moved. */
  readonly onDidDeliver: Event<Consumer>;
  /** Fires when a late answer is ready for the next prompt. */
  readonly onDidAnswerLate: Event<void>;
  readonly #handlers: Handlers;
  readonly #edits: Edits;
  readonly #readers = new Readers();
  readonly #services: SessionServices;
  /** Judges edits and answers by the constraints of their project. */
  readonly judge: Judge;
  /** Fires after each execution of an anchor. */
  readonly onDidAct: Event<void>;

  constructor(dependencies: SessionDependencies) {
    const { clock, histories, notices } = dependencies;
    const documents = new Documents(dependencies);
    const conversations = new Conversations({ ...dependencies, systemTextOf: systemTextFor });
    const allSources = new Sources(dependencies.sources, clock);
    const shared = {
      ...dependencies,
      ...{ documents, conversations, allSources, summaries: new DiffSummaries(), readers: this.#readers },
    };
    const outlines = new Outlines(shared);
    const deliveries = new Deliveries(shared);
    deliveries.onDidDeliver((consumer) => {
      conversations.of(consumer).lastDelivery = clock.now();
    });
    const deltas = new Deltas(shared);
    const changes = new Changes({ ...shared, deliveries });
    const assemblies = new Assemblies({ ...shared, deliveries, outlines, deltas });
    const judge = new Judge(dependencies);
    const edits = new Edits({ ...dependencies, documents, judge, readings: deliveries });
    this.judge = judge;
    this.#edits = edits;
    this.onDidDeliver = deliveries.onDidDeliver;
    this.onDidAnswerLate = (listener) => {
      const both = [allSources.onDidAnswerLate(listener), outlines.onDidAnswerLate(listener)];
      return { dispose: () => both.forEach((one) => void one.dispose()) };
    };
    const acted = new Emitter<void>();
    this.onDidAct = acted.event;
    const services = { ...shared, assemblies, changes, acted, deliveries, deltas, judge };
    this.#services = services;
    const versions = versionHandlers(services);
    const constraints = constraintHandlers(services);
    const answers = answerHandlers(services);
    this.#handlers = {
      ...constraints,
      ...answers,
      ...versions,
      ...agentTurnHandlers(services),
      ...contextHandlers(services),
      ...whyNotHandlers(services),
      ...deliveryHandlers(services),
      ...fileHandlers(services),
      ...pinHandlers(services),
      ...preferenceHandlers(services),
      ...redactionHandlers(services),
      ...windowHandlers({ ...services, handlers: { ...constraints, ...versions } }),
      'live:changesSince': (params, consumer) => changes.since(params, consumer),
      'live:applyEdits': async ({ answer, ...params }, consumer) => {
        const { documentId, ...request } = params;
        const read =
          answer === undefined
            ? null
            : await answers['answers:read']({ text: answer, documentId, choices: [] }, consumer);
        const result = await edits.apply(read === null ? params : { ...request, ...editsOfAnswer(read) }, consumer);
        learnOwnEdits(histories, result, consumer);
        if (!this.#readers.areSeveral(consumer)) deliveries.forget(consumer);
        return result;
      },
      'proof:get': async () => ({ days: [...dependencies.proof.days] }),
      'live:status': async () => ({
        document: documents.status(),
        model: dependencies.settings().model,
        git: dependencies.git(),
        trackedDocuments: histories.documents.length,
        notices: [...notices.all],
      }),
    };
  }

  /** Answers one request. An unknown channel or invalid parameters are failures, too. */
  async request<C extends Channel>(channel: C, params: Params<C>, asker: Consumer): Promise<Result<Value<C>>> {
    if (!Object.hasOwn(channels, channel)) return failure('CHANNEL_UNKNOWN', `There is no channel ${String(channel)}.`);
    const parsed = channels[channel].params.safeParse(params);
    if (!parsed.success) return invalid(parsed.error);
    const consumer = this.#readers.of(asker);
    const bounded = this.#bounded(channel, parsed.data, consumer) as ParsedParams<C>;
    const handler = this.#handlers[channel] as Handler<C>;
    const result = await this.#settled(async () => {
      await this.#services.redaction.refresh();
      return handler(bounded, consumer);
    });
    auditRequest(this.#services, { channel, params: parsed.data, consumer }, result);
    return result;
  }

  /**
   * Limits a reply to an agent to the length that the developer has set; without one of its own, as
   * when the view shows it, to that of its last prompt.
   */
  #bounded(channel: Channel, params: object, asker: Consumer): object {
    // The developer may copy the prompt of a client.
    const { reader: consumer = asker }: { reader?: Consumer } = params;
    if (!canAct(consumer) || !takes(channel, 'maxCharacters')) return params;
    const { conversations, settings } = this.#services;
    const { maxCharacters = conversations.of(consumer).promptLimits?.maxCharacters }: { maxCharacters?: number } =
      params;
    const { replyLength } = settings();
    return { ...params, maxCharacters: Math.min(maxCharacters ?? replyLength, replyLength) };
  }

  async #settled<T>(work: () => Promise<T>): Promise<Result<T>> {
    try {
      return success(await work());
    } catch (error) {
      if (error instanceof AppError) return failure(error.code, error.message, error.data);
      this.#services.onFault(error);
      return failure('INTERNAL');
    }
  }

  /** A version's text with its secrets, for the editor's own diff only. */
  rawVersion(documentId: string, versionId: string): Promise<Result<string>> {
    return this.#settled(async () => {
      const { documents } = this.#services;
      const document = await documents.find(documentId);
      const text = document.history.textOf(documents.version(document, versionId).number);
      return (text ?? document.history.text).toString();
    });
  }

  /** The result of edits with secrets, for the editor's own diff only. */
  previewEdits(targets: readonly EditTarget[], asker: EditAsker): Promise<Result<readonly EditPreview[]>> {
    return this.#settled(() => this.#edits.preview(targets, asker));
  }
}

/** The failure of parameters; in place of a message a schema may name its code. */
function invalid(error: z.ZodError): Result<never> {
  const code = (Object.keys(errorCodes) as ErrorCode[]).find((one) => one === error.issues[0]?.message);
  return code === undefined ? failure('REQUEST_INVALID', z.prettifyError(error)) : failure(code);
}
